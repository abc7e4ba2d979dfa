//! Questions over HTTP: answers, errors, names that come back, streams; all fit the OpenAPI text.
//! Not here: questions of wrong form (`hostile`).

use crate::schema::Api;
use crate::support::Server;
use serde_json::{Value, json};

#[test]
fn every_route_answers_as_its_schema_says() {
    let server = Server::start(&[]);
    let api = Api::of(&server);
    let engines = api.get("engines").json();
    assert_eq!(engines["default"], "tricorn");
    legal(&api);
    steps(&api);
    import(&api);
    analyse(&api);
    review(&api);
    dice(&api);
    api.all_tried();
}

fn legal(api: &Api<'_>) {
    let start = api
        .post(
            "legal",
            &json!({ "id": "a", "variant": "eximo", "moves": ["c3c4"] }),
        )
        .json();
    assert_eq!((&start["id"], &start["player"]), (&json!("a"), &json!(2)));
    assert!(
        start["legal"]
            .as_array()
            .is_some_and(|moves| moves.len() > 20),
        "{start}"
    );
    let abak = api.post("legal", &json!({ "variant": "abak" })).json();
    assert_eq!(
        (&abak["id"], &abak["roll"], &abak["legal"]),
        (&Value::Null, &json!(true), &json!([]))
    );
    let over = api
        .post(
            "legal",
            &json!({ "id": 3, "position": "8/8/3m4/8/3m4/8/8/8 w" }),
        )
        .json();
    assert_eq!(over["over"]["result"], "p2win", "{over}");
    let error = api.post("legal", &json!({ "id": 4, "moves": ["c3c4", "c3c4"] }));
    assert_eq!(error.status, 400);
    assert_eq!(error.json()["id"], 4);
    assert_eq!(error.json()["error"]["place"], "/moves/1");
}

fn steps(api: &Api<'_>) {
    let question = json!({ "id": 1, "moves": ["c3c4"], "begun": ["c6"] });
    let begun = api.post("steps", &question).json();
    assert_eq!(
        (&begun["id"], &begun["player"]),
        (&json!(1), &json!(2)),
        "{begun}"
    );
    let next = begun["next"].as_array().expect("steps");
    assert!(next.contains(&json!("c5")), "{begun}");
    let whole = api
        .post(
            "steps",
            &json!({ "moves": ["c3c4"], "begun": ["c6", "c5"] }),
        )
        .json();
    assert_eq!(whole["end"], "c6c5", "{whole}");
    let abak = api.post("steps", &json!({ "variant": "abak" })).json();
    assert_eq!(
        (&abak["roll"], &abak["next"]),
        (&json!(true), &json!([])),
        "{abak}"
    );
    for (question, place) in [
        (json!({ "id": 2, "begun": ["a8"] }), "/begun"),
        (json!({ "id": 2, "moves": ["z9"] }), "/moves"),
        (json!({ "id": 2, "position": "8" }), "/position"),
        (json!({ "id": 2, "variant": "chess" }), "/variant"),
    ] {
        let error = api.post("steps", &question).json();
        assert_eq!(
            (&error["id"], &error["error"]["place"]),
            (&json!(2), &json!(place)),
            "{error}"
        );
    }
}

fn import(api: &Api<'_>) {
    let question = json!({ "id": "i", "variant": "dameo", "text": "1. c3c4 c6c5 2. c4c6" });
    let found = api.post("import", &question).json();
    assert_eq!(found["id"], "i");
    let moves = &found["import"]["games"][0]["moves"];
    assert_eq!(moves, &json!(["c3c4", "c6c5", "c4c6"]), "{found}");
    assert_eq!(
        api.post("import", &json!({ "id": 1, "layout": "x", "text": "" }))
            .json()["id"],
        1
    );
}

