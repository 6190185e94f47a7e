//! The binary: see `mcp_wms_api::cli`.

fn main() {}
