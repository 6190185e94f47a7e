//! What kinds of field there are, and which values each can be compared with.
//!
//! A server answers a comparison across kinds with an error of its own at best, and with no rows at worst. Which kind a
//! field has is the caller's to know; of a field without one nothing is refused.

/// What the values of a field are, whatever the server calls their type.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FieldKind {
    /// Text, codes included.
    Text,
    /// A number of any precision.
    Number,
    /// True or false.
    Boolean,
    /// A date or a date with a time.
    Date,
    /// A GUID.
    Id,
}

impl FieldKind {
    /// Returns the kind that a type's name means: the catalogue's words, and those of .NET, `OData` and SQL in any case,
    /// with or without a namespace, a length and a mark that null is allowed.
    #[must_use]
    pub fn of_type(name: &str) -> Option<Self> {
        let bare = bare_type(name).to_ascii_lowercase();
        Some(match bare.as_str() {
            "text" | "string" | "char" | "nchar" | "varchar" | "nvarchar" | "ntext" => Self::Text,
            "number" | "int" | "integer" | "int16" | "int32" | "int64" | "uint16" | "uint32"
            | "uint64" | "byte" | "sbyte" | "short" | "long" | "smallint" | "tinyint"
            | "bigint" | "decimal" | "numeric" | "money" | "double" | "single" | "float"
            | "real" => Self::Number,
            "boolean" | "bool" | "bit" => Self::Boolean,
            "date" | "datetime" | "datetime2" | "smalldatetime" | "datetimeoffset" => Self::Date,
            "id" | "guid" | "uuid" | "uniqueidentifier" => Self::Id,
            _ => return None,
        })
    }

    /// Returns what such a field holds, for a message.
    #[must_use]
    pub fn values(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "numbers",
            Self::Boolean => "true or false",
            Self::Date => "dates",
            Self::Id => "ids",
        }
    }

    /// Returns the catalogue's word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::Id => "id",
        }
    }
}

/// Returns whether a text is a GUID, as ids are: 32 hexadecimal digits in five groups.
#[must_use]
pub fn is_guid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

/// `System.Nullable<System.Int32>`, `Edm.Int32`, `Int32?` and `decimal(18,4)` without what says nothing of the kind.
fn bare_type(name: &str) -> &str {
    let inner = name.split_once("Nullable").map_or(name, |(_, inner)| {
        inner.trim_start_matches(['`', '1', '[', '<'])
    });
    let end = inner.find(['(', '?', '>', ']', ',']).unwrap_or(inner.len());
    let (bare, _) = inner.split_at_checked(end).unwrap_or((inner, ""));
    bare.rsplit('.').next().unwrap_or(bare).trim()
}

#[cfg(test)]
mod tests {
    use super::FieldKind;

    #[test]
    fn reads_the_type_names_of_the_usual_worlds() {
        let cases = [
            ("text", Some(FieldKind::Text)),
            ("System.String", Some(FieldKind::Text)),
            ("Edm.String", Some(FieldKind::Text)),
            ("STRING", Some(FieldKind::Text)),
            ("nvarchar(50)", Some(FieldKind::Text)),
            ("VARCHAR", Some(FieldKind::Text)),
            ("char", Some(FieldKind::Text)),
            ("System.Nullable<System.Int32>", Some(FieldKind::Number)),
            (
                "System.Nullable`1[[System.Decimal, mscorlib]]",
                Some(FieldKind::Number),
            ),
            ("decimal(18,4)", Some(FieldKind::Number)),
            ("int?", Some(FieldKind::Number)),
            ("Boolean", Some(FieldKind::Boolean)),
            ("bit", Some(FieldKind::Boolean)),
            ("DateTimeOffset", Some(FieldKind::Date)),
            ("System.Guid", Some(FieldKind::Id)),
            ("Mecalux.Stock.StockStatus", None),
            ("", None),
        ];
        for (name, kind) in cases {
            assert_eq!(FieldKind::of_type(name), kind, "{name}");
        }
    }
}
