//! The default engine: the `tricorn` that was built with this program.
//! Not here: engines that the user names.

use std::path::PathBuf;
use tricorn_client::EngineSpec;

/// What the program of the engine is called.
const PROGRAM: &str = "tricorn";

/// The engine `tricorn`: beside the running program, else in one of the folders of `PATH`.
///
/// # Errors
/// It is in none of these places; the message says where it was looked for.
pub fn own_engine() -> Result<EngineSpec, String> {
    let own = std::env::current_exe().ok();
    let beside = own.as_deref().and_then(|program| program.parent());
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = beside.map(PathBuf::from).into_iter();
    let mut places = folders
        .chain(std::env::split_paths(&path))
        .map(|folder| folder.join(PROGRAM));
    let found = places.find(|place| place.is_file()).ok_or_else(|| {
        let beside = beside.map_or_else(String::new, |folder| format!("{} or ", folder.display()));
        format!(
            "no program {PROGRAM} in {beside}the folders of PATH; build it (cargo build --release -p \
             {PROGRAM}), or name an engine: --engine cmd=<program>"
        )
    })?;
    Ok(EngineSpec {
        name: PROGRAM.into(),
        command: found.to_string_lossy().into_owned(),
        ..EngineSpec::default()
    })
}
