//! The identity of an engine: `id` lines, its options, and the `setoption` commands that it accepts.
//! Not here: sending them.

use tricorn_protocol::{Answer, Command, OptionKind, OptionLine, ProtocolError, Words, quote};

/// The option that chooses the game.
pub const VARIANT: &str = "UCI_Variant";

/// What an engine says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `id name`, empty if it gave none.
    pub name: String,
    /// `id author`, empty if it gave none.
    pub author: String,
    /// Its options.
    pub options: Vec<OptionLine>,
}

impl Identity {
    /// Takes an answer of the greeting.
    pub fn take(&mut self, answer: Answer) {
        match answer {
            Answer::IdName(name) => self.name = name,
            Answer::IdAuthor(author) => self.author = author,
            Answer::Option(option) => self.options.push(option),
            _ => {}
        }
    }

    /// The option of that name, in whatever case.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&OptionLine> {
        let name = Words::from(name);
        self.options
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name.as_str()))
    }

    /// The command that sets an option.
    ///
    /// # Errors
    /// The engine has no such option.
    pub fn setting(&self, name: &str, value: &str) -> Result<Command, String> {
        let Some(option) = self.option(name) else {
            return Err(format!("it has no option {}", quote(name)));
        };
        let button = matches!(option.kind, OptionKind::Button);
        Ok(Command::SetOption {
            name: name.to_owned(),
            value: (!button).then(|| value.to_owned()),
        })
    }

    /// How the engine calls a variant; `None` if it has no option for it, and so plays one alone.
    ///
    /// # Errors
    /// It says that it does not play this one.
    pub fn variant(&self, variant: &str) -> Result<Option<String>, String> {
        let Some(option) = self.option(VARIANT) else {
            return Ok(None);
        };
        let OptionKind::Combo { vars, .. } = &option.kind else {
            return Ok(Some(variant.to_owned()));
        };
        match vars.iter().find(|var| var.eq_ignore_ascii_case(variant)) {
            Some(var) => Ok(Some(var.clone())),
            None => {
                let vars = vars.join(", ");
                Err(format!("it does not play {variant}, only {vars}"))
            }
        }
    }
}

/// Why an option was not taken, by the errors that came between its `setoption` and `readyok`.
///
/// Each of them counts, whatever its code: a value may be refused as such, a file as `io`, a line as
/// too long, and where nothing else was asked nothing else can be meant. Any other `info string` is
/// no refusal; engines tell of success in that way, too.
#[must_use]
pub fn refusal<'a>(
    name: &str,
    errors: impl IntoIterator<Item = &'a ProtocolError>,
) -> Option<String> {
    let error = errors.into_iter().next()?;
    Some(format!("it refused option {}: {error}", quote(name)))
}
