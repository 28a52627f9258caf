//! The program as a server, and tabs as a browser opens them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tungstenite::client::IntoClientRequest;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

/// Nothing takes this long, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server of its own.
pub struct Server {
    child: Child,
    address: String,
    /// What every path begins with: `/` and the key, if there is one.
    key: String,
}

impl Server {
    /// Starts the program with these arguments.
    pub fn start(arguments: &[&str]) -> Server {
        Server::spawn(Command::new(env!("CARGO_BIN_EXE_heelstone")), arguments)
    }

    /// Starts the program with a limit on its open files.
    #[cfg(unix)]
    pub fn start_with_files(files: u32, arguments: &[&str]) -> Server {
        let mut shell = Command::new("sh");
        let limited = format!("ulimit -n {files} && exec \"$0\" \"$@\"");
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_heelstone")]);
        Server::spawn(shell, arguments)
    }

    fn spawn(mut command: Command, arguments: &[&str]) -> Server {
        let mut child = command
            .arg("web")
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("text");
        let link = line.trim().trim_start_matches("http://");
        let (address, key) = link.split_once('/').expect("a path");
        let is_here = address.starts_with("127.0.0.1:");
        assert!(is_here || !key.is_empty(), "others reach it: {line}");
        let key = key.trim_end_matches('/');
        Server {
            child,
            address: address.to_string(),
            key: if key.is_empty() {
                String::new()
            } else {
                format!("/{key}")
            },
        }
    }

    /// What every path begins with.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The name and port of the server.
    pub fn host(&self) -> String {
        self.address.clone()
    }

    /// The port alone.
    pub fn port(&self) -> &str {
        self.address.rsplit(':').next().expect("a port")
    }

    /// The whole answer to a request for a path under that name.
    pub fn get(&self, path: &str, host: &str) -> String {
        let mut stream = self.stream();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A connection that has not said anything yet.
    pub fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// Opens a socket as a page from `origin` would.
    pub fn connect(&self, origin: Option<&str>) -> Result<Tab, String> {
        let url = format!("ws://{}{}/socket", self.address, self.key);
        self.connect_to(&url, origin)
    }

    fn connect_to(&self, url: &str, origin: Option<&str>) -> Result<Tab, String> {
        let mut request = url.into_client_request().expect("a request");
        if let Some(origin) = origin {
            let origin = HeaderValue::from_str(origin).expect("a header");
            request.headers_mut().insert("Origin", origin);
        }
        let connected = tungstenite::client(request, self.stream());
        let (socket, _) = connected.map_err(|error| error.to_string())?;
        Ok(Tab { socket })
    }

    /// The same server asked with other words in place of the key.
    pub fn connect_with(&self, key: &str, origin: &str) -> Result<Tab, String> {
        let url = format!("ws://{}{key}/socket", self.address);
        self.connect_to(&url, Some(origin))
    }

    /// Opens a socket as the page itself does.
    pub fn open(&self) -> Tab {
        let origin = format!("http://{}", self.address);
        self.connect(Some(&origin)).expect("a socket")
    }

    /// The memory that is taken now in KiB, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }

    /// The processor time taken so far in ticks of the system, where it tells.
    pub fn processor_ticks(&self) -> Option<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name, in brackets, may have spaces; user and system time are the 14th and 15th field.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    }

    /// Ends it as Ctrl-C does.
    #[cfg(unix)]
    pub fn interrupt(&mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        self.child.wait().expect("an exit status")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A tab of a browser.
pub struct Tab {
    socket: WebSocket<TcpStream>,
}

impl Tab {
    /// Sends a message.
    pub fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string());
    }

    /// Sends any text.
    pub fn say_text(&mut self, text: &str) {
        // A connection closed meanwhile shows in the reply.
        let _ = self.socket.send(Message::text(text));
    }

    /// The next message.
    pub fn hear(&mut self) -> Value {
        loop {
            match self.socket.read().expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                // The server asks whether anybody is there, which the socket answers.
                Message::Ping(_) => {}
                other => panic!("no text: {other:?}"),
            }
        }
    }

    /// The next message that satisfies the condition.
    pub fn hear_until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let message = self.hear();
            if wanted(&message) {
                return message;
            }
            assert!(start.elapsed() < PATIENCE, "it never came");
        }
    }

    /// The next state of the game.
    pub fn hear_state(&mut self) -> Value {
        self.hear_until(|message| message["is"] == "state")
    }

    /// Reads what has come so far.
    pub fn drain(&mut self) {
        let wait = |socket: &WebSocket<TcpStream>, time| {
            socket
                .get_ref()
                .set_read_timeout(Some(time))
                .expect("a timeout");
        };
        wait(&self.socket, Duration::from_millis(1));
        while self.socket.read().is_ok() {}
        wait(&self.socket, PATIENCE);
    }

    /// Returns true once the server closes the socket.
    pub fn is_closed(&mut self) -> bool {
        loop {
            match self.socket.read() {
                Ok(Message::Close(_)) => return true,
                Ok(_) => {}
                Err(Error::Io(error)) => {
                    return error.kind() != std::io::ErrorKind::WouldBlock;
                }
                Err(_) => return true,
            }
        }
    }
}
