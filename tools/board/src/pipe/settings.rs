//! The engine options that a page may set: none that name files, and only within limits.
//! Not here: sending them.

use crate::state::Bounds;
use tricorn_client::Identity;
use tricorn_protocol::{Command, ErrorCode, OptionKind, OptionLine, ProtocolError, quote};

/// An option that a page may not set, or not so.
pub type Refused = ProtocolError;

/// Parts of names of options that make an engine read or write files, whatever their type.
const FILES: [&str; 8] = [
    "file", "path", "log", "dir", "book", "save", "export", "syzygy",
];

/// Whether a page may set an option at all. A text may name a file, whatever the option is called.
fn is_open(option: &OptionLine) -> bool {
    let name = option.name.to_ascii_lowercase();
    let files = FILES.iter().any(|part| name.contains(part));
    !files && !matches!(option.kind, OptionKind::String { .. })
}

/// The most that a page may set a number to.
fn bound(name: &str, bounds: &Bounds) -> Option<i64> {
    let name = name.to_ascii_lowercase();
    if name.contains("hash") {
        Some(bounds.hash)
    } else if name.contains("thread") {
        Some(bounds.threads)
    } else {
        None
    }
}

/// The options of an engine as a page may set them. `set` are those that the command line has set,
/// which are the defaults here.
pub fn allowed(identity: &Identity, set: &[(String, String)], bounds: &Bounds) -> Vec<OptionLine> {
    let open = identity.options.iter().filter(|option| is_open(option));
    open.map(|option| {
        let mut option = option.clone();
        let given = set
            .iter()
            .rfind(|(name, _)| name.eq_ignore_ascii_case(&option.name));
        let given = given.map(|(_, value)| value.as_str());
        match &mut option.kind {
            OptionKind::Check { default } => {
                *default = given.map_or(*default, |value| value.eq_ignore_ascii_case("true"));
            }
            OptionKind::Spin { default, min, max } => {
                *default = given
                    .and_then(|value| value.parse().ok())
                    .unwrap_or(*default);
                let bound = bound(&option.name, bounds).unwrap_or(*max);
                // What the command line has chosen is no more than what it allows.
                *max = (*max).min(bound.max(*default)).max(*min);
            }
            OptionKind::Combo { default, .. } => {
                if let Some(value) = given {
                    value.clone_into(default);
                }
            }
            OptionKind::Button | OptionKind::String { .. } => {}
        }
        option
    })
    .collect()
}

/// The command that sets an option, if a page may: in canonical form, whatever the page sent.
///
/// # Errors
/// Why it may not.
pub fn setting(
    identity: &Identity,
    allowed: &[OptionLine],
    name: &str,
    value: Option<&str>,
) -> Result<Command, Refused> {
    let is = |option: &&OptionLine| option.name.eq_ignore_ascii_case(name);
    let Some(option) = allowed.iter().find(is) else {
        let (code, message) = match identity.option(name) {
            Some(_) => (
                ErrorCode::BadValue,
                "may name a file, so that only the command line of the board can set it",
            ),
            None => (ErrorCode::UnknownOption, "this engine does not have it"),
        };
        return Err(Refused::new(
            code,
            format!("option {}: {message}", quote(name)),
        ));
    };
    let given = value.unwrap_or_default();
    let expected = match &option.kind {
        OptionKind::Button => None,
        OptionKind::Check { .. } => {
            let known = ["true", "false"]
                .iter()
                .any(|known| given.eq_ignore_ascii_case(known));
            (!known).then(|| "true or false".to_owned())
        }
        OptionKind::Spin { min, max, .. } => {
            let number = given.parse::<i64>().ok();
            let inside = number.is_some_and(|number| (*min..=*max).contains(&number));
            (!inside).then(|| format!("a number from {min} to {max}"))
        }
        OptionKind::Combo { vars, .. } => {
            let known = vars.iter().any(|var| var.eq_ignore_ascii_case(given));
            (!known).then(|| format!("one of {}", vars.join(", ")))
        }
        OptionKind::String { .. } => Some("no text from a page".to_owned()),
    };
    match expected {
        Some(expected) => {
            let name = &option.name;
            let message = format!("option {name}: {}, expected {expected}", quote(given));
            Err(Refused::new(ErrorCode::BadValue, message))
        }
        None => Ok(Command::SetOption {
            name: option.name.clone(),
            value: (option.kind != OptionKind::Button).then(|| given.to_owned()),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds {
        hash: 256,
        threads: 2,
        engines: 1,
        sockets: 1,
    };

    fn identity() -> Identity {
        let option = |name: &str, kind| OptionLine {
            name: name.into(),
            kind,
        };
        let text = || OptionKind::String {
            default: String::new(),
        };
        let spin = |max| OptionKind::Spin {
            default: 1,
            min: 1,
            max,
        };
        Identity {
            options: vec![
                option("Hash", spin(65_536)),
                option("Threads", spin(512)),
                option("MultiPV", spin(500)),
                option("Ponder", OptionKind::Check { default: false }),
                option("Clear Hash", OptionKind::Button),
                option("Save Weights", OptionKind::Button),
                option("Own Book", OptionKind::Check { default: false }),
                option("EvalFile", text()),
                option("Debug Log File", text()),
                option("Server", text()),
            ],
            ..Identity::default()
        }
    }

    #[test]
    fn pages_set_no_files_and_stay_within_the_bounds() {
        let identity = identity();
        let open = allowed(&identity, &[], &BOUNDS);
        let set = |name, value| setting(&identity, &open, name, value);
        for (name, value) in [
            ("hash", Some("256")),
            ("Threads", Some("2")),
            ("MultiPV", Some("500")),
            ("Ponder", Some("TRUE")),
            ("Clear Hash", None),
            ("Clear Hash", Some("ignored")),
        ] {
            assert!(set(name, value).is_ok(), "{name}");
        }
        for (name, value) in [
            ("Hash", Some("257")),
            ("Hash", None),
            ("Threads", Some("3")),
            ("Ponder", Some("perhaps")),
            ("EvalFile", Some("/etc/passwd")),
            ("evalfile", Some("x")),
            ("Debug Log File", Some("/tmp/x")),
            ("Server", Some("evil.example")),
            ("Save Weights", None),
            ("Own Book", Some("true")),
            ("Nonsense", Some("1")),
        ] {
            assert!(set(name, value).is_err(), "{name}");
        }
        assert_eq!(
            set("hash", Some("7")).map(|c| c.to_string()),
            Ok("setoption name Hash value 7".into())
        );
    }

    #[test]
    fn the_command_line_sets_defaults() {
        let given = [
            ("hash".to_owned(), "1024".to_owned()),
            ("Ponder".to_owned(), "true".to_owned()),
        ];
        let open = allowed(&identity(), &given, &BOUNDS);
        let kind = |name: &str| {
            open.iter()
                .find(|option| option.name == name)
                .map(|o| o.kind.clone())
        };
        let hash = OptionKind::Spin {
            default: 1024,
            min: 1,
            max: 1024,
        };
        assert_eq!(kind("Hash"), Some(hash));
        assert_eq!(kind("Ponder"), Some(OptionKind::Check { default: true }));
    }
}