fn analyse(api: &Api<'_>) {
    let question =
        json!({ "id": "b", "variant": "abak", "moves": ["31"], "depth": 1, "multipv": 2 });
    let answer = api.post("analyse", &question).json();
    assert_eq!(
        (&answer["id"], answer["lines"].as_array().map(Vec::len)),
        (&json!("b"), Some(2)),
        "{answer}"
    );
    let question = json!({ "id": 5, "variant": "dameo", "depth": 7, "reportDuringSearch": true });
    let lines = api.post("analyse", &question).json_lines();
    let during: Vec<_> = lines
        .iter()
        .map(|line| line["isDuringSearch"] == true)
        .collect();
    assert!(
        during.len() > 1 && during.iter().rev().skip(1).all(|&during| during),
        "{lines:?}"
    );
    assert_eq!(during.last(), Some(&false));
    assert!(lines.iter().all(|line| line["id"] == 5));
    for (question, code) in [
        (json!({ "id": 6, "engine": "none" }), "bad-question"),
        (json!({ "id": 6, "moves": ["z9"] }), "illegal-move"),
        (
            json!({ "id": 6, "movetime": 1_000_000_000 }),
            "bad-question",
        ),
        (
            json!({ "id": 6, "action": "terminate_all" }),
            "bad-question",
        ),
        (
            json!({ "id": 6, "moves": vec!["c3c4"; 6_000] }),
            "bad-question",
        ),
    ] {
        let error = api.post("analyse", &question).json();
        assert_eq!(
            (&error["id"], &error["error"]["code"]),
            (&json!(6), &json!(code)),
            "{error}"
        );
    }
}

fn review(api: &Api<'_>) {
    let question =
        json!({ "id": "c", "variant": "dameo", "moves": ["c3c4", "c6c5", "c4c6"], "nodes": 1_000 });
    let whole = api.post("review", &question).json();
    assert_eq!(
        (
            &whole["id"],
            whole["review"]["turns"].as_array().map(Vec::len)
        ),
        (&json!("c"), Some(3))
    );
    let text = json!({ "id": "c", "variant": "dameo", "text": "c3c4 c6c5 c4c6", "nodes": 1_000, "reportProgress": true });
    let lines = api.post("review", &text).json_lines();
    let (last, before) = lines.split_last().expect("lines");
    assert_eq!(last["review"]["turns"], whole["review"]["turns"]);
    assert_eq!(
        before.last().map(|line| &line["progress"]),
        Some(&json!({ "done": 3, "all": 3 }))
    );
    for (question, place) in [
        (json!({ "id": 7, "moves": ["c3c4", "z9"] }), "/moves/1"),
        (
            json!({ "id": 7, "text": "c3c4", "moves": ["c3c4"] }),
            "/text",
        ),
        (json!({ "id": 7, "text": "c3c4\nd3d4" }), "/text"),
        (
            json!({ "id": 7, "moves": ["c3c4"], "rollout": 1_000_000 }),
            "/rollout",
        ),
        (
            json!({ "id": 7, "moves": ["c3c4"], "multipv": 0 }),
            "/multipv",
        ),
        (
            json!({ "id": 7, "moves": ["c3c4"], "engine": "none" }),
            "/engine",
        ),
    ] {
        let error = api.post("review", &question).json();
        assert_eq!(
            (&error["id"], &error["error"]["place"]),
            (&json!(7), &json!(place)),
            "{error}"
        );
    }
}

fn dice(api: &Api<'_>) {
    let new = api.post("dice", &json!({ "id": "d" })).json();
    let commitment = &new["commitment"];
    let throw = |ply: u64| {
        let question = json!({ "commitment": commitment, "ply": ply });
        api.post("dice/throw", &question).json()["roll"]
            .as_str()
            .map(str::to_owned)
    };
    let thrown: Vec<_> = (0..20).map(throw).collect();
    assert_eq!(throw(3), thrown[3]);
    let told = api
        .post(
            "dice/reveal",
            &json!({ "id": "e", "commitment": commitment }),
        )
        .json();
    let seed: u64 = told["seed"]
        .as_str()
        .and_then(|seed| seed.parse().ok())
        .expect("a seed");
    for (ply, roll) in thrown.iter().enumerate() {
        let throw = tricorn::dice::Throw {
            seed,
            game: 0,
            ply: ply as u64,
            opening: ply == 0,
        };
        let roll_again = throw.roll::<tricorn::rules::abak::Dice>();
        let text = <tricorn::rules::abak::Abak as tricorn::rules::Notation>::roll_text(roll_again);
        assert_eq!(roll.as_deref(), Some(text.as_str()));
    }
    let gone = api.post(
        "dice/throw",
        &json!({ "id": 9, "commitment": commitment, "ply": 21 }),
    );
    assert_eq!((gone.status, &gone.json()["id"]), (404, &json!(9)));
    assert_eq!(
        api.post("dice/reveal", &json!({ "commitment": commitment }))
            .status,
        404
    );
    assert_eq!(api.post("dice", &json!({ "seed": 1 })).status, 400);
}
