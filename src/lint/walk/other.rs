//! What stands between the moves: comments, glyphs, and what means nothing.

use crate::finding::Level;
use crate::lint::walk::Walk;
use crate::lint::{comments, layout, moves, syntax};
use crate::pgn::Token;
use crate::pgn::lexer::Kind;
use crate::replay::{State, Status};

impl Walk<'_, '_> {
    /// A token that is neither move nor number, nor of a variation or a result.
    pub(super) fn look_at_other(&mut self, state: &State, token: Token) {
        match token.kind {
            Kind::Comment { closed } => {
                self.interrupted = true;
                if closed {
                    comments::comment(
                        self.notes,
                        self.text,
                        self.header,
                        &mut self.clocks,
                        state,
                        token,
                    );
                    if self.style {
                        syntax::nested_comment(self.notes, token, self.text);
                    }
                } else {
                    self.unterminated = true;
                    self.torn = true;
                    syntax::unterminated_comment(self.notes, token);
                }
            }
            Kind::LineComment => self.interrupted = true,
            Kind::Escape if self.style => layout::escape_line(self.notes, token),
            Kind::Escape | Kind::Dots | Kind::Space => {}
            _ if self.is_after_result(token) => {}
            // Text that is no movetext has been reported; what looks like a glyph in it is none.
            Kind::Word | Kind::Suffix | Kind::Nag
                if self.garbage || state.status == Status::Lost =>
            {
                self.interrupted |= token.kind == Kind::Nag;
            }
            Kind::Word => {
                moves::glyphs::afterthought(self.notes, state, token, self.text, self.style);
            }
            Kind::Suffix => moves::glyphs::glyph(self.notes, token, self.text),
            Kind::Nag => {
                self.interrupted = true;
                // Inside variations some write NAGs before the move that they are about.
                // A lone `$` is no NAG at all, and that is said below.
                let lone = token.span.range().len() == 1;
                if state.line_moves == 0 && state.depth() == 0 && !lone {
                    let rule = &syntax::VARIATION_WITHOUT_MOVE;
                    self.notes.add_as(rule, Level::Warning, token.span, || {
                        "there is no move before this NAG that it could be about".to_owned()
                    });
                }
                moves::glyphs::glyph(self.notes, token, self.text);
            }
            Kind::CloseBrace => {
                self.torn = true;
                syntax::stray_brace(self.notes, token, self.text, &mut self.stray_braces);
            }
            Kind::Reserved if self.is_new_garbage() => {
                self.notes.add(&syntax::RESERVED_CHAR, token.span, || {
                    "`<` and `>` are reserved and mean nothing yet".to_owned()
                });
            }
            Kind::Junk if self.is_new_garbage() => {
                let text = token.span.of(self.text);
                let shown = String::from_utf8_lossy(&text[..text.len().min(20)]).into_owned();
                let shown = crate::finding::printable(&shown);
                self.notes.add(&syntax::UNEXPECTED_BYTE, token.span, || {
                    format!("`{shown}` means nothing in movetext")
                });
            }
            _ => {}
        }
    }
}
