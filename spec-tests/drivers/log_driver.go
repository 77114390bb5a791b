// Connects an event log to the conformance suite: reads and writes lines of JSON. Start it with
// "go run log_driver.go"; it needs Go 1.18 and no module. See DRIVER.md.
//
// Replace SmallLog by your log: change the methods between the two lines of dashes, and remove those
// that your log lacks. The unchanged template tests SmallLog, a small correct log at the end of this
// file.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
)

// redoTail: a checkpoint "cuts" or "keeps" the redo tail, or is "behind" it.
// observes: what your log can show; remove the rest.
// operations: remove "reload" if your log cannot be saved.
// supports: "defaultCount" is missing, because Go has no default arguments.
const greeting = `{
	"name": "a small log in Go",
	"redoTail": "cuts",
	"observes": ["returns", "entries", "cursor", "checkpoints", "recent"],
	"operations": ["reload", "kept", "other"],
	"supports": ["briefReplies"]
}`

// ---------------------------------------------------------------------------------- your log

type Adapter struct {
	missingMethods
	log *SmallLog
}

func newAdapter() *Adapter { return &Adapter{log: newSmallLog()} }

func (a *Adapter) append(event string)    { a.log.Append(event) }
func (a *Adapter) checkpoint(name string) { a.log.Checkpoint(name) }

func (a *Adapter) undo(count int) ([]string, error) { return a.log.Undo(count) }

// A nil list if the checkpoint is not before the cursor.
func (a *Adapter) undoTo(name string) ([]string, error) { return a.log.UndoTo(name) }

func (a *Adapter) redo(count int) ([]string, error)   { return a.log.Redo(count) }
func (a *Adapter) recent(count int) ([]string, error) { return a.log.Recent(count) }

// Events as appended, sentinels as objects.
func (a *Adapter) entries() []any {
	entries := []any{}
	for _, entry := range a.log.List {
		if entry.IsSentinel {
			entries = append(entries, map[string]string{"type": "checkpoint", "name": entry.Text})
		} else {
			entries = append(entries, entry.Text)
		}
	}
	return entries
}

func (a *Adapter) cursor() int                 { return a.log.Cursor }
func (a *Adapter) checkpoints() map[string]int { return a.log.Names }

// Any value that encoding/json can write.
func (a *Adapter) save() any { return a.log }

// Creates a log from what save returned, as JSON.
func (a *Adapter) load(saved []byte) error {
	a.log = newSmallLog()
	return json.Unmarshal(saved, a.log)
}

// --------------------------------------------------------------------- nothing to change below

type object = map[string]any

// A fault of the driver: the log was not called, so it refused nothing.
type fault string

// The methods that the adapter does not have.
type missingMethods struct{}

func missing(method string) fault { return fault("the adapter has no method " + method) }

func (missingMethods) append(string)                   { panic(missing("append")) }
func (missingMethods) checkpoint(string)               { panic(missing("checkpoint")) }
func (missingMethods) undo(int) ([]string, error)      { panic(missing("undo")) }
func (missingMethods) undoTo(string) ([]string, error) { panic(missing("undoTo")) }
func (missingMethods) redo(int) ([]string, error)      { panic(missing("redo")) }
func (missingMethods) recent(int) ([]string, error)    { panic(missing("recent")) }
func (missingMethods) truncate() error                 { panic(missing("truncate")) }
func (missingMethods) dropFirst(int) error             { panic(missing("dropFirst")) }
func (missingMethods) entries() []any                  { panic(missing("entries")) }
func (missingMethods) cursor() int                     { panic(missing("cursor")) }
func (missingMethods) checkpoints() map[string]int     { panic(missing("checkpoints")) }
func (missingMethods) canUndo() bool                   { panic(missing("canUndo")) }
func (missingMethods) canRedo() bool                   { panic(missing("canRedo")) }
func (missingMethods) save() any                       { panic(missing("save")) }
func (missingMethods) load([]byte) error               { panic(missing("load")) }

// The list is empty or has one event, which replaces the last events.
func (missingMethods) replaceLast(int, []string) error { panic(missing("replaceLast")) }

var observes = func() []string {
	var fields struct{ Observes []string }
	check(json.Unmarshal([]byte(greeting), &fields))
	return fields.Observes
}()

type request struct {
	Do    string
	Args  []json.RawMessage
	Log   int
	State *bool
}

var kept [][]string // the lists that the log has returned

func (r request) text(index int) (text string) {
	check(json.Unmarshal(r.Args[index], &text))
	return text
}

