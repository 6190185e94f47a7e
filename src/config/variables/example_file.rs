//! The text of `.env.example`, made from the variables so that the file can't fall behind.

use std::fmt::Write;

use super::{Variable, profile, settings};

const HEAD: &str = "\
# Settings of mcp-wms-api. Copy this file to `.env`, remove the `#` before what you set, fill it in, then run
# `mcp-wms-api doctor`. The process environment wins over this file.
#
# A value is taken as it stands: `$` is not expanded. An unquoted value ends at `#`; in double quotes \\n and \\r are
# line breaks; single quotes keep everything.

";

const PROFILE_HEAD: &str = "\
# --- One warehouse ---
# NORTH is the name of a profile, A-Z, 0-9 and _: repeat the set with another name for another warehouse.
# Without a name (WMS_URL, WMS_TENANT, ...) the set makes the profile DEFAULT.

";

const SETTINGS_HEAD: &str = "# --- All warehouses ---\n\n";

/// The profile that the example file shows.
const EXAMPLE_PROFILE: &str = "NORTH";

/// Returns the text of `.env.example`: every variable, commented out, with its default or an example.
#[must_use]
pub fn example_file() -> String {
    let mut text = String::from(HEAD);
    text.push_str(PROFILE_HEAD);
    for variable in profile::ALL {
        push(&mut text, variable);
    }
    text.push_str(SETTINGS_HEAD);
    for variable in settings::ALL {
        push(&mut text, variable);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn push(text: &mut String, variable: &Variable) {
    let Variable {
        meaning,
        example,
        default,
        ..
    } = variable;
    let name = variable.for_profile(EXAMPLE_PROFILE);
    let default = default.map_or(String::new(), |default| format!(" Default: {default}."));
    // Writing to a string can't fail.
    let _ = writeln!(text, "# {meaning}{default}\n# {name}={example}\n");
}
