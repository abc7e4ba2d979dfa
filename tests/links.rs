//! The pages of the repository: every link leads to a file, and to a heading of it.
//! Not here: what pages say; the examples of the README are run by the tests of the process.

mod files;

use std::fs;
use std::path::{Path, PathBuf};

/// All pages in Markdown, the hidden folder for contributors included.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = vec![root.join("README.md")];
    for folder in [".github", "src", "protocol", "tests", "tools"] {
        found.extend(files::below(&root.join(folder), "md"));
    }
    found
}

/// The targets of a page's links and images, code left out.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let targets = prose.flat_map(|part| {
        let links = part.split("](").skip(1);
        let images = part.split("<img src=\"").skip(1);
        links
            .filter_map(|rest| rest.split(')').next())
            .chain(images.filter_map(|rest| rest.split('"').next()))
    });
    targets.collect()
}

/// The anchor of a heading: lower case, blanks as hyphens, no other signs.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim();
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Whether a page has a heading with this anchor.
fn has_heading(page: &Path, wanted: &str) -> bool {
    let text = fs::read_to_string(page).expect("a page");
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings.map(anchor).any(|found| found == wanted)
}

#[test]
fn every_link_of_a_page_leads_somewhere() {
    let mut followed = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a page");
        for link in links(&text) {
            if link.contains("://") {
                continue;
            }
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = match path {
                "" => page.clone(),
                path => page.parent().expect("a folder").join(path),
            };
            assert!(target.exists(), "{page:?}: {link}");
            assert!(
                heading.is_empty() || has_heading(&target, heading),
                "{page:?}: no heading for {link}"
            );
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed}");
}
