//! A running board, and clients for it: plain HTTP, WebSockets, and its engine processes.
//! Not here: tests.

use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::protocol::CloseFrame;
use tungstenite::{ClientRequestBuilder, Message, WebSocket};

/// How long a test waits for what must come. Long, so that no test depends on the machine's speed.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// The program.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_board"))
}

/// A running board, which is killed in the end.
pub struct Server {
    pub child: Child,
    pub port: u16,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// At a free port, with further arguments.
    pub fn start(arguments: &[&str]) -> Self {
        let mut command = program();
        command
            .args(["--listen", "127.0.0.1:0", "--no-open"])
            .args(arguments);
        command.stdout(Stdio::piped());
        Self::of(command)
    }

    /// From a command whose standard output is piped.
    pub fn of(mut command: Command) -> Self {
        let mut child = command.spawn().expect("the program starts");
        let mut line = String::new();
        let out = child.stdout.as_mut().expect("piped");
        let read = BufReader::new(out).read_line(&mut line);
        let port = line.trim_end().trim_end_matches('/').rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok());
        let Some(port) = port else {
            panic!("{read:?}: {line:?}");
        };
        Self { child, port }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        // As browsers do.
        stream.set_nodelay(true).expect("an option");
        stream
    }

    /// Its name for a browser.
    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Sends bytes, and reads until the server closes the connection.
    pub fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // It may close before it has read all.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// A request with these lines in its head besides Host.
    pub fn request(&self, method: &str, path: &str, head: &[&str], body: &str) -> Answered {
        let lines: String = head.iter().map(|line| format!("{line}\r\n")).collect();
        let host = self.host();
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{lines}\r\n{body}"
        );
        Answered::read(&self.raw(text.as_bytes()))
    }

    pub fn get(&self, path: &str) -> Answered {
        self.request("GET", path, &[], "")
    }

    pub fn post(&self, path: &str, question: &Value) -> Answered {
        let head = ["Content-Type: application/json"];
        self.request("POST", path, &head, &question.to_string())
    }

    /// Opens a WebSocket as a page of this server does.
    pub fn pipe(&self, path: &str) -> Pipe {
        self.open(path, &format!("http://{}", self.host()))
            .expect("a WebSocket")
    }

    /// The same as a page from elsewhere; the status of the refusal.
    pub fn open(&self, path: &str, origin: &str) -> Result<Pipe, u16> {
        let uri = format!("ws://{}{path}", self.host())
            .parse()
            .expect("a URI");
        let request = ClientRequestBuilder::new(uri).with_header("Origin", origin);
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(Pipe(socket)),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// The engine processes below this server.
    pub fn engines(&self) -> Vec<u32> {
        let server = self.child.id();
        let all = processes();
        let parent = |pid: u32| {
            all.iter()
                .find(|known| known.pid == pid)
                .map(|known| known.parent)
        };
        let below = |pid: u32| {
            let mut at = pid;
            while let Some(up) = parent(at) {
                if up == server {
                    return true;
                }
                at = up;
            }
            false
        };
        let own = |known: &&Known| known.is_engine && below(known.pid);
        all.iter().filter(own).map(|known| known.pid).collect()
    }

    /// Waits until so many engine processes run.
    pub fn await_engines(&self, count: usize) {
        wait_until(&format!("{count} engines"), || {
            self.engines().len() == count
        });
    }

    /// Sends a signal.
    pub fn signal(&self, name: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill")
            .args([&format!("-{name}"), &id])
            .status();
        assert!(sent.is_ok_and(|status| status.success()));
    }
}

/// A process of the system.
struct Known {
    pid: u32,
    parent: u32,
    /// Whether it is an engine itself, not its guard.
    is_engine: bool,
}

fn processes() -> Vec<Known> {
    let entries = fs::read_dir("/proc").expect("/proc");
    let read = |pid: u32| {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        let mut words = rest.split(' ');
        let state = words.next()?;
        let parent = words.next()?.parse().ok()?;
        let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
        let second = line.split(|&byte| byte == 0).nth(1);
        let is_engine = second == Some(b"__engine") && state != "Z";
        Some(Known {
            pid,
            parent,
            is_engine,
        })
    };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    pids.filter_map(read).collect()
}

/// Whether a process runs.
pub fn runs(pid: u32) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

/// Waits until something is so.
pub fn wait_until(what: &str, is: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !is() {
        assert!(Instant::now() < end, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What was answered to a request.
#[derive(Debug)]
pub struct Answered {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answered {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        let mut body = body.to_owned();
        if head
            .to_ascii_lowercase()
            .contains("transfer-encoding: chunked")
        {
            body = whole(&body);
        }
        Self {
            status: status.unwrap_or(0),
            head: head.to_owned(),
            body,
        }
    }

    /// The value of a line of the head.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The objects of an answer of several lines.
    pub fn json_lines(&self) -> Vec<Value> {
        let read =
            |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.body.lines().map(read).collect()
    }
}

/// A body that came in chunks.
fn whole(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        text += &after[..size];
        rest = &after[size + 2..];
    }
    text
}

/// A WebSocket as a pipe of lines.
pub struct Pipe(pub WebSocket<TcpStream>);

impl Pipe {
    pub fn say(&mut self, line: &str) {
        self.0.send(Message::text(line)).expect("sent");
    }

    /// The next line, or how the server closed.
    pub fn hear(&mut self) -> Result<String, Option<CloseFrame>> {
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => return Ok(text.to_string()),
                Ok(Message::Close(frame)) => return Err(frame),
                Ok(_) => {}
                Err(_) => return Err(None),
            }
        }
    }

    /// Hears lines until one begins so; all of them.
    pub fn until(&mut self, begin: &str) -> Vec<String> {
        let mut all = Vec::new();
        loop {
            match self.hear() {
                Ok(line) => {
                    let found = line.starts_with(begin);
                    all.push(line);
                    if found {
                        return all;
                    }
                }
                Err(close) => panic!("closed ({close:?}) after {all:?}"),
            }
        }
    }

    pub fn ask(&mut self, line: &str, begin: &str) -> Vec<String> {
        self.say(line);
        self.until(begin)
    }

    /// The code of the close that must come next but for lines.
    pub fn closed(&mut self) -> Option<u16> {
        loop {
            match self.hear() {
                Ok(_) => {}
                Err(frame) => return frame.map(|frame| frame.code.into()),
            }
        }
    }
}
