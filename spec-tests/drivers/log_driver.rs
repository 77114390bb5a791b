//! Connects an event log to the conformance suite: reads and writes lines of JSON. Build it with
//! `rustc --edition 2021 -O log_driver.rs`; it needs no crate. See DRIVER.md.
//!
//! Replace SmallLog by your log: change the methods between the two lines of dashes, and remove
//! those that your log lacks. The unchanged template tests SmallLog, a small correct log at the end
//! of this file.
use std::collections::{BTreeMap, HashMap};
use std::io::{stdin, BufRead};
use std::panic::{catch_unwind, panic_any, AssertUnwindSafe};

// redoTail: a checkpoint "cuts" or "keeps" the redo tail, or is "behind" it
// observes: what your log can show; remove the rest
// operations: remove "reload" if your log cannot be saved; "kept" is missing, because the log gives
// its lists away
// supports: "defaultCount" is missing, because Rust has no default arguments
const GREETING: &str = r#"{"name":"a small log in Rust","redoTail":"cuts",
    "observes":["returns","entries","cursor","checkpoints","recent"],
    "operations":["reload","other"],"supports":["briefReplies"]}"#;

// ---------------------------------------------------------------------------------- your log

#[derive(Default)]
struct Adapter {
    log: SmallLog,
}

type Events = Vec<String>;

impl Methods for Adapter {
    fn append(&mut self, event: String) {
        self.log.append(event)
    }
    fn checkpoint(&mut self, name: String) {
        self.log.checkpoint(name)
    }
    fn undo(&mut self, count: i64) -> Result<Events, String> {
        self.log.undo(count)
    }
    fn undo_to(&mut self, name: &str) -> Result<Option<Events>, String> {
        self.log.undo_to(name) // None if the checkpoint is not before the cursor
    }
    fn redo(&mut self, count: i64) -> Result<Events, String> {
        self.log.redo(count)
    }
    fn recent(&self, count: i64) -> Result<Events, String> {
        self.log.recent(count)
    }
    fn entries(&self) -> Vec<Json> {
        self.log.list.iter().map(Entry::to_json).collect() // events as strings, sentinels as objects
    }
    fn cursor(&self) -> usize {
        self.log.cursor
    }
    fn checkpoints(&self) -> BTreeMap<String, usize> {
        self.log.names.clone()
    }
    fn save(&self) -> Json {
        self.log.save() // any JSON value
    }
    fn load(&mut self, saved: &Json) {
        self.log = SmallLog::load(saved) // what save returned
    }
}

// --------------------------------------------------------------------- nothing to change below

/// A fault of the driver: the log was not called, so it refused nothing.
struct Fault(String);

fn missing(method: &str) -> ! {
    panic_any(Fault(format!("the adapter has no method {method}")))
}

/// The methods of an adapter; those that it does not have are missing.
#[rustfmt::skip]
trait Methods {
    fn append(&mut self, _: String) { missing("append") }
    fn checkpoint(&mut self, _: String) { missing("checkpoint") }
    fn undo(&mut self, _: i64) -> Result<Events, String> { missing("undo") }
    fn undo_to(&mut self, _: &str) -> Result<Option<Events>, String> { missing("undo_to") }
    fn redo(&mut self, _: i64) -> Result<Events, String> { missing("redo") }
    fn recent(&self, _: i64) -> Result<Events, String> { missing("recent") }
    fn truncate(&mut self) -> Result<(), String> { missing("truncate") }
    fn drop_first(&mut self, _: i64) -> Result<(), String> { missing("drop_first") }
    fn replace_last(&mut self, _: i64, _: Option<String>) -> Result<(), String> { missing("replace_last") }
    fn entries(&self) -> Vec<Json> { missing("entries") }
    fn cursor(&self) -> usize { missing("cursor") }
    fn checkpoints(&self) -> BTreeMap<String, usize> { missing("checkpoints") }
    fn can_undo(&self) -> bool { missing("can_undo") }
    fn can_redo(&self) -> bool { missing("can_redo") }
    fn save(&self) -> Json { missing("save") }
    fn load(&mut self, _: &Json) { missing("load") }
}

fn state(log: &Adapter, observes: &[Json]) -> Json {
    let recent = |count| (i64::to_string(&count), events(log.recent(count).expect("recent")));
    let value = |what: &str| match what {
        "entries" => Json::List(log.entries()),
        "cursor" => number(log.cursor()),
        "checkpoints" => {
            let positions = log.checkpoints().into_iter().map(|(name, at)| (name, number(at)));
            Json::Object(positions.collect())
        }
        "canUndo" => Json::Bool(log.can_undo()),
        "canRedo" => Json::Bool(log.can_redo()),
        "recent" => Json::Object([0, 1, 2, 99].into_iter().map(recent).collect()),
        _ => Json::Null,
    };
    Json::Object(observes.iter().map(|what| (what.text().into(), value(what.text()))).collect())
}

