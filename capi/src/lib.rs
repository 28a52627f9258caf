//! Heelstone for C, and for every language that calls C. cbindgen writes `include/heelstone.h` from this file, its
//! comments included.

// The comments of functions say it in the words of C.
#![allow(clippy::missing_safety_doc)]

mod handle;
mod reply;

use std::ffi::{CStr, CString, c_char, c_void};

pub use handle::Handle;

/// Gets a line of a long answer, such as that of `analyze`, as soon as it is there. It is called in
/// the thread that asked. `line` is valid until it returns; `data` is what the caller gave.
/// It returns `false` to end the command.
pub type OnLine = Option<unsafe extern "C" fn(line: *const c_char, data: *mut c_void) -> bool>;

/// Returns the version of the library, such as "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn heelstone_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Makes an engine with a table of `mib` MiB, or returns NULL if there is not so much memory, or if
/// the library was built for newer processors than this one. An engine has a game in progress and
/// all its settings; a process may have many.
#[unsafe(no_mangle)]
pub extern "C" fn heelstone_new(mib: usize) -> *mut Handle {
    if heelstone::missing_feature().is_some() {
        return std::ptr::null_mut();
    }
    Handle::new(mib).map_or(std::ptr::null_mut(), |handle| {
        Box::into_raw(Box::new(handle))
    })
}

/// Frees an engine, which no thread may be using. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heelstone_free(engine: *mut Handle) {
    if !engine.is_null() {
        // SAFETY: it is from `heelstone_new`, and nobody else uses it, as the caller promises.
        drop(unsafe { Box::from_raw(engine) });
    }
}

/// Carries out a line of the protocol, such as "play D3", and returns a JSON object:
/// `{"answer":...}` with a text, or the object of a command that answers JSON;
/// `{"refused":"illegal move"}` with the reason, if nothing was done.
///
/// The lines of a long answer go to `on_line` one by one, with `data`. Without it (NULL), they are
/// in the object, as `"lines":[...]`.
///
/// The caller frees the text with `heelstone_free_answer`. An engine carries out one line at a
/// time, and refuses others until it is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heelstone_ask(
    engine: *const Handle,
    line: *const c_char,
    on_line: OnLine,
    data: *mut c_void,
) -> *mut c_char {
    // SAFETY: the pointers are as the caller promises.
    let (engine, line) = unsafe { (engine.as_ref(), as_text(line)) };
    let answer = match (engine, line) {
        (Some(engine), Some(line)) => match on_line {
            Some(on_line) => engine.ask(&line, &mut |line| {
                let line = CString::new(line).unwrap_or_default();
                // SAFETY: the caller promises a function that takes such a text, and its own data.
                unsafe { on_line(line.as_ptr(), data) }
            }),
            None => engine.ask_for_all(&line),
        },
        _ => reply::refused("no engine or no line was given"),
    };
    CString::new(answer).unwrap_or_default().into_raw()
}

/// Returns the text, or `None` for NULL.
///
/// `text` is NULL or ends with 0, and does not change during `'a`.
unsafe fn as_text<'a>(text: *const c_char) -> Option<std::borrow::Cow<'a, str>> {
    // SAFETY: as the caller promises.
    (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// Frees an answer. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heelstone_free_answer(answer: *mut c_char) {
    if !answer.is_null() {
        // SAFETY: it is from `heelstone_ask`, as the caller promises.
        drop(unsafe { CString::from_raw(answer) });
    }
}

/// Ends the search in progress, which answers with what it has found. Any thread may call it, at
/// any time until the engine is freed; without a search it does nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn heelstone_stop(engine: *const Handle) {
    // SAFETY: the pointer is as the caller promises.
    if let Some(engine) = unsafe { engine.as_ref() } {
        engine.stop();
    }
}
