//! The server: the files of the page, and a WebSocket for each tab.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};

use super::Shared;
use super::assets::{ASSETS, Asset};
use super::connections::Client;
use super::guard;
use crate::sitting::Event;
use crate::tab::Tab;

/// The longest message accepted, in bytes. The record of a long game takes a few kilobytes.
const LONGEST_MESSAGE: usize = 64 << 10;

/// The buffers of each socket, in bytes: an idle tab should cost next to nothing.
const BUFFER: usize = 4 << 10;

/// The routes: every file of the page, and the WebSocket.
pub(super) fn routes(shared: Arc<Shared>) -> Router {
    let guard = &shared.guard;
    let mut router = Router::new().route(&guard.path("/socket"), any(open_socket));
    for asset in ASSETS {
        router = router.route(
            &guard.path(asset.path),
            get(move || async move { file(asset) }),
        );
    }
    router
        .fallback(|| async { (StatusCode::NOT_FOUND, "there is nothing here\n") })
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), check))
        .with_state(shared)
}

fn file(asset: &'static Asset) -> Response {
    ([(header::CONTENT_TYPE, asset.kind)], asset.text).into_response()
}

/// Refuses requests with a foreign host name or without the key, and adds the headers of every answer.
async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let guard = &shared.guard;
    let mut response = if !guard.knows_host(request.headers()) {
        let why = "this host name is not accepted: use the address that was printed\n";
        (StatusCode::MISDIRECTED_REQUEST, why).into_response()
    } else if !guard.knows_path(request.uri().path()) {
        let why = "the key is missing or wrong: use the whole link that was printed\n";
        (StatusCode::FORBIDDEN, why).into_response()
    } else {
        next.run(request).await
    };
    for (name, value) in guard::HEADERS {
        response.headers_mut().insert(name, value);
    }
    response
}

async fn open_socket(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.knows_origin(&headers) {
        let why = "only the page of this server may connect\n";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let Some(place) = shared.places.take(client) else {
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

/// How long a browser may take to accept a message.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a browser is asked whether it is still there: it answers by itself.
const PING: Duration = Duration::from_secs(60);
/// How long a browser may say nothing, not even that it is still there.
const LONGEST_SILENCE: Duration = Duration::from_secs(180);

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
    let mut tab = match Tab::new(&shared.tabs, listener) {
        Ok(tab) => tab,
        Err(error) => return log::error!("no room for a tab: {error}"),
    };
    let mut rate = Rate {
        through: Instant::now(),
    };
    let mut ending = shared.ending.clone();
    let mut heard_at = Instant::now();
    let mut pings = tokio::time::interval_at(heard_at + PING, PING);
    loop {
        for message in tab.messages() {
            let text = Message::Text(message.to_string().into());
            if !send(&mut socket, text).await {
                return;
            }
        }
        let incoming = tokio::select! {
            heard = socket.recv() => Incoming::Heard(heard),
            Some(event) = learnt.recv() => Incoming::Learnt(event),
            () = until(tab.due()) => Incoming::Due,
            _ = pings.tick() => Incoming::Ping,
            () = end_of(&mut ending) => Incoming::End,
        };
        if matches!(incoming, Incoming::Heard(_)) {
            heard_at = Instant::now();
        }
        match incoming {
            Incoming::Learnt(event) => tab.learn(event),
            Incoming::Due => tab.move_when_due(),
            Incoming::Ping => {
                let is_silent = heard_at.elapsed() > LONGEST_SILENCE;
                if is_silent || !send(&mut socket, Message::Ping(Bytes::new())).await {
                    return;
                }
            }
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
    Ping,
    End,
}

/// Sends a message. Returns false if the browser does not accept it: the tab is then closed.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(PATIENCE, socket.send(message)).await, Ok(Ok(())))
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
    send(&mut socket, Message::Close(Some(frame))).await;
}
