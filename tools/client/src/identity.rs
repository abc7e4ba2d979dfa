//! The identity of an engine: `id` lines, its options, and the `setoption` commands that it accepts.
//! Not here: sending them.

use tricorn_protocol::{Answer, Command, OptionKind, OptionLine, ProtocolError, Words, quote};

/// The option that chooses the game.
pub const VARIANT: &str = "UCI_Variant";

/// Name, author and options of an engine.
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
    /// Adds an answer of the handshake.
    pub fn take(&mut self, answer: Answer) {
        match answer {
            Answer::IdName(name) => self.name = name,
            Answer::IdAuthor(author) => self.author = author,
            Answer::Option(option) => self.options.push(option),
            _ => {}
        }
    }

    /// The option of this name; case does not matter.
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

    /// The engine's name of a variant; `None` if it has no `UCI_Variant` and so plays only one.
    ///
    /// # Errors
    /// The engine does not play this variant.
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

/// Why an engine refused an option, from the errors between `setoption` and `readyok`.
///
/// Any error counts, whatever its code, since no other command was sent. Other `info string` lines do
/// not count; engines also report success that way.
#[must_use]
pub fn refusal<'a>(
    name: &str,
    errors: impl IntoIterator<Item = &'a ProtocolError>,
) -> Option<String> {
    let error = errors.into_iter().next()?;
    Some(format!("it refused option {}: {error}", quote(name)))
}