func (r request) count() (count int) {
	check(json.Unmarshal(r.Args[0], &count))
	return count
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func state(a *Adapter) object {
	seen := object{}
	for _, what := range observes {
		switch what {
		case "entries":
			seen[what] = a.entries()
		case "cursor":
			seen[what] = a.cursor()
		case "checkpoints":
			seen[what] = a.checkpoints()
		case "canUndo":
			seen[what] = a.canUndo()
		case "canRedo":
			seen[what] = a.canRedo()
		case "recent":
			recent := object{}
			for _, count := range []int{0, 1, 2, 99} {
				list, err := a.recent(count)
				check(err)
				recent[fmt.Sprint(count)] = notNil(list)
			}
			seen[what] = recent
		}
	}
	return seen
}

// Go programs often return nil for an empty list.
func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// The answer of a method that returns nothing but an error.
func done(err error) object {
	if err != nil {
		return object{"error": err.Error()}
	}
	return object{}
}

func returns(r request, list []string, err error) object {
	if err != nil {
		return done(err)
	}
	if list != nil && r.Log == 0 {
		kept = append(kept, list)
	}
	return object{"returns": list}
}

// A panic in the log is a refusal, unless it is a fault of the driver.
func call(a *Adapter, r request) (answer object) {
	defer func() {
		cause := recover()
		if wrong, isFault := cause.(fault); isFault {
			panic(wrong)
		} else if cause != nil {
			answer = object{"error": fmt.Sprint(cause)}
		}
	}()
	var list []string
	var err error
	switch r.Do {
	case "append":
		a.append(r.text(0))
		return object{}
	case "checkpoint":
		a.checkpoint(r.text(0))
		return object{}
	case "undoTo":
		list, err = a.undoTo(r.text(0))
		return returns(r, list, err)
	case "undo":
		list, err = a.undo(r.count())
	case "redo":
		list, err = a.redo(r.count())
	case "recent":
		list, err = a.recent(r.count())
	case "truncate":
		return done(a.truncate())
	case "dropFirst":
		return done(a.dropFirst(r.count()))
	case "replaceLast":
		var events []string
		if len(r.Args) > 1 {
			events = []string{r.text(1)}
		}
		return done(a.replaceLast(r.count(), events))
	case "kept":
		events := []string{}
		for _, list := range kept {
			events = append(events, list...)
		}
		return object{"returns": events}
	case "save":
		return object{"saved": a.save()}
	case "load":
		check(a.load(r.Args[0]))
		return object{}
	default:
		panic(fault("unknown method " + r.Do))
	}
	return returns(r, notNil(list), err)
}

func reply(a *Adapter, r request) (answer object) {
	defer func() {
		if cause := recover(); cause != nil {
			answer = object{"fault": fmt.Sprint(cause)}
		}
	}()
	answer = object{}
	if r.Do != "new" {
		answer = call(a, r)
	}
	if r.State == nil || *r.State {
		answer["state"] = state(a)
	}
	return answer
}

func main() {
	requests, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	logs := map[int]*Adapter{}
	for {
		var r request
		if requests.Decode(&r) != nil {
			return
		}
		if r.Do == "hello" {
			fmt.Println(strings.ReplaceAll(greeting, "\n", " "))
			continue
		}
		if r.Do == "new" {
			logs, kept = map[int]*Adapter{}, nil
		}
		if r.Do == "load" || logs[r.Log] == nil {
			logs[r.Log] = newAdapter()
		}
		check(replies.Encode(reply(logs[r.Log], r)))
	}
}

// The example log.

type Entry struct {
	Text       string // the event, or the name of the checkpoint
	IsSentinel bool
}

type SmallLog struct {
	List   []Entry
	Cursor int
	Names  map[string]int
}

func newSmallLog() *SmallLog { return &SmallLog{Names: map[string]int{}} }

var errNegative = errors.New("a negative count")

func (l *SmallLog) Append(event string) { l.add(Entry{Text: event}) }

func (l *SmallLog) Checkpoint(name string) {
	at := l.Cursor
	l.add(Entry{Text: name, IsSentinel: true})
	l.Names[name] = at
}

func (l *SmallLog) Undo(count int) ([]string, error) {
	if count < 0 {
		return nil, errNegative
	}
	var undone []string
	for len(undone) < count && l.Cursor > 0 {
		l.Cursor--
		undone = append(undone, l.events(l.Cursor, l.Cursor+1)...)
	}
	return undone, nil
}

// UndoTo returns nil if the checkpoint is not before the cursor.
func (l *SmallLog) UndoTo(name string) ([]string, error) {
	at, known := l.Names[name]
	if !known {
		return nil, errors.New("unknown checkpoint " + name)
	}
	if at >= l.Cursor {
		return nil, nil
	}
	undone := []string{}
	for l.Cursor > at {
		l.Cursor--
		undone = append(undone, l.events(l.Cursor, l.Cursor+1)...)
	}
	return undone, nil
}

func (l *SmallLog) Redo(count int) ([]string, error) {
	if count < 0 {
		return nil, errNegative
	}
	var redone []string
	for len(redone) < count && l.Cursor < len(l.List) {
		redone = append(redone, l.events(l.Cursor, l.Cursor+1)...)
		l.Cursor++
	}
	return redone, nil
}

func (l *SmallLog) Recent(count int) ([]string, error) {
	if count < 0 {
		return nil, errNegative
	}
	applied := l.events(0, l.Cursor)
	if count < len(applied) {
		applied = applied[len(applied)-count:]
	}
	return applied, nil
}

func (l *SmallLog) add(entry Entry) {
	for name, at := range l.Names {
		if at > l.Cursor {
			delete(l.Names, name)
		}
	}
	l.List = append(l.List[:l.Cursor], entry)
	l.Cursor++
}

func (l *SmallLog) events(from, to int) (events []string) {
	for _, entry := range l.List[from:to] {
		if !entry.IsSentinel {
			events = append(events, entry.Text)
		}
	}
	return events
}
