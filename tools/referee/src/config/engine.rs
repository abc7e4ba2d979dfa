//! The configuration of one engine, from `key=value` words or a TOML table.
//! Not here: starting it.

use crate::engine::{Dialect, EngineSpec};
use crate::game::Limits;
use crate::limits::split;
use std::path::Path;
use std::str::FromStr;
use toml::{Table, Value};

/// An engine as asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineConfig {
    /// What is needed to start it.
    pub spec: EngineSpec,
    /// What it may spend.
    pub limits: Limits,
}

/// What an engine's words may begin with, for messages.
const KEYS: &str = "name, cmd, args, arg, dir, proto, memory, option.<NAME>, tc, movetime, nodes, depth, \
                    nodestime, margin, ponder";

impl EngineConfig {
    /// An engine from its words; those that every engine gets come first.
    ///
    /// # Errors
    /// A word that is not `key=value` with a known key and a value that fits; no `cmd`.
    pub fn new(words: &[String]) -> Result<Self, String> {
        let mut engine = Self {
            limits: Limits::none(),
            ..Self::default()
        };
        for word in words {
            let (key, value) = split(word)?;
            engine.set(key, value)?;
        }
        if engine.spec.command.is_empty() {
            return Err("no cmd=<program>".into());
        }
        engine.check_command()?;
        if engine.spec.name.is_empty() {
            let stem = Path::new(&engine.spec.command).file_stem();
            engine.spec.name = stem.map_or_else(
                || engine.spec.command.clone(),
                |stem| stem.to_string_lossy().into(),
            );
        }
        if engine.limits.nodestime.is_some() && engine.limits.tc.is_none() {
            return Err("nodestime needs a tc".into());
        }
        Ok(engine)
    }

    /// Finds a command with its arguments in one text, which is no program's name.
    fn check_command(&self) -> Result<(), String> {
        let Some((program, arguments)) = self.spec.command.split_once(char::is_whitespace) else {
            return Ok(());
        };
        let cmd = Path::new(&self.spec.command);
        let there = self
            .spec
            .dir
            .as_ref()
            .is_some_and(|dir| dir.join(cmd).exists());
        if there || cmd.exists() {
            return Ok(());
        }
        Err(format!(
            "cmd: no program is called {:?}; if {:?} are its arguments, write cmd={program} args={:?}",
            self.spec.command,
            arguments.trim(),
            arguments.trim()
        ))
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let text = value.to_owned();
        match key {
            "name" if value.is_empty() || value.contains(char::is_control) => {
                return Err(format!(
                    "name: found {value:?}, expected a name on one line"
                ));
            }
            "name" => self.spec.name = text,
            "cmd" => self.spec.command = text,
            "args" => self
                .spec
                .args
                .extend(value.split_ascii_whitespace().map(str::to_owned)),
            "arg" => self.spec.args.push(text),
            "dir" => self.spec.dir = Some(text.into()),
            "proto" => {
                self.spec.dialect = match value {
                    "uci" => Dialect::Uci,
                    "ugi" => Dialect::Ugi,
                    _ => return Err(format!("proto: found \"{value}\", expected uci or ugi")),
                };
            }
            "memory" => {
                let mib = value.parse().ok().filter(|&mib| mib > 0);
                let wrong = || format!("memory: found \"{value}\", expected MiB above 0");
                self.spec.memory_mib = Some(mib.ok_or_else(wrong)?);
            }
            _ if Limits::KEYS.contains(&key) => self.limits.set(key, value)?,
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => self.option(name, value),
                _ => return Err(format!("\"{key}\" is not known, expected one of {KEYS}")),
            },
        }
        Ok(())
    }

    /// Sets an option; one that is set already, in whatever case, gets the new value.
    fn option(&mut self, name: &str, value: &str) {
        self.spec
            .options
            .retain(|(known, _)| !known.eq_ignore_ascii_case(name));
        self.spec.options.push((name.to_owned(), value.to_owned()));
    }

    /// The words from which [`new`](Self::new) makes this engine.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = vec![
            format!("name={}", self.spec.name),
            format!("cmd={}", self.spec.command),
        ];
        words.extend(self.spec.args.iter().map(|arg| format!("arg={arg}")));
        if let Some(dir) = &self.spec.dir {
            words.push(format!("dir={}", dir.display()));
        }
        let dialect = match self.spec.dialect {
            Dialect::Uci => "uci",
            Dialect::Ugi => "ugi",
        };
        words.push(format!("proto={dialect}"));
        words.extend(self.spec.memory_mib.map(|mib| format!("memory={mib}")));
        words.extend(self.limits.to_string().split(' ').map(str::to_owned));
        let options = self.spec.options.iter();
        words.extend(options.map(|(name, value)| format!("option.{name}={value}")));
        words
    }
}

/// The words of a table: a key may hold a text, a number, or `true` or `false`; `args` or `arg` a list
/// of arguments as well; `option` a table of options.
///
/// # Errors
/// A value of another type.
pub fn words_of_table(table: &Table) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("args" | "arg", Value::Array(args)) => {
                for arg in args {
                    words.push(format!("arg={}", plain(key, arg)?));
                }
            }
            ("option", Value::Table(options)) => {
                for (name, value) in options {
                    words.push(format!("option.{name}={}", plain(name, value)?));
                }
            }
            _ => words.push(format!("{key}={}", plain(key, value)?)),
        }
    }
    Ok(words)
}

fn plain(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Boolean(on) => Ok(on.to_string()),
        other => Err(format!(
            "{key}: found a value of type {}, expected a text, a whole number, true or false",
            other.type_str()
        )),
    }
}

/// The table whose words are [`EngineConfig::words`].
#[must_use]
pub fn table_of(engine: &EngineConfig) -> Table {
    let mut table = Table::new();
    let mut args = Vec::new();
    let mut options = Table::new();
    for word in engine.words() {
        // Words made above always have a key.
        let Some((key, value)) = word.split_once('=') else {
            continue;
        };
        match (key, key.strip_prefix("option.")) {
            ("arg", _) => args.push(Value::from(value)),
            (_, Some(name)) => drop(options.insert(name.into(), Value::from(value))),
            (_, None) => drop(table.insert(key.into(), number_or_text(value))),
        }
    }
    if !args.is_empty() {
        table.insert("args".into(), Value::Array(args));
    }
    if !options.is_empty() {
        table.insert("option".into(), Value::Table(options));
    }
    table
}

fn number_or_text(value: &str) -> Value {
    match i64::from_str(value) {
        Ok(number) if number.to_string() == value => number.into(),
        _ => value.into(),
    }
}
