//! A child process that is spoken to line by line, and of which nothing is left in the end.
//!
//! Nothing here waits for ever: its output is read and its input written by threads of their own, what it says is
//! kept in bounded memory, and it is killed with its whole process group, then waited for, when it is
//! dropped. It knows nothing of chess. See [`shim`] for how a child ends if we are killed.

pub(in crate::engine) mod lines;
mod mailbox;
mod program;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::fault::{End, StartError, refused};
use crate::engine::log::Log;
use crate::engine::reply::Reply;
use crate::engine::shim;

use mailbox::{Mail, Mailbox};

pub use program::find;

/// Commands that may wait for the child to read them; one that reads never leaves more than two or three.
const UNREAD_COMMANDS: usize = 64;
/// Lines of standard error that are kept, and how many characters of each.
const LAST_WORDS: (usize, usize) = (6, 300);
/// How often it is looked whether the child still lives.
const TICK: Duration = Duration::from_millis(100);
/// How long the output of a child that has ended is waited for; a child of its own may keep it open.
const LAST_OUTPUT: Duration = Duration::from_millis(200);

/// What there is to hear from a child.
#[derive(Debug)]
pub enum Heard {
    /// A line.
    Reply(Reply),
    /// Nothing, for now.
    Silence,
    /// Nothing any more: it has ended, or closed its output.
    End,
}

/// A running child.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<SyncSender<String>>,
    mailbox: Arc<Mailbox>,
    errors: Arc<Tail>,
    log: Option<Log>,
    status: Option<ExitStatus>,
    killed: bool,
}

impl Process {
    /// Starts a program in its own folder and process group.
    ///
    /// With `shim`, the path of our own executable, it ends on Linux when the calling thread ends, even by `kill -9`.
    ///
    /// # Errors
    ///
    /// If the system does not start it.
    pub fn start(
        program: &Path,
        args: &[OsString],
        shim: Option<&Path>,
        log: Option<Log>,
    ) -> Result<Process, StartError> {
        let mut command = command(program, args, shim);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = program.parent().filter(|folder| folder.is_dir()) {
            command.current_dir(folder);
        }
        set_apart(&mut command);
        let child = command.spawn().map_err(|error| match shim {
            Some(_) if cfg!(target_os = "linux") => StartError::Refused {
                program: program.to_owned(),
                why: format!("{}: {error}", command.get_program().display()),
            },
            _ => refused(program.to_owned(), &error),
        })?;
        // From here on the child is killed if anything fails.
        let mut process = Process {
            child,
            input: None,
            mailbox: Arc::default(),
            errors: Arc::default(),
            log,
            status: None,
            killed: false,
        };
        process.listen().map_err(|error| StartError::Refused {
            program: program.to_owned(),
            why: error.to_string(),
        })?;
        Ok(process)
    }

    /// Starts the threads that serve the three streams. None is ever joined: a child of the child may hold a
    /// stream open for as long as it likes.
    fn listen(&mut self) -> io::Result<()> {
        let id = self.child.id();
        if let Some(output) = self.child.stdout.take() {
            let (mailbox, log) = (Arc::clone(&self.mailbox), self.log.clone());
            thread::Builder::new()
                .name("engine-output".to_owned())
                .spawn(move || read(output, &mailbox, log.as_ref(), id))?;
        }
        if let Some(output) = self.child.stderr.take() {
            let errors = Arc::clone(&self.errors);
            thread::Builder::new()
                .name("engine-errors".to_owned())
                .spawn(move || errors.follow(output))?;
        }
        if let Some(input) = self.child.stdin.take() {
            let (sender, commands) = sync_channel(UNREAD_COMMANDS);
            thread::Builder::new()
                .name("engine-input".to_owned())
                .spawn(move || write(input, &commands))?;
            self.input = Some(sender);
        }
        Ok(())
    }

    /// The number of the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a line; whether there was room for it. A child that has ended takes everything.
    #[must_use]
    pub fn send(&mut self, line: &str) -> bool {
        if let Some(log) = &self.log {
            log.write(self.child.id(), '>', line.as_bytes());
        }
        match &self.input {
            None => true,
            Some(input) => !matches!(
                input.try_send(format!("{line}\n")),
                Err(TrySendError::Full(_))
            ),
        }
    }

