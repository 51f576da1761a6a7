//! The options that an engine advertises: `option name … type …`.

/// An option as advertised.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advertised {
    /// The name, which may contain spaces; engines do not tell letters of different case apart.
    pub name: String,
    /// What values it takes.
    pub kind: Kind,
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The value if none is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value if none is set, where one is told.
        default: Option<i64>,
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// One of some texts.
    Combo {
        /// The value if none is set.
        default: String,
        /// The texts.
        vars: Vec<String>,
    },
    /// Something that is done when it is set; it has no value.
    Button,
    /// Any text (`string`).
    Text {
        /// The value if none is set; `<empty>` for an empty one.
        default: String,
    },
}

const KINDS: [&str; 5] = ["check", "spin", "combo", "button", "string"];

impl Advertised {
    /// Reads what stands behind the word `option`; `None` if that is no option.
    #[must_use]
    pub(super) fn parse(text: &str) -> Option<Advertised> {
        let words: Vec<&str> = text.split_whitespace().collect();
        // A name may contain the word `type`, but hardly one of the kinds behind it.
        let at = words
            .windows(2)
            .position(|pair| pair[0] == "type" && KINDS.contains(&pair[1]))?;
        let name = words.get(1..at)?.join(" ");
        if words.first() != Some(&"name") || name.is_empty() {
            return None;
        }
        let kind = *words.get(at + 1)?;
        let rest = words.get(at + 2..)?;
        let kind = match kind {
            "check" => Kind::Check {
                default: after(rest, "default").eq_ignore_ascii_case("true"),
            },
            "spin" => Kind::Spin {
                default: after(rest, "default").parse().ok(),
                min: after(rest, "min").parse().unwrap_or(i64::MIN),
                max: after(rest, "max").parse().unwrap_or(i64::MAX),
            },
            "combo" => combo(rest),
            "button" => Kind::Button,
            _ => Kind::Text {
                default: match rest {
                    ["default", text @ ..] => text.join(" "),
                    _ => String::new(),
                },
            },
        };
        Some(Advertised { name, kind })
    }
}

/// The word behind `key`, or nothing.
fn after<'a>(words: &[&'a str], key: &str) -> &'a str {
    let at = words.iter().position(|word| *word == key);
    at.and_then(|at| words.get(at + 1)).copied().unwrap_or("")
}

/// `default TEXT var TEXT var TEXT`, where a text may be several words.
fn combo(words: &[&str]) -> Kind {
    let mut default = String::new();
    let mut vars = Vec::new();
    for group in words.chunk_by(|_, next| !["default", "var"].contains(next)) {
        match group {
            ["default", text @ ..] => default = text.join(" "),
            ["var", text @ ..] => vars.push(text.join(" ")),
            _ => {}
        }
    }
    Kind::Combo { default, vars }
}
