//! The server: the files of the page, and a WebSocket for each tab.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::Shared;
use super::assets::{ASSETS, Asset};
use super::guard;
use super::tab::Tab;
use crate::sitting::Event;

/// The longest message accepted, in bytes. The record of a long game takes a few kilobytes.
const LONGEST_MESSAGE: usize = 64 << 10;

/// The buffers of each socket, in bytes: an idle tab should cost next to nothing.
const BUFFER: usize = 4 << 10;

/// The routes: every file of the page, and the WebSocket.
pub(super) fn routes(shared: Arc<Shared>) -> Router {
    let mut router = Router::new().route("/socket", any(open_socket));
    for asset in ASSETS {
        router = router.route(asset.path, get(move || async move { file(asset) }));
    }
    router
        .fallback(|| async { (StatusCode::NOT_FOUND, "there is nothing here\n") })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check))
        .with_state(shared)
}

fn file(asset: &'static Asset) -> Response {
    ([(header::CONTENT_TYPE, asset.kind)], asset.text).into_response()
}

/// Refuses requests with a foreign host name, and adds the headers of every answer.
async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = if shared.guard.knows_host(request.headers()) {
        next.run(request).await
    } else {
        let why = "this host name is not accepted: use the address that was printed\n";
        (StatusCode::MISDIRECTED_REQUEST, why).into_response()
    };
    for (name, value) in guard::HEADERS {
        response.headers_mut().insert(name, value);
    }
    response
}

async fn open_socket(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.knows_origin(&headers) {
        let why = "only the page of this server may connect\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let Ok(place) = Arc::clone(&shared.places).try_acquire_owned() else {
        let why = "too many tabs are open\n";
        return (StatusCode::SERVICE_UNAVAILABLE, why).into_response();
    };
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .on_upgrade(async move |socket| {
            serve(socket, &shared).await;
            drop(place);
        })
}

/// The messages that a tab may send at once, and per second.
const BURST: u32 = 200;
const PER_SECOND: u32 = 100;

/// Limits the rate of messages by delaying them.
struct Rate {
    /// The time at which the messages so far would have passed, one by one.
    through: Instant,
}

impl Rate {
    /// The delay of the next message.
    fn next(&mut self) -> Duration {
        let step = Duration::from_secs(1) / PER_SECOND;
        let now = Instant::now();
        self.through = self.through.max(now) + step;
        self.through.saturating_duration_since(now + step * BURST)
    }
}

/// Serves a tab until it is closed.
async fn serve(mut socket: WebSocket, shared: &Arc<Shared>) {
    let (events, mut learnt) = mpsc::unbounded_channel();
    // A closed tab no longer listens.
    let listener = Arc::new(move |event| drop(events.send(event)));
    let mut tab = match Tab::new(shared, listener) {
        Ok(tab) => tab,
        Err(error) => return log::error!("no room for a tab: {error}"),
    };
    let mut rate = Rate {
        through: Instant::now(),
    };
    let mut ending = shared.ending.clone();
    loop {
        for message in tab.messages() {
            let sent = socket.send(Message::Text(message.to_string().into())).await;
            if sent.is_err() {
                return;
            }
        }
        let incoming = tokio::select! {
            heard = socket.recv() => Incoming::Heard(heard),
            Some(event) = learnt.recv() => Incoming::Learnt(event),
            () = until(tab.due()) => Incoming::Due,
            () = end_of(&mut ending) => Incoming::End,
        };
        match incoming {
            Incoming::Learnt(event) => tab.learn(event),
            Incoming::Due => tab.move_when_due(),
            Incoming::Heard(Some(Ok(Message::Text(text)))) => {
                tokio::time::sleep(rate.next()).await;
                tab.hear(&text);
            }
            Incoming::Heard(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Incoming::Heard(Some(Ok(Message::Close(_))) | None) => return,
            Incoming::Heard(Some(Ok(Message::Binary(_)))) => {
                return say_goodbye(socket, close_code::UNSUPPORTED).await;
            }
            Incoming::Heard(Some(Err(_))) => return say_goodbye(socket, close_code::SIZE).await,
            Incoming::End => return say_goodbye(socket, close_code::AWAY).await,
        }
    }
}

/// An occasion for a tab to act.
enum Incoming {
    Heard(Option<Result<Message, axum::Error>>),
    Learnt(Event),
    Due,
    End,
}

/// Waits until the given time, or forever.
async fn until(when: Option<std::time::Instant>) {
    match when {
        Some(when) => tokio::time::sleep_until(when.into()).await,
        None => std::future::pending().await,
    }
}

async fn end_of(ending: &mut watch::Receiver<bool>) {
    // The sender is kept until the program ends.
    let _ = ending.wait_for(|&over| over).await;
}

/// Tells the browser why the socket is closed, if it still listens.
async fn say_goodbye(mut socket: WebSocket, code: u16) {
    let frame = axum::extract::ws::CloseFrame {
        code,
        reason: "".into(),
    };
    let _ = socket.send(Message::Close(Some(frame))).await;
}
