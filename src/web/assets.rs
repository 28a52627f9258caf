//! The files of the page, embedded in the program.

/// A file of the page.
pub(super) struct Asset {
    /// Its path on the server.
    pub(super) path: &'static str,
    /// Its media type.
    pub(super) kind: &'static str,
    /// Its content.
    pub(super) text: &'static str,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! asset {
    ($path:literal, $file:literal, $kind:expr) => {
        Asset {
            path: $path,
            kind: $kind,
            text: include_str!(concat!("page/", $file)),
        }
    };
}

/// All files.
pub(super) const ASSETS: &[Asset] = &[
    asset!("/", "index.html", HTML),
    asset!("/style.css", "style.css", CSS),
    asset!("/looks.css", "looks.css", CSS),
    asset!("/panels.css", "panels.css", CSS),
    asset!("/review.css", "review.css", CSS),
    asset!("/editor.css", "editor.css", CSS),
    asset!("/icon.svg", "icon.svg", SVG),
    asset!("/main.js", "main.js", JS),
    asset!("/wire.js", "wire.js", JS),
    asset!("/words.js", "words.js", JS),
    asset!("/french.js", "french.js", JS),
    asset!("/german.js", "german.js", JS),
    asset!("/learn.js", "learn.js", JS),
    asset!("/languages.js", "languages.js", JS),
    asset!("/english.js", "english.js", JS),
    asset!("/dom.js", "dom.js", JS),
    asset!("/board.js", "board.js", JS),
    asset!("/layout.js", "layout.js", JS),
    asset!("/ground.js", "ground.js", JS),
    asset!("/look.js", "look.js", JS),
    asset!("/dress.js", "dress.js", JS),
    asset!("/motion.js", "motion.js", JS),
    asset!("/surface.js", "surface.js", JS),
    asset!("/intent.js", "intent.js", JS),
    asset!("/strips.js", "strips.js", JS),
    asset!("/tabs.js", "tabs.js", JS),
    asset!("/kept.js", "kept.js", JS),
    asset!("/album.js", "album.js", JS),
    asset!("/start.js", "start.js", JS),
    asset!("/levels.js", "levels.js", JS),
    asset!("/analysis.js", "analysis.js", JS),
    asset!("/clicks.js", "clicks.js", JS),
    asset!("/players.js", "players.js", JS),
    asset!("/moves.js", "moves.js", JS),
    asset!("/thoughts.js", "thoughts.js", JS),
    asset!("/curve.js", "curve.js", JS),
    asset!("/scores.js", "scores.js", JS),
    asset!("/tree.js", "tree.js", JS),
    asset!("/record.js", "record.js", JS),
    asset!("/memory.js", "memory.js", JS),
    asset!("/status.js", "status.js", JS),
    asset!("/review.js", "review.js", JS),
    asset!("/puzzle.js", "puzzle.js", JS),
    asset!("/study.js", "study.js", JS),
    asset!("/explorer.js", "explorer.js", JS),
    asset!("/collection.js", "collection.js", JS),
    asset!("/editor.js", "editor.js", JS),
    asset!("/view.js", "view.js", JS),
    asset!("/controls.js", "controls.js", JS),
    asset!("/refusal.js", "refusal.js", JS),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The limit on the page's size in bytes: a phone on a slow line loads all of it before the
    /// first move.
    const MOST_BYTES: usize = 300_000;

    #[test]
    fn the_page_is_small_and_asks_no_other_host_for_anything() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.text.len()).sum();
        assert!(bytes < MOST_BYTES, "{bytes} bytes");
        for asset in ASSETS {
            for (index, _) in asset.text.match_indices("//") {
                let before = &asset.text[..index];
                // The namespace of SVG looks like an address and is none.
                let is_name = asset.text[index..].starts_with("//www.w3.org/2000/svg");
                assert!(is_name || !before.ends_with(':'), "{}", asset.path);
            }
        }
    }
}
