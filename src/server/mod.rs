//! The MCP handler.
