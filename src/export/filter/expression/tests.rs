//! What expressions say of a game, and what is refused before any game is read.

use super::*;
use crate::export::value::Date;

const COLUMNS: [(&str, Kind); 9] = [
    ("white", Kind::Text),
    ("white_elo", Kind::Int),
    ("black_elo", Kind::Int),
    ("result", Kind::Text),
    ("eco", Kind::Text),
    ("date", Kind::Date),
    ("clock", Kind::Float),
    ("rated", Kind::Bool),
    ("moves", Kind::Json),
];

/// A game whose Black has no rating.
fn value(wanted: &Wanted) -> Value<'static> {
    match wanted {
        Wanted::Tag(name) => match name.as_str() {
            "Round" => Value::text("3"),
            "EventDate" => Value::text("2024.05.01"),
            _ => Value::Null,
        },
        Wanted::Column(name) => match name.as_str() {
            "white" => Value::text("Müller, K"),
            "white_elo" => Value::Int(2500),
            "result" => Value::text("1-0"),
            "eco" => Value::text("B90"),
            "date" => Date::new(2024, 5, 31).into(),
            "clock" => Value::Float(1.5),
            "rated" => Value::Bool(true),
            "moves" => Value::Json("[\"e4\"]".to_owned()),
            _ => Value::Null,
        },
    }
}

fn answer(source: &str) -> Option<bool> {
    let expression = Expression::new(source, &COLUMNS).unwrap_or_else(|fault| panic!("{fault}"));
    let wanted = expression.wanted().to_vec();
    expression.answer(&mut |index| value(&wanted[index]))
}

#[test]
fn true_of_a_game() {
    for source in [
        "white_elo >= 2500 && result == \"1-0\" && eco.startsWith('B9')",
        "white_elo > 2499.5 && 2499.5 < white_elo",
        "white_elo == 2500.0",
        "eco.endsWith(\"0\") && eco.contains('9') && !eco.contains('A')",
        r"white.matches(r'^M\w+, K$')",
        "size(white) == 9 && white.size() == 9",
        "white.lowerAscii() == 'müller, k' && eco.lowerAscii().upperAscii() == 'B90'",
        "result in ['1-0', '0-1'] && white_elo in [1, 2500.0] && !(eco in ['A00'])",
        "date in ['2024-05-31']",
        "date >= '2024-05-31' && date < date(\"2024-06-01\") && '2024.05.30' < date",
        "year(date) == 2024 && date.month() == 5 && day(date) == 31",
        "date(tag('EventDate')) == '2024-05-01'",
        "int(tags[\"Round\"]) + 1 == 4 && tags.Round == '3'",
        "tag('Round') != null && tag('Annotator') == null",
        "black_elo == null && !(black_elo != null) && null == null",
        "(black_elo == null ? 0 : black_elo) < 1",
        "white_elo / 1000 == 2 && white_elo % 7 == 1 && -white_elo < -1 && white_elo / 1000.0 == 2.5",
        "(rated ? 3 : 0.5) / 2 == 1.5",
        "clock * 2 == 3 && 2 - clock == 0.5",
        "'B' + string(90) == eco",
        "double('1.5') == clock && int(clock) == 1 && int(' 7 ') == 7",
        "rated && rated == true && rated != false",
        "moves.contains('e4')",
        "'a' < 'b' && 5u == 5",
        "false ? black_elo > 0 : true",
        "true || black_elo > 0",
        "black_elo > 0 || white_elo > 0",
        "9007199254740993 > 9007199254740992.0",
    ] {
        assert_eq!(answer(source), Some(true), "{source}");
    }
}

#[test]
fn false_or_unknown() {
    for (source, expected) in [
        ("black_elo > 0 && false", Some(false)),
        ("false && black_elo > 0", Some(false)),
        ("black_elo > 0", None),
        ("!(black_elo > 0)", None),
        ("black_elo > 0 || false", None),
        ("black_elo > 0 && true", None),
        ("black_elo != 5", None),
        ("black_elo in [1]", None),
        ("black_elo > 0 ? true : true", None),
        ("(rated ? null : true)", None),
        ("tag('X').contains('')", None),
        ("tag('X').matches('')", None),
        ("size(tag('X')) == 0", None),
        ("tag('X') + 'a' == 'a'", None),
        ("'a' + tag('X') == 'a'", None),
        ("string(black_elo) == ''", None),
        (
            "white_elo / 0 == 0 || white_elo % 0 == 0 || clock / 0 == 0",
            None,
        ),
        ("9223372036854775807 + white_elo > 0", None),
        (
            "int('x') == 0 || double('inf') > 0 || date(tag('Round')) == '2024-01-01'",
            None,
        ),
        ("int(1e300) > 0", None),
        ("white_elo in []", Some(false)),
    ] {
        assert_eq!(answer(source), expected, "{source}");
    }
}

#[test]
fn each_is_wanted_once_and_asked_when_needed() {
    let source = "white_elo > 3000 && black_elo > 0 || white_elo < tags['A'].size()";
    let expression = Expression::new(source, &COLUMNS).unwrap();
    let column = |name: &str| Wanted::Column(name.to_owned());
    let tag = Wanted::Tag("A".to_owned());
    assert_eq!(
        expression.wanted(),
        [column("white_elo"), column("black_elo"), tag]
    );
    let mut asked = Vec::new();
    let matches = expression.matches(&mut |index| {
        asked.push(index);
        Value::Int(5)
    });
    assert!(!matches);
    assert_eq!(asked, [0, 0, 2]);
}

