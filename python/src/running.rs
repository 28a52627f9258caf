//! Commands that run in a thread of their own, while the interpreter goes on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use heelstone::protocol::STACK_BYTES;
use heelstone::search::Stop;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::ending::Waited;
use crate::nesting;
use crate::shared::{Answered, Loan, STEP};

/// What a thread has to tell.
pub(crate) enum News {
    /// A line of a long answer.
    Line(String),
    /// The answers to all commands.
    End(Answered),
}

/// Commands that are carried out.
pub(crate) struct Running {
    /// Only one thread waits at a time.
    news: Mutex<Receiver<News>>,
    stop: Stop,
    has_ended: AtomicBool,
}

impl Running {
    /// Carries out the lines with an engine that was taken, in a thread; with the evaluation that the game was given,
    /// if its `own` is asked for.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub(crate) fn start(
        (mut loan, stop): (Loan, Stop),
        lines: Vec<String>,
        own: bool,
    ) -> PyResult<Running> {
        let (sender, news) = channel();
        let its_stop = stop.clone();
        let depth = nesting::deeper()?;
        let waited = Waited::new(&stop)?;
        let run = move || {
            // It is dropped last.
            let _waited = waited;
            let sender = sender;
            let mut write = |line: &str| sender.send(News::Line(line.into())).is_ok();
            let answers = nesting::inside(depth, || match own {
                true => loan.search(&lines, &mut write, &its_stop),
                false => loan.answer(&lines, &mut write, &its_stop),
            });
            // Whoever hears of the end may go on with the engine.
            drop(loan);
            let _ = sender.send(News::End(answers));
        };
        let builder = thread::Builder::new().name("heelstone".into());
        builder.stack_size(STACK_BYTES).spawn(run)?;
        let news = Mutex::new(news);
        Ok(Running {
            news,
            stop,
            has_ended: AtomicBool::new(false),
        })
    }

    /// Waits for the next news; `None` after the end.
    ///
    /// # Errors
    /// The exception of a signal handler, such as `KeyboardInterrupt`; the commands have ended then.
    pub(crate) fn next(&self, py: Python<'_>) -> PyResult<Option<News>> {
        let mut interrupted = None;
        loop {
            let news = py.detach(|| {
                let news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
                news.recv_timeout(STEP)
            });
            match news {
                Ok(News::Line(_)) if interrupted.is_some() => {}
                Ok(news) => {
                    let is_end = matches!(news, News::End(_));
                    self.has_ended.fetch_or(is_end, Ordering::Relaxed);
                    return interrupted.map_or(Ok(Some(news)), Err);
                }
                Err(RecvTimeoutError::Disconnected) if self.has_ended.load(Ordering::Relaxed) => {
                    return Ok(None);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(failed()),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals() {
                        self.stop.request();
                        interrupted = Some(error);
                    }
                }
            }
        }
    }

    /// Waits for the answers, and leaves out the lines that were written before.
    ///
    /// # Errors
    /// As [`Running::next`], and if a command was refused.
    pub(crate) fn end(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        while let Some(news) = self.next(py)? {
            if let News::End(answers) = news {
                return answers;
            }
        }
        Ok(Vec::new())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.request();
    }
}

fn failed() -> PyErr {
    PyRuntimeError::new_err("the engine has failed: this is a bug in Heelstone")
}

/// The lines of a long answer, as they come.
#[pyclass(frozen, module = "heelstone._heelstone")]
pub(crate) struct Answers(pub(crate) Running);

#[pymethods]
impl Answers {
    fn __iter__(this: Py<Answers>) -> Py<Answers> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        match self.0.next(py)? {
            Some(News::Line(line)) => Ok(Some(line)),
            Some(News::End(Ok(_))) | None => Ok(None),
            Some(News::End(Err(error))) => Err(error),
        }
    }

    /// Ends the command; what it has found by then may still be read.
    fn stop(&self) {
        self.0.stop.request();
    }
}
