//! Settings: what is understood, what is refused, and that a plan reads as it was written.
//! Not here: the program's own arguments.

use referee::config::{Plan, RawConfig};
use referee::stats::Model;

const PLAIN: &str = "variant = \"NAME\"\n[[engine]]\nname = \"a\"\ncmd = \"x\"\nnodes = 5\n[[engine]]\ncmd = \"dir/y.sh\"\ntc = \"40/60+0.5\"\n";

fn plan(text: &str) -> Result<Plan, String> {
    let text = text.replace("NAME", tricorn::rules::list::NAMES[0]);
    Plan::new(&RawConfig::from_toml(&text)?).map_err(|error| error.to_string())
}

#[test]
fn a_plan_reads_as_it_was_written() {
    let rich = format!(
        "tournament = \"round-robin\"\ngames = 6\nseed = 9\nopenings = \"random\"\nplies = 3\norder = \"file\"\n\
         level = {{ cmd = \"judge\", depth = 4, score = 20 }}\nresign = \"score=300\"\ndraw = \"\"\nmax-plies = 200\n\
         no-times = true\nstrict = true\nshard = \"2/3\"\ndeadlines = \"stop=500 search=9000\"\n{PLAIN}\
         args = [\"a b\", \"-c\"]\ndir = \"/\"\nproto = \"ugi\"\nmemory = 64\nmargin = 7\nponder = true\n\
         [engine.option]\nHash = 16\n\"Clear Hash\" = \"\"\n\"Eval File\" = \"a = b\"\n"
    );
    for text in [
        PLAIN.to_owned(),
        format!("sprt = \"h0=0 h1=5\"\n{PLAIN}"),
        rich,
    ] {
        let plan = plan(&text).expect("plan");
        let again =
            Plan::new(&RawConfig::from_toml(&plan.to_toml()).expect("settings")).expect("plan");
        assert_eq!(plan.to_toml(), again.to_toml());
        assert_eq!(plan.engines, again.engines);
        assert_eq!(plan.difference(&again), None);
    }
    assert_eq!(plan(PLAIN).expect("plan").engines[1].spec.name, "y");
}

#[test]
fn a_list_of_arguments_has_either_name() {
    for key in ["arg", "args"] {
        let text = format!("{PLAIN}{key} = [\"a b\", \"-c\", 3]\n");
        let plan = plan(&text).expect("plan");
        assert_eq!(plan.engines[1].spec.args, ["a b", "-c", "3"]);
    }
    let error = plan(&format!("{PLAIN}arg = [[1]]\n")).expect_err("a list in a list");
    assert!(error.contains("engine 2: arg: found a value of type array"));
}

#[test]
fn hypotheses_are_about_points_where_wins_differ_in_worth() {
    for (game, model) in [
        ("dameo", Model::Normalized),
        ("eximo", Model::Normalized),
        ("abak", Model::Points),
    ] {
        let test = |words: &str| {
            let text = format!("sprt = \"{words}\"\n{}", PLAIN.replace("NAME", game));
            plan(&text).map(|plan| plan.sprt.expect("a test").setting().model)
        };
        assert_eq!(test("h0=0 h1=0.05"), Ok(model));
        assert_eq!(test("h0=0 h1=5 model=logistic"), Ok(Model::Logistic));
        assert_eq!(test("h0=0 h1=10").is_ok(), model != Model::Points);
    }
}

#[test]
fn several_words_may_stand_between_quotes() {
    let plan = |sprt: &[&str], deadlines: &[&str]| {
        let text = PLAIN.replace("NAME", tricorn::rules::list::NAMES[0]);
        let mut config = RawConfig::from_toml(&text).expect("settings");
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
        config.settings.sprt = words(sprt);
        config.settings.deadlines = words(deadlines);
        Plan::new(&config).expect("plan").to_toml()
    };
    let quoted = plan(&["h0=0 h1=5", "alpha=0.1"], &["stop=500 search=9000"]);
    let apart = plan(&["h0=0", "h1=5", "alpha=0.1"], &["stop=500", "search=9000"]);
    assert_eq!(quoted, apart);
    assert!(quoted.contains("h0=0 h1=5 alpha=0.1"), "{quoted}");
}

#[test]
fn the_shard_is_no_difference() {
    let [one, other] =
        ["1/2", "2/2"].map(|shard| plan(&format!("shard = \"{shard}\"\n{PLAIN}")).expect("plan"));
    assert_eq!(one.difference(&other), None);
    let seed = plan(&format!("seed = 5\n{PLAIN}")).expect("plan");
    assert_eq!(
        one.difference(&seed).as_deref(),
        Some("seed = 1 against seed = 5")
    );
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    for (text, reason) in [
        (
            PLAIN.replace("NAME", "chess"),
            "no game is called \"chess\"",
        ),
        (format!("games = 3\n{PLAIN}"), "expected an even number"),
        (format!("gamse = 2\n{PLAIN}"), "unknown field `gamse`"),
        (
            format!("openings = \"no-such-file\"\n{PLAIN}"),
            "openings \"no-such-file\"",
        ),
        (
            format!("sprt = \"h0=5 h1=0\"\n{PLAIN}"),
            "h0 has to be below h1",
        ),
        (format!("sprt = \"h1=0\"\n{PLAIN}"), "expected h0 and h1"),
        (
            format!("level = \"cmd=x tc=1\"\n{PLAIN}"),
            "expected nodes or depth",
        ),
        (format!("resign = \"score=0\"\n{PLAIN}"), "above 0"),
        (
            format!("deadlines = \"move=3\"\n{PLAIN}"),
            "\"move\" is not known",
        ),
        (
            format!("{PLAIN}[[engine]]\ncmd = \"z\"\ndepth = 1\n"),
            "need a gauntlet",
        ),
        (
            format!("{PLAIN}colour = \"red\"\n"),
            "engine 2: \"colour\" is not known",
        ),
        (PLAIN.replace("tc =", "name = \"b\"\n#"), "b has no limit"),
        (
            PLAIN.replace("dir/y.sh", "a"),
            "two engines are called \"a\"",
        ),
        (PLAIN.replace("40/60+0.5", "0/60"), "no moves"),
        (PLAIN.replace("40/60+0.5", "0"), "no time at all"),
        (
            PLAIN.replace("nodes = 5", "nodestime = 5"),
            "nodestime needs a tc",
        ),
        ("variant = \"NAME\"".to_owned(), "0 engines given"),
        (format!("each = 3\n{PLAIN}"), "each: found integer"),
    ] {
        match plan(&text) {
            Ok(_) => panic!("not refused: {text}"),
            Err(error) => assert!(error.contains(reason), "{error}\ninstead of: {reason}"),
        }
    }
}
