//! Columns that say something of a half move.

use crate::chess::{Bitboard, Color, MoveKind, Position, Role};
use crate::export::columns::{Column, PLIES, Per, Row, columns};
use crate::export::game::{Game, Ply, push_uci};
use crate::export::polyglot;
use crate::export::value::{Kind, Value};
use crate::pgn::Span;
use crate::pgn::clock;
use crate::pgn::commands::{self, Command};
use crate::pgn::evaluation::{Score, evaluation};

columns! { Ply:
    "ply" Int "plies" usual PLIES "half moves from the start of the game, this one included" |row| of(row, |ply| ply.number.into());
    "move_number" Int "" usual PLIES "number of the move, as it is printed" |row| of(row, |ply| ply.before.fullmove().into());
    "side" Text "" usual PLIES "who moves, `white` or `black`" |row| of(row, |ply| side(ply.before.turn()).into());
    "san" Text "" usual PLIES "the move in canonical SAN" |row| of(row, |ply| ply.before.san_to(ply.mv, &ply.after).as_str().to_owned().into());
    "uci" Text "" usual PLIES "the move in UCI notation" |row| of(row, |ply| uci(ply).into());
    "fen_before" Text "" usual PLIES "the position before the move as FEN" |row| of(row, |ply| ply.before.fen_alone().into());
    "fen_after" Text "" extra PLIES "the position after the move as FEN" |row| of(row, |ply| ply.after.fen_alone().into());
    "piece" Text "" extra PLIES "the man that moves, `P`, `N`, `B`, `R`, `Q` or `K`; the king in castling" |row| of(row, |ply| ply.before.piece_at(ply.mv.from()).map(|piece| letter(piece.role)).into());
    "captured" Text "" extra PLIES "the man that is captured" |row| of(row, |ply| captured(ply).map(letter).into());
    "promotion" Text "" extra PLIES "the man that a pawn becomes" |row| of(row, |ply| ply.mv.promoted().map(letter).into());
    "is_check" Bool "" extra PLIES "the move gives check, or mates" |row| of(row, |ply| ply.after.in_check().into());
    "is_mate" Bool "" extra PLIES "the move mates" |row| of(row, |ply| (ply.after.in_check() && !ply.after.has_legal_move()).into());
    "is_castle" Bool "" extra PLIES "the move is castling" |row| of(row, |ply| (ply.mv.kind() == MoveKind::Castle).into());
    "is_en_passant" Bool "" extra PLIES "the move captures en passant" |row| of(row, |ply| (ply.mv.kind() == MoveKind::EnPassant).into());
    "clock_seconds" Float "s" usual PLIES "what the mover's clock shows after the move, `[%clk …]`" |row| of(row, |ply| time(row.game, ply, b"clk").into());
    "elapsed_seconds" Float "s" extra PLIES "time for the move: `[%emt …]`, else what the clock lost, increment counted" |row| elapsed(row);
    "eval_cp" Int "centipawns" usual PLIES "`[%eval …]` behind the move, from White's view" |row| of(row, |ply| match score(row.game, ply) { Some(Score::Centipawns(value)) => Value::Int(value.into()), _ => Value::Null });
    "eval_mate" Int "moves" usual PLIES "moves to mate by `[%eval #…]`, negative if Black mates" |row| of(row, |ply| match score(row.game, ply) { Some(Score::Mate(value)) => Value::Int(value.into()), _ => Value::Null });
    "nags" Text "" usual PLIES "numbers of the NAGs behind the move, spaces between; `!` is 1, `?` 2, `!!` 3, `??` 4, `!?` 5, `?!` 6" |row| of(row, |ply| nags(ply).into());
    "comment" Text "" usual PLIES "comments behind the move, without commands, white space as single spaces" |row| of(row, |ply| texts(row.game, &ply.comments).0.into());
    "commands" Text "" extra PLIES "commands in the comments behind the move, as they are written" |row| of(row, |ply| texts(row.game, &ply.comments).1.into());
    "legal_moves" Int "" extra PLIES "number of legal moves before the move" |row| of(row, |ply| ply.before.count_moves().into());
    "halfmove_clock" Int "plies" extra PLIES "plies since the last capture or pawn move, after the move" |row| of(row, |ply| u32::from(ply.after.halfmove_clock()).into());
    "repetition" Int "" extra PLIES "how often the position after the move has appeared (FIDE 9.2.3); nothing in variations" |row| of(row, |ply| (ply.appearances > 0).then_some(ply.appearances).into());
    "material_white" Int "pawns" extra PLIES "White's men after the move: pawn 1, knight and bishop 3, rook 5, queen 9" |row| of(row, |ply| material(&ply.after, Color::White).into());
    "material_black" Int "pawns" extra PLIES "Black's men after the move, as `material_white`" |row| of(row, |ply| material(&ply.after, Color::Black).into());
    "zobrist" Text "" extra PLIES "key of the position after the move, 16 hexadecimal digits; equal where positions repeat" |row| of(row, |ply| format!("{:016x}", ply.after.key()).into());
    "polyglot_key" Text "" extra PLIES "key of the position after the move in Polyglot books, 16 hexadecimal digits" |row| of(row, |ply| format!("{:016x}", polyglot::key_after(&ply.before, ply.mv, &ply.after)).into());
    "variation_depth" Int "" extra PLIES "0 in the main line, 1 in a variation of it, and so on" |row| of(row, |ply| ply.depth.into());
    "variation_id" Int "" extra PLIES "0 in the main line; variations are counted from 1 through the game" |row| of(row, |ply| ply.line.into());
}