fn call(log: &mut Adapter, request: &Json) -> Result<Vec<(String, Json)>, String> {
    let argument = request.get("args").at(0);
    let count = if let Json::Number(count) = argument { *count } else { 0 };
    let returned = match request.get("do").text() {
        "append" => return Ok({ log.append(argument.text().into()); vec![] }),
        "checkpoint" => return Ok({ log.checkpoint(argument.text().into()); vec![] }),
        "truncate" => return log.truncate().map(|()| vec![]),
        "dropFirst" => return log.drop_first(count).map(|()| vec![]),
        "replaceLast" => {
            let event = request.get("args").list().get(1).map(|event| event.text().into());
            return log.replace_last(count, event).map(|()| vec![]);
        }
        "load" => return Ok({ log.load(argument); vec![] }),
        "save" => return Ok(vec![("saved".into(), log.save())]),
        "undo" => events(log.undo(count)?),
        "undoTo" => log.undo_to(argument.text())?.map_or(Json::Null, events),
        "redo" => events(log.redo(count)?),
        "recent" => events(log.recent(count)?),
        method => panic_any(Fault(format!("unknown method {method}"))),
    };
    Ok(vec![("returns".into(), returned)])
}

// A panic in the log is a refusal; a panic in state() is a fault of the driver.
fn reply(log: &mut Adapter, observes: &[Json], request: &Json) -> Json {
    let mut answer = vec![];
    if request.get("do").text() != "new" {
        answer = match catch_unwind(AssertUnwindSafe(|| call(log, request))) {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => vec![("error".into(), Json::Text(error))],
            Err(cause) => match cause.downcast::<Fault>() {
                Ok(fault) => return object([("fault", Json::Text(fault.0))]),
                Err(_) => vec![("error".into(), Json::Text("the log panicked".into()))],
            },
        };
    }
    if request.get("state") != &Json::Bool(false) {
        match catch_unwind(AssertUnwindSafe(|| state(log, observes))) {
            Ok(state) => answer.push(("state".into(), state)),
            Err(cause) => {
                let text = cause.downcast::<Fault>().map_or("state() panicked".into(), |fault| fault.0);
                return object([("fault", Json::Text(text))]);
            }
        }
    }
    Json::Object(answer)
}

fn main() {
    let greeting = Reader { text: GREETING, at: 0 }.value();
    let mut observes = greeting.get("observes").list().to_vec();
    observes.retain(|what| what.text() != "returns");
    let mut logs: HashMap<i64, Adapter> = HashMap::new();
    for line in stdin().lock().lines() {
        let request = Reader { text: &line.expect("UTF-8"), at: 0 }.value();
        let number = if let Json::Number(number) = request.get("log") { *number } else { 1 };
        match request.get("do").text() {
            "hello" => {
                println!("{}", GREETING.replace('\n', ""));
                continue;
            }
            "new" => logs.clear(),
            "load" => {
                logs.remove(&number);
            }
            _ => {}
        }
        println!("{}", reply(logs.entry(number).or_default(), &observes, &request).write());
    }
}

/// A JSON value; all numbers of the protocol are integers.
#[derive(Clone, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    Json::Object(fields.into_iter().map(|(name, value)| (name.into(), value)).collect())
}

fn events(texts: Events) -> Json {
    Json::List(texts.into_iter().map(Json::Text).collect())
}

fn number(count: usize) -> Json {
    Json::Number(count as i64)
}

impl Json {
    /// The field of an object, or null.
    fn get(&self, name: &str) -> &Json {
        let Json::Object(fields) = self else { return &Json::Null };
        fields.iter().find(|(key, _)| key == name).map_or(&Json::Null, |(_, value)| value)
    }

    /// The element of a list, or null.
    fn at(&self, index: usize) -> &Json {
        self.list().get(index).unwrap_or(&Json::Null)
    }

    fn list(&self) -> &[Json] {
        if let Json::List(values) = self { values } else { &[] }
    }

    fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    fn write(&self) -> String {
        let joined = |values: Vec<String>| values.join(",");
        match self {
            Json::Null => "null".into(),
            Json::Bool(value) => value.to_string(),
            Json::Number(value) => value.to_string(),
            Json::Text(text) => quote(text),
            Json::List(values) => format!("[{}]", joined(values.iter().map(Json::write).collect())),
            Json::Object(fields) => {
                let field = |(name, value): &(String, Json)| quote(name) + ":" + &value.write();
                format!("{{{}}}", joined(fields.iter().map(field).collect()))
            }
        }
    }
}

