#![expect(clippy::unwrap_used, reason = "a failing test should panic")]

use std::collections::BTreeMap;
use std::fs;

use super::*;

/// Parses a text; an unclosed quote shows as `None`.
fn parsed(text: &str) -> (BTreeMap<String, Option<String>>, Report) {
    let mut report = Report::default();
    let entries = parse::entries(text, &mut report);
    let values = entries
        .into_iter()
        .map(|(name, entry)| (name, entry.value))
        .collect();
    (values, report)
}

fn value(text: &str) -> String {
    let (mut values, _) = parsed(text);
    values.remove("A").unwrap().unwrap()
}

fn refusal(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.env");
    fs::write(&path, bytes).unwrap();
    let mut report = Report::default();
    EnvFile::read(&path, &mut report);
    report.problems.first().unwrap().to_string()
}

/// Every expectation here is what dotenv 16.6 returns for the same text.
#[test]
fn reads_values_as_node_does() {
    let cases = [
        ("A=pa$$word", "pa$$word"),
        ("A=$HOME ${HOME}", "$HOME ${HOME}"),
        ("A=abc#def", "abc"),
        ("A=#abc", ""),
        ("A=abc # a comment", "abc"),
        ("A='abc#def' # a comment", "abc#def"),
        ("A = spaced \t", "spaced"),
        ("export A=exported", "exported"),
        ("A: colon", "colon"),
        (r"A=C:\new\dir", r"C:\new\dir"),
        (r#"A="dq$HOME\n""#, "dq$HOME\n"),
        (r"A='sq$HOME\n'", r"sq$HOME\n"),
        (r#"A=`it's "quoted"`"#, r#"it's "quoted""#),
        (r#"A="a\"b""#, r#"a\"b"#),
        (r#"A="C:\dir\""#, r"C:\dir\"),
        ("A=\"two\nlines\"", "two\nlines"),
        ("A=' kept '", " kept "),
        (r#"A="a"b"#, r#""a"b"#),
        ("A=it's", "it's"),
        ("A=a=b=c", "a=b=c"),
        ("A=", ""),
        ("A=\nB=b", ""),
        ("A=first\nA=second", "second"),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), expected, "{text}");
    }
}

#[test]
fn accepts_a_byte_order_mark_and_every_line_end() {
    let (values, report) = parsed("\u{feff}A=1\r\nB=2\rC=3\n\r\n# comment\r\nD='4'\r\n");
    assert_eq!(values.len(), 4);
    assert!(values.values().flatten().all(|value| value.len() == 1));
    assert!(report.warnings.is_empty() && report.problems.is_empty());
}

#[test]
fn names_the_lines_that_surprise_and_nothing_of_their_content() {
    let text = "# head\nA=canary#tail\n\nA='canary'\nB=\"canary\nnot an assignment: canary\n\nC=x # fine\nD='canary\n";
    let (values, report) = parsed(text);
    assert_eq!(values.get("B"), Some(&None));
    let problems: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        ["env file line 5: opens a quote that is never closed, like line 9"]
    );
    assert_eq!(
        report.warnings,
        [
            "env file line 2: the value ends at its #; put it in single quotes if the # belongs to it",
            "env file line 4: sets a variable that an earlier line sets; the last one counts",
            "env file line 6: ignored, it is not of the form NAME=value",
        ]
    );
}

#[test]
fn a_megabyte_of_junk_makes_a_short_report() {
    let text = "A='x\nnonsense here\n".repeat(50_000);
    let (_, report) = parsed(&text);
    let said: usize = report.warnings.iter().map(String::len).sum();
    assert!(said < 500 && report.problems.len() == 1);
}

#[test]
fn refuses_what_is_no_utf8_text_file() {
    assert!(refusal(b"\xff\xfeA\0=\0").contains("UTF-16"));
    assert!(refusal(b"A\0=\0b\0").contains("UTF-16"));
    assert!(refusal(b"A=canary\0\0\0").contains("NUL"));
    assert!(refusal(b"A=b\nC=\xe9\n").contains("line 2"));
    assert!(refusal(&b"A=canary\n".repeat(200_000)).contains("1 MiB"));
    assert!(!refusal(b"A=canary\0").contains("canary"));
}

#[test]
fn refuses_what_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut report = Report::default();
    EnvFile::read(folder.path(), &mut report);
    EnvFile::read(&folder.path().join("absent.env"), &mut report);
    let said: Vec<String> = report.problems.iter().map(ToString::to_string).collect();
    assert!(said.first().unwrap().ends_with("is a directory"));
    assert!(said.last().unwrap().ends_with("does not exist"));
}
