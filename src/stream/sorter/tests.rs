use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// A key and its payload.
type Pair = (Vec<u8>, Vec<u8>);

/// The number of runs, and the records in their order.
fn sorted(records: &[Pair], memory: usize) -> (usize, Vec<Pair>) {
    let mut sorter = Sorter::new(memory);
    for (key, payload) in records {
        sorter.push(key, payload).unwrap();
    }
    let runs = sorter.runs.places.len();
    let pair = |record: io::Result<Record>| record.map(|record| (record.key, record.payload));
    (
        runs,
        sorter
            .finish()
            .unwrap()
            .map(|record| pair(record).unwrap())
            .collect(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn it_is_a_stable_sort(
        keys in vec(vec(0..3_u8, 0..4), 0..300),
        lengths in vec(0..200_usize, 300),
        memory in 0..6_000_usize,
    ) {
        let records: Vec<Pair> = keys
            .into_iter()
            .zip(lengths)
            .enumerate()
            .map(|(index, (key, length))| (key, vec![index as u8; length]))
            .collect();
        let mut expected = records.clone();
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        prop_assert_eq!(sorted(&records, memory).1, expected);
    }
}

#[test]
fn empty_records_keep_their_places() {
    let empty = || (Vec::new(), Vec::new());
    let mut records: Vec<Pair> = (0..40).map(|_| empty()).collect();
    records[14].1 = vec![15];
    for memory in [0, 200, 6_000] {
        assert_eq!(sorted(&records, memory).1, records, "{memory}");
    }
}

#[test]
fn many_runs_are_merged_in_several_passes() {
    let number = |index: u64| (index * 7_919 % 10_007).to_be_bytes().to_vec();
    let records: Vec<Pair> = (0..10_000)
        .map(|index| (number(index), vec![b'x'; index as usize % 50]))
        .collect();
    let mut expected = records.clone();
    expected.sort_by(|a, b| a.0.cmp(&b.0));
    let (runs, found) = sorted(&records, 4_000);
    assert!(runs > 128, "{runs}");
    assert_eq!(found, expected);
    let (runs, found) = sorted(&records, 1 << 20);
    assert_eq!(runs, 0);
    assert_eq!(found, expected);
}

#[test]
fn a_record_may_be_longer_than_memory() {
    let records = [
        (b"b".to_vec(), vec![1; 300_000]),
        (b"a".to_vec(), vec![2; 200_000]),
        (b"b".to_vec(), vec![3; 10]),
    ];
    let (_, found) = sorted(&records, 100);
    assert_eq!(found, [1, 0, 2].map(|index: usize| records[index].clone()));
}
