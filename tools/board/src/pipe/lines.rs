//! A WebSocket as a line stream: one line per text frame, rate limit, detection of lost peers.
//! Not here: the meaning of the lines.

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use std::time::Duration;
use tokio::time::{Instant, sleep_until, timeout, timeout_at};

/// Codes of a close frame.
pub mod close {
    /// All is said.
    pub const DONE: u16 = 1000;
    /// The server ends.
    pub const AWAY: u16 = 1001;
    /// A frame that is no text.
    pub const UNSUPPORTED: u16 = 1003;
    /// The engine failed.
    pub const FAILED: u16 = 1011;
    /// All slots are taken.
    pub const TRY_LATER: u16 = 1013;
}

/// How often a quiet peer is asked for a sign of life.
const PING: Duration = Duration::from_secs(15);

/// How long a peer may give no sign of life.
const SILENCE: Duration = Duration::from_secs(40);

/// How long a peer may leave a line unread before it counts as gone.
const UNREAD: Duration = Duration::from_secs(20);

/// Lines a second that a page may send for long. A line counts once more for each [`PIECE`] bytes.
const RATE: f64 = 2_000.0;

/// Lines that it may send at once after a pause.
const BURST: f64 = 4_000.0;

/// Bytes that count as another line.
const PIECE: usize = 4 << 10;

/// The longest reason of a close, in bytes: a control frame has 125 in all.
const REASON: usize = 123;

/// What came from the page.
#[derive(Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end.
    Line(String),
    /// A frame that is no line: why.
    Wrong(&'static str),
    /// Time has passed; see [`Lines::ping`].
    Quiet,
    /// The page is gone.
    Gone,
}

/// A pipe of lines. Dropping it closes the connection.
pub struct Lines {
    socket: WebSocket,
    /// When the peer gave its last sign of life.
    heard: Instant,
    /// When to ask for the next.
    ping: Instant,
    /// Lines that may be sent at once now, as of `counted`; below 0 the page has to wait.
    tokens: f64,
    counted: Instant,
}

/// The peer is gone, or reads nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone;

impl Lines {
    /// A pipe at its beginning.
    pub fn new(socket: WebSocket) -> Self {
        let now = Instant::now();
        Self {
            socket,
            heard: now,
            ping: now + PING,
            tokens: BURST,
            counted: now,
        }
    }

    /// Waits for the next line. A page that sends too fast is read late, so that it fills its own
    /// memory. Cancelling this loses nothing.
    pub async fn hear(&mut self) -> Heard {
        if self.tokens < 0.0 {
            let wait = Duration::from_secs_f64(-self.tokens / RATE);
            sleep_until(self.counted + wait).await;
        }
        loop {
            let message = match timeout_at(self.ping, self.socket.recv()).await {
                Err(_) => return Heard::Quiet,
                Ok(None | Some(Err(_))) => return Heard::Gone,
                Ok(Some(Ok(message))) => message,
            };
            self.heard = Instant::now();
            match message {
                Message::Text(text) => {
                    self.count(text.len());
                    let line = text.strip_suffix('\n').unwrap_or(&text);
                    let line = line.strip_suffix('\r').unwrap_or(line);
                    if line.contains(['\n', '\r', '\0']) {
                        return Heard::Wrong("found several lines, expected one line a frame");
                    }
                    return Heard::Line(line.to_owned());
                }
                Message::Binary(_) => return Heard::Wrong("found a binary frame, expected text"),
                // Reading on answers it; then the connection ends.
                Message::Close(_) => {}
                Message::Ping(data) | Message::Pong(data) => {
                    self.count(data.len());
                    if self.tokens < 0.0 {
                        return Heard::Quiet;
                    }
                }
            }
        }
    }

    fn count(&mut self, bytes: usize) {
        let now = Instant::now();
        let passed = now.saturating_duration_since(self.counted).as_secs_f64();
        let cost = 1.0 + bytes as f64 / PIECE as f64;
        self.tokens = (self.tokens + passed * RATE).min(BURST) - cost;
        self.counted = now;
    }

    /// Asks for a sign of life if it is time.
    ///
    /// # Errors
    /// There was none for too long.
    pub async fn ping(&mut self) -> Result<(), Gone> {
        let now = Instant::now();
        if now < self.ping {
            return Ok(());
        }
        if now - self.heard > SILENCE {
            return Err(Gone);
        }
        self.ping = now + PING;
        self.send(Message::Ping(Vec::new().into())).await
    }

    /// Sends a line and waits until the connection has taken it.
    ///
    /// # Errors
    /// The peer is gone, or reads nothing.
    pub async fn say(&mut self, line: String) -> Result<(), Gone> {
        self.send(Message::Text(line.into())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Gone> {
        match timeout(UNREAD, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Gone),
        }
    }

    /// Closes the connection with a code of [`close`] and a reason for people.
    pub async fn end(mut self, code: u16, reason: &str) {
        /// How long the peer gets to close its side.
        const FAREWELL: Duration = Duration::from_secs(2);
        let end = (0..=reason.len().min(REASON)).rev();
        let end = end.into_iter().find(|&end| reason.is_char_boundary(end));
        let reason = reason[..end.unwrap_or(0)].to_owned();
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        let farewell = async {
            if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = self.socket.recv().await {}
            }
        };
        let _ = timeout(FAREWELL, farewell).await;
    }
}
