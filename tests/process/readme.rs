//! The examples of the README, run as they stand there: what they show is what the engine prints.
//! Not here: what the README says beside them.

use crate::engine::pipe;

const README: &str = include_str!("../../README.md");

/// Fields whose numbers differ from run to run.
const VARYING: [&str; 2] = ["nps", "time"];

/// A line without the numbers that vary.
fn steady(line: &str) -> String {
    let mut words = Vec::new();
    let mut skip = false;
    for word in line.split(' ') {
        if !skip {
            words.push(word);
        }
        skip = VARYING.contains(&word);
    }
    words.join(" ")
}

/// The examples: the text that goes in, the engine's arguments, and the lines shown.
fn examples() -> Vec<(String, Vec<&'static str>, Vec<&'static str>)> {
    let blocks = README.split("```").skip(1).step_by(2);
    blocks
        .filter_map(|block| {
            let mut lines = block.trim().lines();
            let command = lines.next()?.strip_prefix("$ printf '")?;
            let (input, program) = command.split_once("' | ")?;
            let arguments = program.strip_prefix("target/release/tricorn")?;
            Some((
                input.replace("\\n", "\n"),
                arguments.split_whitespace().collect(),
                lines.collect(),
            ))
        })
        .collect()
}

#[test]
fn its_examples_are_what_the_engine_prints() {
    let examples = examples();
    assert!(examples.len() >= 3, "{examples:?}");
    for (input, arguments, shown) in examples {
        let (printed, status) = pipe(&arguments, input.as_str());
        assert!(status.success(), "{input}");
        let printed: Vec<_> = printed.iter().map(|line| steady(line)).collect();
        // How far a rollout has come at a certain moment is nobody's to say.
        let lines = shown.iter().filter(|line| !line.contains(" rollout "));
        for line in lines.filter(|&&line| line != "...") {
            let found = match line.strip_suffix(" ...") {
                Some(head) => printed.iter().any(|p| p.starts_with(&steady(head))),
                None => printed.contains(&steady(line)),
            };
            assert!(found, "README: {line}\nprinted: {printed:#?}");
        }
    }
}