/// Expressions, the place of what is wrong with them, and how its message begins.
const REFUSED: &[(&str, usize, &str)] = &[
    ("", 0, "the expression is empty"),
    ("white_elo >= ", 12, "the expression breaks off"),
    ("(rated", 6, "`)` is missing"),
    ("eco == 'x", 7, "a text that does not end"),
    ("white_elo = 1", 10, "`=` cannot stand here; `==`"),
    ("rated and rated", 6, "`and` cannot stand here; `&&`"),
    ("rated or rated", 6, "`or` cannot stand here; `||`"),
    ("white_elo <> 1", 11, "`>` cannot stand here; `!=`"),
    ("eco == 'é' & rated", 12, "`&` cannot stand here; `&&`"),
    (
        "rated &&\n  whit_elo > 1",
        11,
        "no column is called `whit_elo`; did you mean `white_elo` or",
    ),
    (
        "eco == B90",
        7,
        "no column is called `B90`; texts stand in quotes",
    ),
    ("99999999999999999999 > 1", 0, "invalid int literal"),
    ("white_elo", 0, "the expression is int"),
    ("null", 0, "the expression is null"),
    ("white_elo + 1", 10, "the expression is int"),
    (
        "white_elo == '2500'",
        10,
        "`==` compares int with text; numbers have no quotes",
    ),
    (
        "white_elo == eco",
        10,
        "`==` compares int with text; `int(...)`",
    ),
    ("rated < true", 6, "`<` compares bool with bool"),
    ("date > 2024", 5, "`>` compares date with int"),
    (
        "date > '2024'",
        7,
        "`2024` is no day; days are written 2024-05-31",
    ),
    (
        "date == eco",
        5,
        "`==` compares date with text; `date(...)` reads a text",
    ),
    ("date('2023-02-29') == date", 5, "`2023-02-29` is no day"),
    ("white_elo > null", 10, "`>` cannot compare with null"),
    (
        "white_elo && rated",
        0,
        "`&&` takes what is true or false, not int",
    ),
    ("!eco", 1, "`!` takes what is true or false, not text"),
    ("-eco == 1", 1, "`-` takes a number, not text"),
    (
        "eco + 1 == 'x'",
        4,
        "`+` cannot be used on text and int; `string(...)`",
    ),
    ("eco.startsWith(9)", 15, "`startsWith` takes text, not int"),
    (
        "eco.startsWith()",
        4,
        "`startsWith` takes a text and one argument",
    ),
    (
        "eco.startWith('B')",
        4,
        "no function is called `startWith`; did you mean `startsWith`?",
    ),
    ("size(eco, eco) > 1", 0, "`size` takes one argument"),
    ("year(eco) == 1", 5, "`year` takes a date, not text"),
    (
        "eco.matches('(')",
        12,
        "not a regular expression: unclosed group",
    ),
    (
        "eco.matches(result)",
        12,
        "`matches` takes a regular expression as a literal",
    ),
    ("tag(eco) == 'x'", 4, "the name of a tag must be a literal"),
    ("tags[1] == 'x'", 5, "the name of a tag must be a literal"),
    ("tags == null", 0, "`tags` needs the name of a tag"),
    ("eco[1] == 'x'", 3, "only `tags` can be indexed"),
    ("eco.x == 'x'", 3, "only `tags` has parts"),
    ("eco in result", 7, "`in` needs a list of literals"),
    ("eco in [1]", 8, "`in` looks for text, and this is int"),
    ("eco in [result]", 8, "`in` needs a list of literals"),
    ("rated ? 1 : 'a'", 6, "`?` chooses between int and text"),
    ("has(tags.Round)", 0, "`has` is not known here"),
    (
        "[1].all(x, x > 0)",
        4,
        "macros over lists are not known here",
    ),
    ("[1] == [1]", 0, "a list can only stand after `in`"),
    ("{'a': 1} == 1", 0, "maps and messages are not known here"),
    ("b'x' == eco", 0, "bytes are not known here"),
];

#[test]
fn refused_before_any_game() {
    let mut wrong = Vec::new();
    for &(source, at, message) in REFUSED {
        let fault = Expression::new(source, &COLUMNS).unwrap_err();
        if !fault.message().starts_with(message) || fault.offset() != at {
            wrong.push(format!(
                "{} where {at} was expected:\n{fault}",
                fault.offset()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn depth_and_length_are_bounded() {
    let message = |source: &str| {
        Expression::new(source, &COLUMNS)
            .unwrap_err()
            .message()
            .to_owned()
    };
    assert!(message(&format!("{}1 > 0", "1+".repeat(8000))).contains("too deeply"));
    assert!(message(&"rated && ".repeat(2000)).contains("are allowed"));
    let nested = format!("{}rated{}", "(".repeat(5000), ")".repeat(5000));
    assert!(Expression::new(&nested, &COLUMNS).is_err());
    let many = vec!["rated"; 1000].join(" && ");
    assert_eq!(answer(&many), Some(true));
}

mod garbage {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whatever the text, it is read or refused.
        #[test]
        fn never_panics(source in r#"(white_elo|eco|tags|date|[-+*/%!=<>&|?:.,(){}\[\]'" é0-9b`]| in |null|startsWith){0,12}"#) {
            if let Err(fault) = Expression::new(&source, &COLUMNS) {
                prop_assert!(fault.offset() <= source.len());
                prop_assert!(!fault.to_string().is_empty());
            }
        }
    }
}
