//! Which requests are in flight: those that hold one of the bounded slots, and those that wait for one in order.
//!
//! It knows ids and counts, neither lines nor answers.

use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::sync::Arc;

use rmcp::model::{ClientRequest, JsonRpcRequest, RequestId};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::limits::Limits;

/// Pings have slots of their own: a host that pings to see whether the server lives must not wait behind long calls.
const PING_SLOTS: usize = 8;

/// A request as rmcp takes it.
pub(super) type Request = JsonRpcRequest<ClientRequest>;

/// A slot; dropping it frees it.
pub(super) type Slot = OwnedSemaphorePermit;

/// What became of a request on admission.
pub(super) enum Admission {
    /// It holds a slot and goes to the handler now.
    Started(Box<Request>),
    /// It waits for a slot.
    Waiting,
    /// Its id belongs to another request in flight.
    Duplicate(RequestId),
}

/// The requests in flight.
pub(super) struct Slots {
    free: Arc<Semaphore>,
    free_for_pings: Arc<Semaphore>,
    /// Every id in flight, with its slot once it has one.
    in_flight: HashMap<RequestId, Option<Slot>>,
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
    limits: Limits,
}

struct Waiting {
    request: Request,
    bytes: usize,
}

impl Slots {
    /// Returns slots that are all free.
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            free: Arc::new(Semaphore::new(limits.requests_in_flight)),
            free_for_pings: Arc::new(Semaphore::new(PING_SLOTS)),
            in_flight: HashMap::new(),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            limits,
        }
    }

    /// Takes a request in; `bytes` is what it took on its line.
    pub(super) fn admit(&mut self, request: Request, bytes: usize) -> Admission {
        if self.in_flight.contains_key(&request.id) {
            return Admission::Duplicate(request.id);
        }
        let slot = match request.request {
            ClientRequest::PingRequest(_) => Arc::clone(&self.free_for_pings).try_acquire_owned(),
            _ if self.waiting.is_empty() => Arc::clone(&self.free).try_acquire_owned(),
            _ => Err(tokio::sync::TryAcquireError::NoPermits),
        };
        if let Ok(slot) = slot {
            self.in_flight.insert(request.id.clone(), Some(slot));
            return Admission::Started(Box::new(request));
        }
        self.in_flight.insert(request.id.clone(), None);
        self.waiting_bytes += bytes;
        self.waiting.push_back(Waiting { request, bytes });
        Admission::Waiting
    }

    /// Waits for a free slot. Nothing is lost if the wait is given up.
    pub(super) async fn free_slot(&self) -> Slot {
        match Arc::clone(&self.free).acquire_owned().await {
            Ok(slot) => slot,
            Err(_never_closed) => pending().await,
        }
    }

    /// Gives a slot to the request that waited longest.
    pub(super) fn start_next(&mut self, slot: Slot) -> Option<Request> {
        let Waiting { request, bytes } = self.waiting.pop_front()?;
        self.waiting_bytes -= bytes;
        self.in_flight.insert(request.id.clone(), Some(slot));
        Some(request)
    }

    /// Ends a request that is being answered and returns its slot, to be held until the answer is queued.
    pub(super) fn answered(&mut self, id: &RequestId) -> Option<Slot> {
        self.in_flight.remove(id).flatten()
    }

    /// Ends a cancelled request. Returns `true` if it was waiting, so that the handler never hears of it.
    pub(super) fn cancel(&mut self, id: &RequestId) -> bool {
        let Some(None) = self.in_flight.remove(id) else {
            return false;
        };
        let place = self
            .waiting
            .iter()
            .position(|waiting| waiting.request.id == *id);
        if let Some(waiting) = place.and_then(|place| self.waiting.remove(place)) {
            self.waiting_bytes -= waiting.bytes;
        }
        true
    }

    /// Waits until no request holds a slot.
    pub(super) async fn idle(&self) {
        let all = u32::try_from(self.limits.requests_in_flight).unwrap_or(u32::MAX);
        if self.free.acquire_many(all).await.is_err() {
            pending::<()>().await;
        }
    }

    /// Says whether a request waits for a slot.
    pub(super) fn any_waiting(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Says whether the handler has a request it has not answered.
    pub(super) fn any_running(&self) -> bool {
        self.in_flight.len() > self.waiting.len()
    }

    /// Says whether another request may be read ahead.
    pub(super) fn may_read_ahead(&self) -> bool {
        self.waiting.len() < self.limits.requests_waiting
            && self.waiting_bytes < self.limits.waiting_bytes
    }
}