    /// Waits for the next line, for a moment only.
    pub fn receive(&mut self, wait: Duration) -> Heard {
        match self.mailbox.take(wait.min(TICK)) {
            Mail::Reply(reply) => Heard::Reply(reply),
            Mail::Closed => Heard::End,
            Mail::Empty if !self.has_ended() => Heard::Silence,
            Mail::Empty => match self.mailbox.take(LAST_OUTPUT) {
                Mail::Reply(reply) => Heard::Reply(reply),
                Mail::Empty | Mail::Closed => Heard::End,
            },
        }
    }

    /// Forgets what has been said and not received.
    pub fn forget(&self) {
        self.mailbox.clear();
    }

    /// The first lines that were no UCI.
    #[must_use]
    pub fn said(&self) -> Vec<String> {
        self.mailbox.said()
    }

    fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Asks the child to end, and kills it if it has not done so in time.
    pub fn quit(&mut self, wait: Duration) {
        let _ = self.send("quit");
        self.input = None;
        let until = Instant::now() + wait;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        self.kill();
    }

    /// Kills the child and its group, and waits for it.
    pub fn kill(&mut self) {
        if self.killed {
            return;
        }
        self.killed = true;
        self.input = None;
        kill_group(&mut self.child);
        if self.status.is_none() {
            self.status = self.child.wait().ok();
        }
    }

    /// How the child ended; one that has closed its output and lives on is killed, and has no status of its own.
    pub fn end(&mut self) -> End {
        let until = Instant::now() + LAST_OUTPUT;
        while !self.has_ended() && Instant::now() < until {
            thread::sleep(Duration::from_millis(2));
        }
        let status = self.status;
        self.kill();
        End {
            status,
            stderr: self.errors.last(LAST_OUTPUT),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command that starts the program, by way of the shim where there is one.
fn command(program: &Path, args: &[OsString], shim: Option<&Path>) -> Command {
    let mut command = match shim {
        Some(own) if cfg!(target_os = "linux") => {
            let mut command = Command::new(own);
            command
                .arg(shim::COMMAND)
                .arg(std::process::id().to_string())
                .arg(program);
            command
        }
        _ => Command::new(program),
    };
    command.args(args);
    command
}

/// A group of its own: Ctrl-C in the terminal reaches us alone, and the group can be killed as a whole.
#[cfg(unix)]
fn set_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// No console window, and no Ctrl-C from ours.
#[cfg(windows)]
fn set_apart(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    /// `CREATE_NO_WINDOW` and `CREATE_NEW_PROCESS_GROUP` of `CreateProcess`.
    const APART: u32 = 0x0800_0000 | 0x0000_0200;
    command.creation_flags(APART);
}

#[cfg(not(any(unix, windows)))]
fn set_apart(_: &mut Command) {}

/// The number of a group stays taken while it has members. If it has none and the child has been waited for, its
/// number could belong to another only if every number had been given out since, a moment ago.
fn kill_group(child: &mut Child) {
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }
    let _ = child.kill();
}

fn read(output: impl Read, mailbox: &Mailbox, log: Option<&Log>, id: u32) {
    let _ = lines::each_line(output, |line| {
        if let Some(log) = log {
            log.write(id, '<', line);
        }
        mailbox.put(line);
    });
    mailbox.close();
}

/// Ends when there is nothing more to write, or nobody to read it; either way the child's input is closed.
fn write(mut input: ChildStdin, commands: &Receiver<String>) {
    for command in commands {
        if input
            .write_all(command.as_bytes())
            .and_then(|()| input.flush())
            .is_err()
        {
            return;
        }
    }
}

/// The last lines of a stream.
#[derive(Debug, Default)]
struct Tail {
    lines: Mutex<(VecDeque<String>, bool)>,
    bell: Condvar,
}

impl Tail {
    fn follow(&self, output: impl Read) {
        let _ = lines::each_line(output, |line| {
            let text = String::from_utf8_lossy(line);
            let text = lines::quoted(text.trim(), LAST_WORDS.1);
            let mut state = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
            if !text.is_empty() {
                state.0.push_back(text);
            }
            if state.0.len() > LAST_WORDS.0 {
                state.0.pop_front();
            }
        });
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).1 = true;
        self.bell.notify_all();
    }

    /// What there is once the stream has ended, or after `wait`.
    fn last(&self, wait: Duration) -> Vec<String> {
        let state = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let (state, _) = self
            .bell
            .wait_timeout_while(state, wait, |state| !state.1)
            .unwrap_or_else(PoisonError::into_inner);
        state.0.iter().cloned().collect()
    }
}
