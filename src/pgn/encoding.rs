//! Bytes to characters. The standard wants ISO 8859-1 (4.1); today's files are UTF-8; old ones are
//! mostly Windows-1252, which holds ISO 8859-1's characters at the same places.

use std::borrow::Cow;
use std::fmt;

/// How the bytes of a game are read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// Windows code page 1252, a superset of ISO 8859-1's printable characters.
    Windows1252,
}

impl Encoding {
    /// The encoding of a text: UTF-8 where it is that, else Windows-1252.
    #[must_use]
    pub fn detect(text: &[u8]) -> Encoding {
        if text.is_ascii() || std::str::from_utf8(text).is_ok() {
            Encoding::Utf8
        } else {
            Encoding::Windows1252
        }
    }

    /// The characters of a text; what the encoding cannot read becomes U+FFFD.
    #[must_use]
    pub fn decode(self, text: &[u8]) -> Cow<'_, str> {
        match self {
            Encoding::Utf8 => String::from_utf8_lossy(text),
            Encoding::Windows1252 => {
                encoding_rs::WINDOWS_1252
                    .decode_without_bom_handling(text)
                    .0
            }
        }
    }

    /// Offset and length of the first bytes that this encoding cannot read.
    #[must_use]
    pub fn first_misfit(self, text: &[u8]) -> Option<(usize, usize)> {
        match self {
            Encoding::Utf8 => std::str::from_utf8(text).err().map(|error| {
                let rest = text.len() - error.valid_up_to();
                (error.valid_up_to(), error.error_len().unwrap_or(rest))
            }),
            // The five codes to which Windows-1252 assigns no character.
            Encoding::Windows1252 => text
                .iter()
                .position(|byte| matches!(byte, 0x81 | 0x8d | 0x8f | 0x90 | 0x9d))
                .map(|at| (at, 1)),
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Windows1252 => "Windows-1252",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_and_decodes() {
        assert_eq!(Encoding::detect("Kasparov".as_bytes()), Encoding::Utf8);
        assert_eq!(Encoding::detect("Réti".as_bytes()), Encoding::Utf8);
        let latin = b"R\xe9ti";
        assert_eq!(Encoding::detect(latin), Encoding::Windows1252);
        assert_eq!(Encoding::detect(latin).decode(latin), "Réti");
        assert_eq!(Encoding::Utf8.first_misfit(latin), Some((1, 1)));
        assert_eq!(Encoding::Windows1252.first_misfit(b"a\x81"), Some((1, 1)));
        assert_eq!(Encoding::Windows1252.first_misfit(latin), None);
    }
}
