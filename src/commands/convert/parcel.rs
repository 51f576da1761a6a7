//! A game on its way to the output.

use std::io;

use crate::export::block::Written;

/// A game, or some lines of one, and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Parcel {
    /// The game's number in the run.
    pub(super) number: u64,
    /// Lines or rows.
    pub(super) rows: u64,
    /// What tells it from others; it is not packed.
    pub(super) identity: Option<u128>,
    /// What it is sorted by.
    pub(super) order: Vec<u8>,
    /// The tag that tells its file.
    pub(super) tag: Option<String>,
    /// What is written: text, or packed rows.
    pub(super) text: Vec<u8>,
}

impl Parcel {
    /// Takes a game out of a block.
    pub(super) fn new(written: Written, text: &[u8]) -> Parcel {
        Parcel {
            number: written.number,
            rows: written.rows,
            identity: written.identity,
            order: written.order,
            tag: written.tag,
            text: text.to_vec(),
        }
    }

    /// The parcel as bytes.
    pub(super) fn pack(&self) -> Vec<u8> {
        let tag = self.tag.as_deref();
        let lengths = [
            self.number,
            self.rows,
            self.order.len() as u64,
            // 0 is no tag at all.
            tag.map_or(0, |tag| tag.len() as u64 + 1),
        ];
        let mut out = lengths.map(u64::to_le_bytes).concat();
        out.extend_from_slice(&self.order);
        out.extend_from_slice(tag.unwrap_or_default().as_bytes());
        out.extend_from_slice(&self.text);
        out
    }

    /// The parcel that was packed.
    pub(super) fn unpack(bytes: &[u8]) -> io::Result<Parcel> {
        Parcel::read(bytes).ok_or_else(|| {
            let message = "what was put aside cannot be read again";
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    }

    fn read(mut bytes: &[u8]) -> Option<Parcel> {
        let mut numbers = [0; 4];
        for number in &mut numbers {
            let (first, rest) = bytes.split_first_chunk()?;
            *number = u64::from_le_bytes(*first);
            bytes = rest;
        }
        let [number, rows, order, tag] = numbers;
        let (order, bytes) = bytes.split_at_checked(usize::try_from(order).ok()?)?;
        let length = usize::try_from(tag.saturating_sub(1)).ok()?;
        let (name, text) = bytes.split_at_checked(length)?;
        Some(Parcel {
            number,
            rows,
            identity: None,
            order: order.to_vec(),
            tag: (tag > 0).then(|| String::from_utf8_lossy(name).into_owned()),
            text: text.to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parcels_come_back() {
        for tag in [None, Some(String::new()), Some("Ä".to_owned())] {
            let parcel = Parcel {
                number: 7,
                rows: 3,
                identity: None,
                order: b"key".to_vec(),
                tag,
                text: b"text\n".to_vec(),
            };
            assert_eq!(Parcel::unpack(&parcel.pack()).unwrap(), parcel);
        }
        assert!(Parcel::unpack(b"short").is_err());
    }
}
