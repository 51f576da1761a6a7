//! Engines that do not get as far as to be used.

use std::time::{Duration, Instant};
use std::{env, fs};

use chesstool::engine::{Dead, Engine, Keeper, Launch, StartError};

use crate::fake::{Fake, SHORT, hasty, quick};

/// The error of a launch, found in time and with nothing left behind.
fn refusal(fake: &Fake) -> StartError {
    let begun = Instant::now();
    let error = Engine::start(&fake.launch).unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(7), "{error}");
    fake.assert_gone();
    error
}

#[test]
fn one_that_says_nothing_is_no_uci_engine() {
    let mut fake = Fake::new("silent");
    fake.launch.deadlines.hello = SHORT;
    let error = refusal(&fake);
    assert!(matches!(error, StartError::SaysNothing { .. }));
    assert!(
        error
            .to_string()
            .ends_with("is not a UCI engine: it did not answer `uci` within 0.3 s")
    );
}

#[test]
fn nor_is_one_that_does_not_end_its_introduction() {
    let mut fake = Fake::new("no-uciok");
    fake.launch.deadlines.hello = SHORT;
    assert!(matches!(refusal(&fake), StartError::SaysNothing { .. }));
}

#[test]
fn one_that_says_something_else_is_quoted() {
    let mut fake = Fake::new("talks");
    // Long enough for it to have said so.
    fake.launch.deadlines.hello = Duration::from_secs(3);
    let error = refusal(&fake).to_string();
    assert!(
        error.ends_with("but said `Hello, this is no chess engine`"),
        "{error}"
    );
}

#[test]
fn one_that_never_becomes_ready_is_not_waited_for() {
    let mut fake = Fake::new("never-ready");
    fake.launch.deadlines.ready = SHORT;
    assert!(matches!(refusal(&fake), StartError::NotReady { .. }));
}

#[test]
fn how_one_died_is_told() {
    for (behaviour, status, words) in [
        (
            "dies-at-start",
            "exit status: 3",
            "loading the net / the net is missing",
        ),
        (
            "dies-before-ready",
            "exit status: 4",
            "no memory for the table",
        ),
    ] {
        let error = refusal(&Fake::new(behaviour)).to_string();
        let told = format!("ended at its start ({status}; stderr: {words})");
        assert!(error.ends_with(&told) || cfg!(windows), "{error}");
    }
}

#[test]
fn three_failures_in_a_row_are_its_death() {
    let fake = Fake::new("dies-at-start");
    let mut keeper = Keeper::new(fake.launch.clone(), hasty());
    let dead: Dead = keeper.start().unwrap_err();
    assert_eq!(dead.attempts, 3);
    assert!(matches!(dead.reason, StartError::Died { .. }));
    assert!(dead.to_string().ends_with("; given up after 3 attempts"));
    fake.assert_gone();
}

#[test]
fn options_must_exist_and_take_their_values() {
    let with = |name: &str, value: &str| {
        let mut fake = Fake::new("ok");
        fake.launch.options = vec![(name.to_owned(), value.to_owned())];
        fake
    };
    let unknown = refusal(&with("Hsah", "16"));
    let StartError::UnknownOption { known, name, .. } = &unknown else {
        panic!("{unknown}");
    };
    assert_eq!(name, "Hsah");
    assert_eq!(
        known,
        &["Hash", "MultiPV", "Style", "Clear Hash", "UCI_Chess960"]
    );
    assert!(matches!(
        refusal(&with("Hash", "2000")),
        StartError::BadValue { .. }
    ));
    assert!(
        !refusal(&with("Hash", "x")).may_pass(),
        "nothing is gained by asking again"
    );
    for (name, value) in [
        ("hash", "1024"),
        ("Style", "very risky"),
        ("clear hash", ""),
    ] {
        with(name, value).start().quit();
    }
}

#[test]
fn wrong_options_are_no_reason_to_fail() {
    let fake = Fake::new("wrong-options");
    assert_eq!(fake.start().name(), "Fake 1.0");
    fake.assert_gone();
}

#[test]
fn what_is_no_program_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let start = |name: &str| {
        let mut launch = Launch::new(folder.path().join(name));
        launch.shim = Some(crate::fake::OWN.into());
        launch.deadlines = quick();
        Engine::start(&launch).unwrap_err()
    };
    assert!(matches!(start("missing"), StartError::Missing { .. }));
    assert!(matches!(start("."), StartError::NotExecutable { .. }));
    fs::write(folder.path().join("text"), "This is no program.\n").unwrap();
    if cfg!(unix) {
        assert!(matches!(start("text"), StartError::NotExecutable { .. }));
    }
}

/// A file with the right to be run whose interpreter does not exist: only `exec` finds that out.
#[cfg(target_os = "linux")]
#[test]
fn what_the_system_refuses_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("script");
    fs::write(&path, "#!/no/such/interpreter\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let mut launch = Launch::new(&path);
    launch.shim = Some(crate::fake::OWN.into());
    launch.deadlines = quick();
    let error = Engine::start(&launch).unwrap_err();
    assert!(matches!(error, StartError::Refused { .. }), "{error}");
    launch.shim = Some(folder.path().join("no-shim"));
    let error = Engine::start(&launch).unwrap_err();
    assert!(error.to_string().contains("no-shim"), "{error}");
}

/// Programs that live but are no engines.
#[cfg(unix)]
#[test]
fn other_programs_are_no_engines() {
    let path = env::var_os("PATH").unwrap_or_default();
    if !env::split_paths(&path).any(|folder| folder.join("cat").is_file()) {
        eprintln!("skipped: there is no cat");
        return;
    }
    let mut launch = Launch::new("cat");
    launch.deadlines = quick();
    launch.deadlines.hello = Duration::from_secs(1);
    let error = Engine::start(&launch).unwrap_err().to_string();
    assert!(error.ends_with("but said `uci`"), "{error}");
    launch.program = "true".into();
    let error = Engine::start(&launch).unwrap_err().to_string();
    assert!(
        error.ends_with("ended at its start (exit status: 0)"),
        "{error}"
    );
}
