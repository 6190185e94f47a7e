//! The variables that each profile has.

use super::Variable;
use crate::config::service_paths;

/// What a profile can't do without.
pub(in crate::config) const REQUIRED: &[&Variable] = &[
    &URL,
    &TENANT,
    &USERNAME,
    &PASSWORD,
    &CLIENT_ID,
    &CLIENT_SECRET,
];

/// Every variable of a profile, in the order of the documentation: the required ones first.
pub(super) const ALL: &[&Variable] = &[
    &URL,
    &TENANT,
    &USERNAME,
    &PASSWORD,
    &CLIENT_ID,
    &CLIENT_SECRET,
    &LANGUAGE,
    &SITE,
    &TIME_ZONE,
    &CA_FILE,
    &CERT_SHA256,
    &ACCEPT_INVALID_CERTS,
    &FILTER_DIALECT,
    &STS_PATH,
    &QUERY_PATH,
    &METADATA_PATH,
    &WORKFLOW_PATH,
    &LOG_PATH,
    &METRIC_PATH,
    &CATALOGUE,
];

/// The address of the server.
pub const URL: Variable = Variable {
    name: "WMS_<P>_URL",
    default: None,
    meaning: "Required. Address of the EasyWMS server, without any of the service paths.",
    example: "https://wms.example.com",
};

/// The tenant.
pub const TENANT: Variable = Variable {
    name: "WMS_<P>_TENANT",
    default: None,
    meaning: "Required. Tenant code, as at log-in.",
    example: "NORTH",
};

/// The user.
pub const USERNAME: Variable = Variable {
    name: "WMS_<P>_USERNAME",
    default: None,
    meaning: "Required. A user that may read; it needs no right to change anything.",
    example: "reader",
};

/// The user's password.
pub const PASSWORD: Variable = Variable {
    name: "WMS_<P>_PASSWORD",
    default: None,
    meaning: "Required. Its password. Single quotes keep every character, # and \\n included.",
    example: "'the password'",
};

/// The OAuth client.
pub const CLIENT_ID: Variable = Variable {
    name: "WMS_<P>_CLIENT_ID",
    default: None,
    meaning: "Required. OAuth client id of the token service.",
    example: "mcp",
};

/// The OAuth client's secret.
pub const CLIENT_SECRET: Variable = Variable {
    name: "WMS_<P>_CLIENT_SECRET",
    default: None,
    meaning: "Required. OAuth client secret of the token service.",
    example: "'the secret'",
};

/// The language of the server's texts.
pub const LANGUAGE: Variable = Variable {
    name: "WMS_<P>_LANGUAGE",
    default: None,
    meaning: "Language of the server's texts, sent with the log-in.",
    example: "en",
};

/// The site.
pub const SITE: Variable = Variable {
    name: "WMS_<P>_SITE",
    default: None,
    meaning: "A name for the site, shown by list_profiles. It restricts nothing: what is read follows from tenant and user.",
    example: "MAIN",
};

/// Where the site's clocks are.
pub const TIME_ZONE: Variable = Variable {
    name: "WMS_<P>_TIME_ZONE",
    default: Some("UTC is taken, and answers with ages say so"),
    meaning: "Time zone of the site's dates, an IANA name or an offset such as +02:00: what `today`, `now` and ages are reckoned in.",
    example: "Europe/Madrid",
};

/// A private certificate authority.
pub const CA_FILE: Variable = Variable {
    name: "WMS_<P>_CA_FILE",
    default: Some("the system's roots"),
    meaning: "PEM file with the certificate authority of the server. A relative path counts from the env file.",
    example: "warehouse-ca.pem",
};

/// A pinned certificate.
pub const CERT_SHA256: Variable = Variable {
    name: "WMS_<P>_CERT_SHA256",
    default: None,
    meaning: "SHA-256 fingerprint of the server's own certificate, for a self-signed one. Hexadecimal or base64.",
    example: "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0",
};

/// No verification at all.
pub const ACCEPT_INVALID_CERTS: Variable = Variable {
    name: "WMS_<P>_ACCEPT_INVALID_CERTS",
    default: Some("false"),
    meaning: "true accepts any certificate: whoever is on the line can read the password. Prefer CERT_SHA256.",
    example: "false",
};

/// How a filter is written for the server.
pub const FILTER_DIALECT: Variable = Variable {
    name: "WMS_<P>_FILTER_DIALECT",
    default: Some("linq"),
    meaning: "How a filter is written for this server: linq, sql or odata.",
    example: "linq",
};

/// The token service.
pub const STS_PATH: Variable = Variable {
    name: "WMS_<P>_STS_PATH",
    default: Some(service_paths::STS),
    meaning: "Path of the token service.",
    example: service_paths::STS,
};

/// The query service.
pub const QUERY_PATH: Variable = Variable {
    name: "WMS_<P>_QUERY_PATH",
    default: Some(service_paths::QUERY),
    meaning: "Path of the query service.",
    example: service_paths::QUERY,
};

/// The metadata service.
pub const METADATA_PATH: Variable = Variable {
    name: "WMS_<P>_METADATA_PATH",
    default: Some(service_paths::METADATA),
    meaning: "Path of the list of entity types.",
    example: service_paths::METADATA,
};

/// The workflow service.
pub const WORKFLOW_PATH: Variable = Variable {
    name: "WMS_<P>_WORKFLOW_PATH",
    default: Some(service_paths::WORKFLOW),
    meaning: "Path of the list of applications, with their workflows below it.",
    example: service_paths::WORKFLOW,
};

/// The log service.
pub const LOG_PATH: Variable = Variable {
    name: "WMS_<P>_LOG_PATH",
    default: Some(service_paths::LOG),
    meaning: "Path of the log service, with LogSearch and Logs below it.",
    example: service_paths::LOG,
};

/// The metric service.
pub const METRIC_PATH: Variable = Variable {
    name: "WMS_<P>_METRIC_PATH",
    default: Some(service_paths::METRIC),
    meaning: "Path of the list of metrics.",
    example: service_paths::METRIC,
};

/// The server's own entity types.
pub const CATALOGUE: Variable = Variable {
    name: "WMS_<P>_CATALOGUE",
    default: Some("built in"),
    meaning: "JSON file with this server's entity types and fields. A relative path counts from the env file.",
    example: "north-catalogue.json",
};
