//! What is carried from block to block of a file.

use crate::finding::Finding;
use crate::lint::BlockReport;
use crate::pgn::Encoding;

/// Where a file's blocks stand.
#[derive(Debug, Default)]
pub(super) struct FileState {
    pub(super) games: u64,
    pub(super) lines: u64,
    /// The first encoding met other than plain ASCII.
    encoding: Option<usize>,
    mixed: bool,
}

impl FileState {
    /// The first encoding met other than plain ASCII.
    pub(super) fn encoding(&self) -> Option<Encoding> {
        self.encoding.map(|encoding| match encoding {
            0 => Encoding::Utf8,
            _ => Encoding::Windows1252,
        })
    }

    /// Adds the finding for the first game whose encoding is not the file's.
    pub(super) fn mixed_encoding(&mut self, report: &mut BlockReport) {
        if self.mixed {
            return;
        }
        let mut candidates: Vec<(usize, Finding)> = std::mem::take(&mut report.encodings)
            .into_iter()
            .enumerate()
            .filter_map(|(encoding, finding)| Some((encoding, finding?)))
            .collect();
        candidates.sort_by_key(|(_, finding)| finding.place.offset);
        for (encoding, finding) in candidates {
            match self.encoding {
                None => self.encoding = Some(encoding),
                Some(first) if first == encoding => {}
                Some(_) => {
                    self.mixed = true;
                    report.count(finding.rule, finding.level, 1);
                    let at = report
                        .findings
                        .partition_point(|other| other.place.offset <= finding.place.offset);
                    report.findings.insert(at, finding);
                    return;
                }
            }
        }
    }
}
