//! The names of the workflows: one a line, with its group and its description.

/// Returns name, group and description of each line; a line without all three would be left out.
pub(super) fn rows(lines: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    lines.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" | ")?;
        let (group, description) = rest.split_once(" | ")?;
        Some([name, group, description])
    })
}

/// The product's workflows.
pub(super) const STANDARD: &str = "\
StackerCrane | automation | State machine, telegrams and alarms of the high-bay stacker cranes
ShuttleMission | automation | Missions of the shuttle between crane transfer points
ConveyorRouting | automation | Decides the next conveyor segment of a container
DeviceAlarm | automation | Turns device alarms into device states and notifications
TransportOrder | automation | Splits a transport into one task for each device on the way
InfeedProfileCheck | automation | Checks weight and outline of a container at an infeed station
Reception | inbound | Receives containers against an inbound order
BlindReception | inbound | Receives goods without an expected order
ReceptionClose | inbound | Closes a reception and reports the received quantities
InboundOrderImport | inbound | Creates or changes inbound orders from interface messages
ReturnReception | inbound | Receives customer returns and sets their stock status
CrossDocking | inbound | Sends received goods straight to the shipping area
DockAppointment | inbound | Books, moves and closes dock appointments
PutawaySelection | storage | Chooses the location of a container to be stored
PutawayConfirm | storage | Confirms a putaway and updates the location
LocationAssignment | storage | Assigns fixed picking locations to products
ReplenishmentPlan | storage | Plans the replenishment of picking locations
ReplenishmentExecute | storage | Carries out planned replenishments
StockMove | storage | Moves stock between containers and locations
StockLock | quality | Sets a stock lock on a lot, a container or a location
StockUnlock | quality | Releases a stock lock and re-evaluates waiting orders
LotExpiration | quality | Sets the status of expired lots every night
CycleCount | quality | Counts locations and posts the differences
StockVariation | quality | Posts stock adjustments with their reason
OutboundOrderImport | outbound | Creates or changes outbound orders from interface messages
OrderAllocation | outbound | Allocates stock to the lines of outbound orders
OrderRelease | outbound | Releases allocated orders to the floor
WavePlanning | outbound | Groups orders into waves by carrier and load time
WaveRelease | outbound | Releases a wave and creates its picking tasks
PickingByOrder | outbound | Picking of one order with a terminal
PickingByBatch | outbound | Picking of several orders in one walk
PackingStation | outbound | Packs, weighs and closes boxes
PrintShippingLabel | outbound | Prints the shipping label of a container
RouteLoading | outbound | Loads the containers of a route in drop order
ShippingConfirm | outbound | Confirms the loading of an order
ShipmentClose | outbound | Closes a shipment and prints its papers
OrderCancel | outbound | Cancels an order and returns its stock
InterfaceInbound | interface | Reads, validates and dispatches messages of the ERP
InterfaceOutbound | interface | Sends confirmations and stock movements to the ERP
NightlyMaintenance | system | Rebuilds indexes and removes temporary rows
ArchiveHistory | system | Moves closed orders and tasks to the archive
UserLogin | system | Signs users in and out on terminals";

/// The customer's workflows; those without the prefix override the product's.
pub(super) const CUSTOM: &str = "\
CST_SendRejectContainersToPK | automation | Rejects containers at the infeed and sends them to reception or picking
CST_AllocateOrders | outbound | Allocates outbound orders by priority, lot and lock
CST_PrintPalletLabels | outbound | Prints the pallet labels at the end of the wrapper
CST_SendOrderConfirmation | interface | Confirms shipped outbound orders to the ERP
CST_QualityHold | quality | Sets and releases quality holds, with the inspector's comment
CST_CycleCountPlanner | quality | Plans the daily counts by rotation class
CST_ReplenishmentTrigger | storage | Starts replenishments below the minimum stock
CST_CrossDockMatcher | inbound | Matches announced pallets with waiting orders
CST_ReturnsInspection | inbound | Inspection of returns; not designed yet
CST_DisplayTexts | system | Texts of the terminals in every language, symbols included
CST_CarrierCutOff | outbound | Warns before the cut-off time of a carrier
CST_NightlyStockSnapshot | interface | Sends the whole stock to the ERP every night
CST_DockScheduler | inbound | Assigns docks to announced trucks
CST_LabelReprint | outbound | Prints a lost label again after a check
CST_TemperatureCheck | quality | Records the temperature of chilled goods at reception
CST_ExpiryReport | quality | Lists lots close to their expiration date
CST_PickToLight | outbound | Drives the displays of the picking stations
CST_WrapperControl | automation | Chooses the programme of the stretch wrapper
CST_EmptyPalletReturn | automation | Brings empty pallets back to the stacker
CST_CustomerLabelRules | outbound | Chooses the label format that a customer asks for
CST_AsnMatch | inbound | Compares shipping notices with inbound orders
CST_VoiceDialog | outbound | Dialogue of the voice picking terminals
PutawaySelection | storage | Chooses the location of a container; heavy pallets low, class A near the dock
OrderAllocation | outbound | Allocates stock to outbound orders; leaves locked lots out
WaveRelease | outbound | Releases a wave when its carrier has a dock
PrintShippingLabel | outbound | Prints the shipping label in the customer's format";
