//! A cancellation token: a flag that one task sets and other tasks wait for.
//! Not here: what a cancelled task does with its results so far.

use std::sync::Arc;
use tokio::sync::watch;

/// A flag that is set once. Its clones share it.
#[derive(Clone, Debug)]
pub struct Cancel {
    flag: Arc<watch::Sender<bool>>,
}

impl Default for Cancel {
    fn default() -> Self {
        Self::new()
    }
}

impl Cancel {
    /// A flag that is not set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            flag: Arc::new(watch::Sender::new(false)),
        }
    }

    /// Sets the flag, for good.
    pub fn cancel(&self) {
        self.flag.send_replace(true);
    }

    /// Whether it is set.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        *self.flag.borrow()
    }

    /// Waits until it is set.
    pub async fn cancelled(&self) {
        let mut seen = self.flag.subscribe();
        // The sender lives as long as `self`, so that this cannot fail.
        let _ = seen.wait_for(|&set| set).await;
    }
}
