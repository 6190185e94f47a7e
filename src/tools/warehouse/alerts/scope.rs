//! What all kinds look at, how far, and what several of them need: that is read once.

use tokio::sync::OnceCell;

use super::super::part::Part;
use super::super::reader::Reader;
use super::super::task::DEVICE_ROLES;
use crate::easywms::{Noun, Role, ValueSet};

/// Devices in fault that are read.
const DEVICES: u64 = 200;

/// What all kinds look at, and how far.
#[derive(Debug)]
pub(super) struct Scope<'c> {
    pub(super) reader: Reader<'c>,
    pub(super) hours: i64,
    pub(super) days: i64,
    pub(super) idle_days: i64,
    /// The devices whose status is a fault, once a kind has asked for them.
    pub(super) devices: OnceCell<Part<'c>>,
}

impl<'c> Scope<'c> {
    /// Returns the devices whose status is a fault. Those that wait for them share one read.
    pub(super) async fn faulty_devices(&self) -> Part<'c> {
        let read = || {
            self.reader.read("faulty_devices", Noun::Device, |device| {
                let fault = device.is(Role::Status, ValueSet::Fault)?;
                Ok(device.ask(fault, DEVICE_ROLES, DEVICES))
            })
        };
        self.devices.get_or_init(read).await.clone()
    }
}
