//! CPU affinity: which CPUs the engines of each concurrent game may use.
//! Not here: pinning the processes (`engine`).

/// CPUs for each of so many tables, as equal in number as they can be. `text` is a list such as
/// `0-3,8`, or `auto` for all that this process may use.
///
/// # Errors
/// If the text is no list, names CPUs that this process may not use, or has fewer CPUs than there
/// are tables.
pub(super) fn of_tables(text: &str, tables: usize) -> Result<Vec<Vec<usize>>, String> {
    let allowed = allowed()?;
    let all = if text == "auto" {
        allowed
    } else {
        let all = list(text)?;
        let missing = all.iter().filter(|cpu| !allowed.contains(cpu));
        let missing: Vec<usize> = missing.copied().collect();
        if !missing.is_empty() {
            return Err(format!(
                "cpus: found {}, expected some of {}, which this process may use",
                ranges(&missing),
                ranges(&allowed)
            ));
        }
        all
    };
    let each = all.len() / tables;
    if each == 0 {
        return Err(format!(
            "cpus: {} CPUs for {tables} games at once",
            all.len()
        ));
    }
    Ok(all
        .chunks(each)
        .take(tables)
        .map(<[usize]>::to_vec)
        .collect())
}

fn list(text: &str) -> Result<Vec<usize>, String> {
    /// More than systems have.
    const MOST: usize = 4_096;
    let wrong = || format!("cpus: found \"{text}\", expected auto, or a list such as 0-3,8");
    let mut all = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let [first, last] =
            [first, last].map(|number| number.parse::<usize>().map_err(|_| wrong()));
        let (first, last) = (first?, last?);
        if first > last || last >= MOST {
            return Err(wrong());
        }
        all.extend(
            (first..=last)
                .filter(|cpu| !all.contains(cpu))
                .collect::<Vec<_>>(),
        );
    }
    Ok(all)
}

/// CPUs as a list such as `0-3,8`, in the order given.
fn ranges(cpus: &[usize]) -> String {
    let runs = cpus.chunk_by(|&one, &next| next == one + 1);
    let texts: Vec<String> = runs
        .map(|run| match run {
            [first, .., last] => format!("{first}-{last}"),
            _ => run.iter().map(ToString::to_string).collect(),
        })
        .collect();
    texts.join(",")
}

#[cfg(target_os = "linux")]
fn allowed() -> Result<Vec<usize>, String> {
    use nix::sched::{CpuSet, sched_getaffinity};
    let set = sched_getaffinity(nix::unistd::Pid::from_raw(0))
        .map_err(|error| format!("cpus: {error}"))?;
    let allowed = |&cpu: &usize| set.is_set(cpu).unwrap_or(false);
    Ok((0..CpuSet::count()).filter(allowed).collect())
}

#[cfg(not(target_os = "linux"))]
fn allowed() -> Result<Vec<usize>, String> {
    Err("cpus: this system does not tell which CPUs may be used".into())
}