fn of<'a>(row: &Row<'a>, value: impl FnOnce(&'a Ply) -> Value<'a>) -> Value<'a> {
    row.ply.map_or(Value::Null, |(ply, _)| value(ply))
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

fn letter(role: Role) -> String {
    role.letter().to_ascii_uppercase().to_string()
}

fn uci(ply: &Ply) -> String {
    let mut text = Vec::with_capacity(5);
    push_uci(&mut text, ply.before.mode(), ply.mv);
    String::from_utf8(text).unwrap_or_default()
}

/// The man that a move captures.
fn captured(ply: &Ply) -> Option<Role> {
    match ply.mv.kind() {
        MoveKind::EnPassant => Some(Role::Pawn),
        MoveKind::Castle | MoveKind::Null => None,
        MoveKind::Normal | MoveKind::Promotion(_) => {
            ply.before.piece_at(ply.mv.to()).map(|piece| piece.role)
        }
    }
}

fn nags(ply: &Ply) -> Option<String> {
    let numbers: Vec<String> = ply.nags.iter().map(u16::to_string).collect();
    (!numbers.is_empty()).then(|| numbers.join(" "))
}

fn material(position: &Position, color: Color) -> u32 {
    let worth = [
        (Role::Pawn, 1),
        (Role::Knight, 3),
        (Role::Bishop, 3),
        (Role::Rook, 5),
        (Role::Queen, 9),
    ];
    let count = |role| Bitboard::count(position.board().of(color, role));
    worth
        .into_iter()
        .map(|(role, value)| value * count(role))
        .sum()
}

/// The text between a comment's marks.
fn inside<'a>(game: &Game<'a>, span: Span) -> &'a [u8] {
    let text = span.of(game.text);
    match text {
        [b'{', inside @ .., b'}'] | [b'{' | b';', inside @ ..] => inside,
        _ => text,
    }
}

/// The commands of comments.
fn all_commands<'a>(game: &Game<'a>, spans: &[Span]) -> impl Iterator<Item = Command<'a>> {
    spans
        .iter()
        .flat_map(move |span| commands::commands(inside(game, *span)))
}

/// The text of comments without their commands, and the commands; white space as single spaces.
pub(super) fn texts(game: &Game<'_>, spans: &[Span]) -> (Option<String>, Option<String>) {
    let (mut text, mut found) = (String::new(), String::new());
    for span in spans {
        let comment = inside(game, *span);
        let mut at = 0;
        for command in commands::commands(comment) {
            push_words(
                &mut text,
                &game
                    .encoding
                    .decode(&comment[at..command.span.range().start]),
            );
            push_words(&mut found, &game.encoding.decode(command.span.of(comment)));
            at = command.span.range().end;
        }
        push_words(&mut text, &game.encoding.decode(&comment[at..]));
    }
    let some = |text: String| (!text.is_empty()).then_some(text);
    (some(text), some(found))
}

fn push_words(text: &mut String, words: &str) {
    for word in words.split_whitespace() {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word);
    }
}

/// The time that the first command of this name tells behind a move, in seconds.
fn time(game: &Game<'_>, ply: &Ply, name: &[u8]) -> Option<f64> {
    let mut commands = all_commands(game, &ply.comments).filter(|command| command.name == name);
    commands.find_map(|command| commands::time(&command.arguments))
}

/// The first evaluation behind a move.
fn score(game: &Game<'_>, ply: &Ply) -> Option<Score> {
    let mut commands = all_commands(game, &ply.comments).filter(|command| command.name == b"eval");
    commands.find_map(|command| Some(evaluation(&command.arguments)?.score))
}

fn elapsed<'a>(row: &Row<'a>) -> Value<'a> {
    let Some((ply, index)) = row.ply else {
        return Value::Null;
    };
    if let Some(told) = time(row.game, ply, b"emt") {
        return told.into();
    }
    let lost = || {
        let now = time(row.game, ply, b"clk").filter(|_| ply.depth == 0)?;
        let main = row.game.read.plies[..index]
            .iter()
            .rev()
            .filter(|ply| ply.depth == 0);
        let mut earlier = main.skip(1);
        let value = row.game.raw_tag("TimeControl")?;
        let stages = clock::time_control(&value)?;
        let [stage] = stages[..] else {
            return None;
        };
        let before = match earlier.next() {
            Some(own) => time(row.game, own, b"clk")?,
            // The first move: servers give no increment for it, and its clock shows what is left of the time.
            None => return None,
        };
        let lost = before + stage.increment - now;
        (lost >= 0.0).then_some((lost * 1000.0).round() / 1000.0)
    };
    lost().into()
}
