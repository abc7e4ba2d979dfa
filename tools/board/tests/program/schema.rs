//! The OpenAPI text as a yardstick: answers are held against the schemas that it gives them.
//! Not here: questions and answers themselves (`api`).

use crate::support::{Answered, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// The text, and which of its routes were tried.
pub struct Api<'a> {
    server: &'a Server,
    text: Value,
    tried: Mutex<BTreeSet<String>>,
}

impl<'a> Api<'a> {
    /// As the server tells it.
    pub fn of(server: &'a Server) -> Self {
        let text = server.get("/api/v1/openapi.json").json();
        assert!(
            text["openapi"]
                .as_str()
                .is_some_and(|version| version.starts_with("3.1")),
            "{text}"
        );
        Self {
            server,
            text,
            tried: Mutex::default(),
        }
    }

    fn validator(&self, schema: &Value) -> jsonschema::Validator {
        let whole = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "components": self.text["components"],
            "allOf": [schema],
        });
        jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{error}: {schema}"))
    }

    fn hold(&self, schema: &Value, value: &Value) {
        assert!(schema.is_object(), "no schema for {value}");
        let validator = self.validator(schema);
        let faults: Vec<String> = validator
            .iter_errors(value)
            .map(|fault| fault.to_string())
            .collect();
        assert!(faults.is_empty(), "{faults:?}: {value}");
    }

    /// Asks, and holds question and answer against their schemas.
    pub fn post(&self, name: &str, question: &Value) -> Answered {
        let path = format!("/api/v1/{name}");
        let answer = self.server.post(&path, question);
        let route = &self.text["paths"][&path]["post"];
        if answer.status == 200 {
            self.hold(
                &route["requestBody"]["content"]["application/json"]["schema"],
                question,
            );
        }
        self.check(&path, "post", &answer);
        answer
    }

    /// Gets, and holds the answer against its schema.
    pub fn get(&self, name: &str) -> Answered {
        let path = format!("/api/v1/{name}");
        let answer = self.server.get(&path);
        self.check(&path, "get", &answer);
        answer
    }

    fn check(&self, path: &str, method: &str, answer: &Answered) {
        let responses = &self.text["paths"][path][method]["responses"];
        let class = format!("{}XX", answer.status / 100);
        let response = match &responses[answer.status.to_string()] {
            Value::Null => &responses[class],
            response => response,
        };
        let kind = answer.header("content-type").unwrap_or_default();
        let schema = &response["content"][kind]["schema"];
        if kind == "application/x-ndjson" {
            for line in answer.json_lines() {
                self.hold(schema, &line);
            }
        } else {
            self.hold(schema, &answer.json());
        }
        let mut tried = self.tried.lock().expect("no panic before");
        tried.insert(format!("{path} {method} {}", answer.status));
    }

    /// Every route of the text was tried, with an answer and, if it takes a question, with an error.
    pub fn all_tried(&self) {
        let tried = self.tried.lock().expect("no panic before");
        let paths = self.text["paths"].as_object().expect("paths");
        for (path, methods) in paths {
            for method in methods.as_object().expect("methods").keys() {
                assert!(
                    tried.contains(&format!("{path} {method} 200")),
                    "{path} {method}"
                );
                if method == "post" {
                    let error = format!("{path} {method} 4");
                    assert!(
                        tried.iter().any(|known| known.starts_with(&error)),
                        "{error}"
                    );
                }
            }
        }
    }
}
