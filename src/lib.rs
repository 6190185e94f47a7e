//! `mcp-wms-api`: a Model Context Protocol server that lets an assistant **read** a Mecalux `EasyWMS` warehouse.
//!
//! # The map, in data-flow order
//!
//! ```text
//!  stdin ─▶ stdio ─▶ rmcp ─▶ server gate ─▶ tools/<noun> ─▶ easywms/<noun> ─▶ easywms funnel ─HTTP─▶ EasyWMS
//!                              │  arguments: names, types      ReadRequest       token, deadline,       or the
//!                              │                               raw rows          retry, body cap        simulator
//!  stdout ◀─ stdio ◀─ rmcp ◀─ server gate ◀─ envelope ◀─ Answer or Failure ◀──────────┘
//!  stderr ◀─ tracing: one line a call; no arguments, no bodies, no secrets
//! ```
//!
//! | module | knows |
//! | --- | --- |
//! | [`cli`] | the command line; a command's own print |
//! | [`config`] | the environment and the env file, turned into typed settings and profiles |
//! | [`server`] | the MCP handler: the gate around every call, resources, prompts, completions |
//! | [`stdio`] | lines on stdin and stdout, and an answer to every bad one |
//! | [`arguments`] | what a tool accepts: schemas, unknown names, strings sent for numbers |
//! | [`tools`] | one file a noun: parameters and `#[tool]` methods |
//! | [`easywms`] | the warehouse: the wire, the token, the closed list of reads, the catalogue, the filter language |
//! | [`envelope`] | the shape of an answer: budget, cursor, window, failure |
//! | [`simulator`] | an `EasyWMS` over real HTTP on loopback: `--demo` and the ground of the tests |
//!
//! # Invariants
//!
//! 1. Only [`easywms`] knows HTTP, URLs, wire field names and status codes.
//! 2. Only [`envelope`] builds text for the client. A tool returns an `Answer` or a `Failure`.
//! 3. Only `easywms/read_request.rs` can make a request, from a closed enum. No variant writes, and a configured path
//!    that names a write or streaming operation is refused at start-up.
//! 4. Only [`config`] reads the environment. Only [`stdio`] (and a command's own print in [`cli`]) writes to stdout.
//! 5. [`simulator`] uses none of our client, row or envelope types: it speaks JSON, so that one wrong name can't be
//!    right on both sides of a test.

pub mod arguments;
pub mod cli;
pub mod config;
mod decimal;
pub mod easywms;
pub mod envelope;
mod nearest;
pub mod server;
pub mod simulator;
pub mod stdio;
pub mod tools;