fn quote(text: &str) -> String {
    let escape = |letter: char| match letter {
        '"' | '\\' => format!("\\{letter}"),
        '\0'..='\x1f' => format!("\\u{:04x}", letter as u32),
        _ => letter.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.text.as_bytes()[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        self.text.as_bytes()[self.at]
    }

    /// Skips a character, and says whether it was there.
    fn skip(&mut self, expected: u8) -> bool {
        let found = self.peek() == expected;
        self.at += usize::from(found);
        found
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            b'"' => Json::Text(self.string()),
            b'[' => Json::List(self.sequence(b']', Reader::value)),
            b'{' => Json::Object(self.sequence(b'}', |reader| {
                reader.peek();
                let name = reader.string();
                assert!(reader.skip(b':'));
                (name, reader.value())
            })),
            _ => self.word(),
        }
    }

    fn sequence<T>(&mut self, end: u8, element: impl Fn(&mut Self) -> T) -> Vec<T> {
        let mut elements = vec![];
        self.at += 1;
        while !self.skip(end) {
            elements.push(element(self));
            self.skip(b',');
        }
        elements
    }

    fn word(&mut self) -> Json {
        let rest = &self.text[self.at..];
        let word = rest.split([',', ']', '}', ' ']).next().unwrap_or(rest);
        self.at += word.len();
        match word {
            "null" => Json::Null,
            "true" | "false" => Json::Bool(word == "true"),
            _ => Json::Number(word.parse().expect("an integer")),
        }
    }

    fn string(&mut self) -> String {
        let mut units: Vec<u16> = vec![];
        let mut letters = self.text[self.at + 1..].char_indices();
        while let Some((index, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at += index + 2;
                    break;
                }
                '\\' => match letters.next().expect("an escape").1 {
                    'u' => {
                        let digits: String = letters.by_ref().take(4).map(|(_, digit)| digit).collect();
                        units.push(u16::from_str_radix(&digits, 16).expect("four digits"));
                    }
                    'b' => units.push(8),
                    'f' => units.push(12),
                    'n' => units.push(10),
                    'r' => units.push(13),
                    't' => units.push(9),
                    other => units.push(other as u16),
                },
                _ => units.extend(letter.encode_utf16(&mut [0; 2]).iter()),
            }
        }
        String::from_utf16_lossy(&units)
    }
}

// The example log.

enum Entry {
    Event(String),
    Sentinel(String),
}

impl Entry {
    fn to_json(&self) -> Json {
        match self {
            Entry::Event(event) => Json::Text(event.clone()),
            Entry::Sentinel(name) => {
                object([("type", Json::Text("checkpoint".into())), ("name", Json::Text(name.clone()))])
            }
        }
    }
}

#[derive(Default)]
struct SmallLog {
    list: Vec<Entry>,
    cursor: usize,
    names: BTreeMap<String, usize>,
}

impl SmallLog {
    fn append(&mut self, event: String) {
        self.add(Entry::Event(event));
    }

    fn checkpoint(&mut self, name: String) {
        let at = self.cursor;
        self.add(Entry::Sentinel(name.clone()));
        self.names.insert(name, at);
    }

    fn undo(&mut self, count: i64) -> Result<Events, String> {
        let count = not_negative(count)?;
        let mut undone = vec![];
        while undone.len() < count && self.cursor > 0 {
            self.cursor -= 1;
            undone.extend(self.events(self.cursor, self.cursor + 1));
        }
        Ok(undone)
    }

    fn undo_to(&mut self, name: &str) -> Result<Option<Events>, String> {
        let at = *self.names.get(name).ok_or(format!("unknown checkpoint {name}"))?;
        if at >= self.cursor {
            return Ok(None);
        }
        let undone = self.events(at, self.cursor).into_iter().rev().collect();
        self.cursor = at;
        Ok(Some(undone))
    }

    fn redo(&mut self, count: i64) -> Result<Events, String> {
        let count = not_negative(count)?;
        let mut redone = vec![];
        while redone.len() < count && self.cursor < self.list.len() {
            redone.extend(self.events(self.cursor, self.cursor + 1));
            self.cursor += 1;
        }
        Ok(redone)
    }

    fn recent(&self, count: i64) -> Result<Events, String> {
        let count = not_negative(count)?;
        let applied = self.events(0, self.cursor);
        Ok(applied[applied.len().saturating_sub(count)..].to_vec())
    }

    fn save(&self) -> Json {
        let names = self.names.iter().map(|(name, at)| (name.clone(), number(*at)));
        object([
            ("entries", Json::List(self.list.iter().map(Entry::to_json).collect())),
            ("cursor", number(self.cursor)),
            ("names", Json::Object(names.collect())),
        ])
    }

    fn load(saved: &Json) -> SmallLog {
        let position = |value: &Json| if let Json::Number(at) = value { *at as usize } else { 0 };
        let entry = |value: &Json| match value {
            Json::Text(event) => Entry::Event(event.clone()),
            sentinel => Entry::Sentinel(sentinel.get("name").text().into()),
        };
        let Json::Object(names) = saved.get("names") else { panic!("no names") };
        SmallLog {
            list: saved.get("entries").list().iter().map(entry).collect(),
            cursor: position(saved.get("cursor")),
            names: names.iter().map(|(name, at)| (name.clone(), position(at))).collect(),
        }
    }

    fn add(&mut self, entry: Entry) {
        self.list.truncate(self.cursor);
        self.names.retain(|_, at| *at <= self.cursor);
        self.list.push(entry);
        self.cursor += 1;
    }

    fn events(&self, from: usize, to: usize) -> Events {
        let event = |entry: &Entry| match entry {
            Entry::Event(event) => Some(event.clone()),
            Entry::Sentinel(_) => None,
        };
        self.list[from..to].iter().filter_map(event).collect()
    }
}

fn not_negative(count: i64) -> Result<usize, String> {
    usize::try_from(count).map_err(|_| "a negative count".into())
}
