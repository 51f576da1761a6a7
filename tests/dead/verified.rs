//! Positions whose answers were found by two solvers, every mating line replayed.

use crate::{Case, judge};

/// Queries in which the search gives up with this budget; four should be enough.
const HARD: u32 = 6;

#[test]
fn known_answers() {
    let text = include_str!("../../testdata/dead/verified.tsv");
    let mut open = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let case = Case::new(fields.next().unwrap(), fields.next().unwrap());
        let (wrong, undetermined) = judge(&case, 200_000);
        assert!(wrong.is_empty(), "{wrong:?}");
        if undetermined > 0 {
            println!("{undetermined} undetermined: {line}");
        }
        open += undetermined;
    }
    assert!(open <= HARD, "{open} are undetermined");
}
