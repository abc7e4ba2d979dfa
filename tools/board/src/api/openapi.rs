//! `GET openapi.json`: the OpenAPI 3.1 text of all routes, from the types and the schemas of `analysis`.
//! Not here: the routes.

use serde_json::Value;
use utoipa::OpenApi;

/// What the text says of the whole.
#[derive(OpenApi)]
#[openapi(info(
    title = "Board",
    description = "Positions, moves, engines and reviews of Dameo, Eximo and Abak Evolution. Every answer carries the id \
                   of its question."
))]
pub struct Head;

/// The schemas that `analysis` keeps: the name here, the text, and the definition in it that is meant.
const SCHEMAS: [(&str, &str, Option<&str>); 3] = [
    (
        "AnalyseQuestion",
        include_str!("../../../analysis/lines-question.schema.json"),
        Some("question"),
    ),
    (
        "AnalyseAnswer",
        include_str!("../../../analysis/lines-answer.schema.json"),
        Some("answer"),
    ),
    (
        "Review",
        include_str!("../../../analysis/review.schema.json"),
        None,
    ),
];

/// The whole text: what comes from the types, and the schemas of `analysis`.
pub fn whole(types: &utoipa::openapi::OpenApi) -> Value {
    let mut whole = serde_json::to_value(types).unwrap_or_default();
    for (name, text, definition) in SCHEMAS {
        let mut schema: Value = serde_json::from_str(text).unwrap_or_default();
        let place = format!("#/components/schemas/{name}/$defs/");
        lead_to(&mut schema, &place);
        if let Value::Object(schema) = &mut schema {
            schema.remove("$schema");
            schema.remove("$id");
            if let Some(definition) = definition {
                // The choice between several kinds of lines; only one of them is meant here.
                schema.remove("oneOf");
                schema.remove("title");
                schema.remove("description");
                schema.insert("$ref".into(), format!("{place}{definition}").into());
            }
        }
        whole["components"]["schemas"][name] = schema;
    }
    whole
}

/// Makes the references within a schema lead to the place where it stands now.
fn lead_to(schema: &mut Value, place: &str) {
    match schema {
        Value::Object(members) => {
            for (name, value) in members {
                match value {
                    Value::String(text) if name == "$ref" => {
                        *text = text.replace("#/$defs/", place);
                    }
                    value => lead_to(value, place),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| lead_to(item, place)),
        _ => {}
    }
}
