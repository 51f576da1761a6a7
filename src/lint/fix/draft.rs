//! A text being changed that knows what is left of the old one, however often it is changed.

use std::ops::Range;

use crate::finding::Fix;
use crate::lint::fix::bytes;

/// A piece of the new text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    /// These bytes of the old text.
    Kept(Range<usize>),
    /// Other bytes.
    New(Vec<u8>),
}

impl Piece {
    fn len(&self) -> usize {
        match self {
            Piece::Kept(range) => range.len(),
            Piece::New(text) => text.len(),
        }
    }

    /// Some of its bytes.
    fn part(&self, range: Range<usize>) -> Piece {
        match self {
            Piece::Kept(kept) => Piece::Kept(kept.start + range.start..kept.start + range.end),
            Piece::New(text) => Piece::New(text[range].to_vec()),
        }
    }
}

/// A game before, between and after its fixes.
#[derive(Clone, Debug)]
pub(super) struct Draft<'a> {
    old: &'a [u8],
    /// What later texts are compared with.
    start: Option<Vec<u8>>,
    /// The text now; `None` if it is the old one.
    text: Option<Vec<u8>>,
    pieces: Vec<Piece>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(old: &'a [u8]) -> Draft<'a> {
        Draft {
            old,
            start: None,
            text: None,
            pieces: vec![Piece::Kept(0..old.len())],
        }
    }

    /// The text before all changes.
    pub(super) const fn old(&self) -> &'a [u8] {
        self.old
    }

    /// The text that says what the game says.
    pub(super) fn start(&self) -> &[u8] {
        self.start.as_deref().unwrap_or(self.old)
    }

    /// The text now.
    pub(super) fn text(&self) -> &[u8] {
        self.text.as_deref().unwrap_or(self.old)
    }

    /// Makes the text as it is now the one that says what the game says.
    pub(super) fn begin(&mut self) {
        self.start.clone_from(&self.text);
    }

    pub(super) const fn is_changed(&self) -> bool {
        self.text.is_some()
    }

    /// Goes back to the old text.
    pub(super) fn give_up(&mut self) {
        *self = Draft::new(self.old);
    }

    /// Changes the text. The fixes are sorted and do not overlap.
    pub(super) fn apply(&mut self, fixes: &[Fix]) {
        if fixes.is_empty() {
            return;
        }
        self.text = Some(applied(self.text(), fixes));
        let mut pieces = Vec::with_capacity(self.pieces.len() + 2 * fixes.len());
        let mut walk = Walk {
            all: &self.pieces,
            index: 0,
            at: 0,
        };
        let mut at = 0;
        for fix in fixes {
            let range = bytes(fix);
            walk.take(range.start - at, |piece| pieces.push(piece));
            pieces.push(Piece::New(fix.text.clone()));
            walk.take(range.len(), |_| {});
            at = range.end;
        }
        walk.take(usize::MAX, |piece| pieces.push(piece));
        self.pieces = pieces;
    }

    /// What to replace in the old text, which itself starts at `offset`.
    pub(super) fn fixes(&self, offset: u64) -> Vec<Fix> {
        let mut fixes = Vec::new();
        let mut at = 0;
        let mut text = Vec::new();
        let end = Piece::Kept(self.old.len()..self.old.len());
        for piece in self.pieces.iter().chain([&end]) {
            match piece {
                Piece::New(new) => text.extend_from_slice(new),
                Piece::Kept(kept) => {
                    let gone = at..kept.start;
                    if self.old[gone.clone()] != text {
                        fixes.push(Fix {
                            offset: offset + gone.start as u64,
                            length: gone.len() as u32,
                            text: std::mem::take(&mut text),
                        });
                    }
                    text.clear();
                    at = kept.end;
                }
            }
        }
        fixes
    }
}

/// Goes through pieces byte by byte.
struct Walk<'p> {
    all: &'p [Piece],
    index: usize,
    /// Bytes of the piece at `index` that are taken.
    at: usize,
}

impl Walk<'_> {
    /// Takes the next `count` bytes.
    fn take(&mut self, mut count: usize, mut each: impl FnMut(Piece)) {
        while count > 0
            && let Some(piece) = self.all.get(self.index)
        {
            let taken = count.min(piece.len() - self.at);
            if taken > 0 {
                each(piece.part(self.at..self.at + taken));
            }
            self.at += taken;
            count -= taken;
            if self.at == piece.len() {
                self.index += 1;
                self.at = 0;
            }
        }
    }
}

/// A text after its fixes, which are sorted and do not overlap.
pub(super) fn applied(text: &[u8], fixes: &[Fix]) -> Vec<u8> {
    let mut after = Vec::with_capacity(text.len() + 8 * fixes.len());
    let mut at = 0;
    for fix in fixes {
        let range = bytes(fix);
        after.extend_from_slice(&text[at..range.start]);
        after.extend_from_slice(&fix.text);
        at = range.end;
    }
    after.extend_from_slice(&text[at..]);
    after
}
