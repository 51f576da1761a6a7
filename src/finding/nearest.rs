//! The names that somebody may have meant.

/// The names that are nearest to a word, as an ending of a message: `; did you mean …?`, or nothing.
pub(crate) fn suggestion<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    const MOST: usize = 3;
    const LEAST: f64 = 0.6;
    let word = word.to_ascii_lowercase();
    let mut near: Vec<(f64, &str)> = names
        .into_iter()
        .map(|name| {
            let likeness =
                strsim::normalized_damerau_levenshtein(&word, &name.to_ascii_lowercase());
            (likeness, name)
        })
        .filter(|(likeness, _)| *likeness >= LEAST)
        .collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    let names: Vec<String> = near
        .iter()
        .take(MOST)
        .map(|(_, name)| format!("`{name}`"))
        .collect();
    if names.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", names.join(" or "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        let names = ["white_elo", "black_elo", "date"];
        assert_eq!(suggestion("whiteelo", names), "; did you mean `white_elo`?");
        assert_eq!(suggestion("zzz", names), "");
    }
}
