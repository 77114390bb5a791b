import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Connects an event log to the conformance suite: reads and writes lines of JSON. Start it with
 * {@code java LogDriver.java}; it needs Java 11 and no library. See DRIVER.md.
 *
 * <p>Replace SmallLog by your log: change the methods between the two lines of dashes, and remove
 * those that your log lacks. The unchanged template tests SmallLog, a small correct log at the end
 * of this file.
 */
public class LogDriver {

  static final String GREETING =
      "{\"name\":\"a small log in Java\","
          // a checkpoint "cuts" or "keeps" the redo tail, or is "behind" it
          + "\"redoTail\":\"cuts\","
          // remove "reload" if your log cannot be saved
          + "\"operations\":[\"reload\",\"kept\",\"other\"],"
          // remove "defaultCount" if undo and redo need a count
          + "\"supports\":[\"briefReplies\",\"defaultCount\",\"loneSurrogates\"],"
          // what your log can show; remove the rest
          + "\"observes\":[\"returns\",\"entries\",\"cursor\",\"checkpoints\",\"recent\"]}";

  // -------------------------------------------------------------------------------- your log

  static class Adapter extends MissingMethods {
    private SmallLog log = new SmallLog();

    void append(String event) {
      log.append(event);
    }
    void checkpoint(String name) {
      log.checkpoint(name);
    }
    List<?> undo() {
      return log.undo();
    }
    List<?> undo(int count) {
      return log.undo(count);
    }
    /** Null if the checkpoint is not before the cursor. */
    List<?> undoTo(String name) {
      return log.undoTo(name);
    }
    List<?> redo() {
      return log.redo();
    }
    List<?> redo(int count) {
      return log.redo(count);
    }
    List<?> recent(int count) {
      return log.recent(count);
    }
    /** Events as appended, each sentinel as a {@link Sentinel}. */
    List<?> entries() {
      return log.list;
    }
    int cursor() {
      return log.cursor;
    }
    Map<String, Integer> checkpoints() {
      return log.names;
    }
    String save() {
      return log.save();
    }
    void load(String saved) {
      log = SmallLog.load(saved);
    }
  }

  // ------------------------------------------------------------------- nothing to change below

  /** The methods that the adapter does not have. */
  abstract static class MissingMethods {
    void append(String event) {
      throw missing("append(String)");
    }
    void checkpoint(String name) {
      throw missing("checkpoint(String)");
    }
    List<?> undo() {
      throw missing("undo()");
    }
    List<?> undo(int count) {
      throw missing("undo(int)");
    }
    List<?> undoTo(String name) {
      throw missing("undoTo(String)");
    }
    List<?> redo() {
      throw missing("redo()");
    }
    List<?> redo(int count) {
      throw missing("redo(int)");
    }
    List<?> recent(int count) {
      throw missing("recent(int)");
    }
    void truncate() {
      throw missing("truncate()");
    }
    void dropFirst(int count) {
      throw missing("dropFirst(int)");
    }
    /** The event is null if the last events are replaced by none. */
    void replaceLast(int count, String event) {
      throw missing("replaceLast(int, String)");
    }
    List<?> entries() {
      throw missing("entries()");
    }
    int cursor() {
      throw missing("cursor()");
    }
    Map<String, Integer> checkpoints() {
      throw missing("checkpoints()");
    }
    boolean canUndo() {
      throw missing("canUndo()");
    }
    boolean canRedo() {
      throw missing("canRedo()");
    }
    String save() {
      throw missing("save()");
    }
    void load(String saved) {
      throw missing("load(String)");
    }

    private static RuntimeException missing(String method) {
      return new UnsupportedOperationException("the adapter has no method " + method);
    }
  }

  private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-fA-F]{4})|.)");
  private static final Pattern ARGUMENT = Pattern.compile(
      "[,\\s\\[]*(?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|(-?\\d+))");

  private static final List<String> OBSERVES = arguments(GREETING, "\"observes\":");

  /** The lists that the log has returned. */
  private static final List<List<?>> KEPT = new ArrayList<>();

  public static void main(String[] args) throws Exception {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    Map<Boolean, Adapter> logs = new HashMap<>();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String verb = line.replaceFirst("(?s)\\{\"do\":\"(\\w+)\".*", "$1");
      if (verb.equals("hello")) {
        out.println(GREETING);
        continue;
      }
      if (verb.equals("new")) {
        logs.clear();
        KEPT.clear();
      }
      boolean isOther = line.endsWith(",\"log\":2}");
      if (verb.equals("load") || !logs.containsKey(isOther)) {
        logs.put(isOther, new Adapter());
      }
      int keptBefore = KEPT.size();
      out.println(reply(logs.get(isOther), verb, line));
      if (isOther) {
        KEPT.subList(keptBefore, KEPT.size()).clear();
      }
    }
  }

  private static String reply(Adapter log, String verb, String line) {
    try {
      String answer = verb.equals("new") ? "" : call(log, verb, arguments(line, "\"args\":"));
      if (line.endsWith(",\"state\":false}")) {
        return "{" + answer.replaceAll(",$", "") + "}";
      }
      return "{" + answer + "\"state\":" + state(log) + "}";
    } catch (RuntimeException e) {
      e.printStackTrace();
      return "{\"fault\":" + json(e.toString()) + "}";
    }
  }

  /** Whether an exception is a bug in the adapter and not a refusal by the log. */
  private static boolean isOwn(RuntimeException e) {
    StackTraceElement[] trace = e.getStackTrace();
    return trace.length > 0
        && Arrays.asList(
                LogDriver.class.getName(),
                Adapter.class.getName(),
                MissingMethods.class.getName())
            .contains(trace[0].getClassName());
  }

  /** Returns the strings and numbers in the list that is the value of a key. */
  private static List<String> arguments(String line, String key) {
    List<String> arguments = new ArrayList<>();
    Matcher matcher = ARGUMENT.matcher(line);
    matcher.region(line.indexOf(key) + key.length(), line.length());
    while (matcher.lookingAt()) {
      String text = matcher.group(1);
      arguments.add(text == null ? matcher.group(2) : unescape(text));
      matcher.region(matcher.end(), line.length());
    }
    return arguments;
  }

  private static String unescape(String text) {
    Matcher matcher = ESCAPE.matcher(text);
    StringBuilder plain = new StringBuilder();
    while (matcher.find()) {
      int control = "bfnrt".indexOf(matcher.group(1));
      char unit =
          matcher.group(2) != null
              ? (char) Integer.parseInt(matcher.group(2), 16)
              : control >= 0 ? "\b\f\n\r\t".charAt(control) : matcher.group(1).charAt(0);
      matcher.appendReplacement(plain, Matcher.quoteReplacement(String.valueOf(unit)));
    }
    return matcher.appendTail(plain).toString();
  }

  private static String returns(List<?> returned) {
    if (returned != null) {
      KEPT.add(returned);
    }
    return "\"returns\":" + json(returned) + ",";
  }

  private static String call(Adapter log, String verb, List<String> arguments) {
    boolean hasDefault = arguments.isEmpty();
    String first = hasDefault ? "" : arguments.get(0);
    try {
      switch (verb) {
        case "append":
          log.append(first);
          return "";
        case "checkpoint":
          log.checkpoint(first);
          return "";
        case "undo":
          return returns(hasDefault ? log.undo() : log.undo(Integer.parseInt(first)));
        case "undoTo":
          return returns(log.undoTo(first));
        case "redo":
          return returns(hasDefault ? log.redo() : log.redo(Integer.parseInt(first)));
        case "recent":
          return returns(log.recent(Integer.parseInt(first)));
        case "truncate":
          log.truncate();
          return "";
        case "dropFirst":
          log.dropFirst(Integer.parseInt(first));
          return "";
        case "replaceLast":
          log.replaceLast(Integer.parseInt(first), arguments.size() < 2 ? null : arguments.get(1));
          return "";
        case "kept":
          List<Object> events = new ArrayList<>();
          KEPT.forEach(events::addAll);
          return "\"returns\":" + json(events) + ",";
        case "save":
          return "\"saved\":" + json(log.save()) + ",";
        case "load":
          log.load(first);
          return "";
        default:
          throw new UnsupportedOperationException(verb);
      }
    } catch (RuntimeException e) {
      if (isOwn(e)) {
        throw e;
      }
      return "\"error\":" + json(e.toString()) + ",";
    }
  }

  private static String state(Adapter log) {
    return OBSERVES.stream()
        .filter(what -> !what.equals("returns"))
        .map(what -> "\"" + what + "\":" + json(observed(log, what)))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static Object observed(Adapter log, String what) {
    switch (what) {
      case "entries":
        return log.entries();
      case "cursor":
        return log.cursor();
      case "checkpoints":
        return log.checkpoints();
      case "canUndo":
        return log.canUndo();
      case "canRedo":
        return log.canRedo();
      case "recent":
        Map<String, Object> recent = new TreeMap<>();
        Arrays.asList(0, 1, 2, 99).forEach(count -> recent.put("" + count, log.recent(count)));
        return recent;
      default:
        throw new UnsupportedOperationException(what);
    }
  }

  private static String json(Object value) {
    if (value instanceof Collection) {
      return ((Collection<?>) value)
          .stream().map(LogDriver::json).collect(Collectors.joining(",", "[", "]"));
    } else if (value instanceof Map) {
      return ((Map<?, ?>) value)
          .entrySet().stream()
              .map(entry -> json(entry.getKey()) + ":" + json(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
    } else if (value instanceof Sentinel) {
      return "{\"type\":\"checkpoint\",\"name\":" + json(((Sentinel) value).name) + "}";
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      return String.valueOf(value);
    }
    StringBuilder text = new StringBuilder("\"");
    for (char unit : value.toString().toCharArray()) {
      boolean isPlain = unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\';
      text.append(isPlain ? String.valueOf(unit) : String.format("\\u%04x", (int) unit));
    }
    return text.append('"').toString();
  }

  // The example log.

  static class Sentinel implements Serializable {
    private static final long serialVersionUID = 1;

    final String name;

    Sentinel(String name) {
      this.name = name;
    }
  }

  static class SmallLog {
    private List<Object> list = new ArrayList<>();
    private Map<String, Integer> names = new TreeMap<>();
    private int cursor;

    void append(Object event) {
      list.subList(cursor, list.size()).clear();
      names.values().removeIf(at -> at > cursor);
      list.add(event);
      cursor++;
    }

    void checkpoint(String name) {
      int at = cursor;
      append(new Sentinel(name));
      names.put(name, at);
    }

    List<Object> undo() {
      return undo(1);
    }

    List<Object> undo(int count) {
      notNegative(count);
      List<Object> undone = new ArrayList<>();
      while (undone.size() < count && cursor > 0) {
        cursor--;
        undone.addAll(events(cursor, cursor + 1));
      }
      return undone;
    }

    /** Null if the checkpoint is not before the cursor. */
    List<Object> undoTo(String name) {
      int at = names.get(name); // an unknown name throws
      if (at >= cursor) {
        return null;
      }
      List<Object> undone = events(at, cursor);
      Collections.reverse(undone);
      cursor = at;
      return undone;
    }

    List<Object> redo() {
      return redo(1);
    }

    List<Object> redo(int count) {
      notNegative(count);
      List<Object> redone = new ArrayList<>();
      while (redone.size() < count && cursor < list.size()) {
        redone.addAll(events(cursor, cursor + 1));
        cursor++;
      }
      return redone;
    }

    List<Object> recent(int count) {
      notNegative(count);
      List<Object> applied = events(0, cursor);
      return applied.subList(Math.max(0, applied.size() - count), applied.size());
    }

    String save() {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(list);
        out.writeObject(names);
        out.writeInt(cursor);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    @SuppressWarnings("unchecked")
    static SmallLog load(String saved) {
      ByteArrayInputStream bytes = new ByteArrayInputStream(Base64.getDecoder().decode(saved));
      SmallLog log = new SmallLog();
      try (ObjectInputStream in = new ObjectInputStream(bytes)) {
        log.list = (List<Object>) in.readObject();
        log.names = (Map<String, Integer>) in.readObject();
        log.cursor = in.readInt();
      } catch (IOException | ClassNotFoundException e) {
        throw new IllegalStateException(e);
      }
      return log;
    }

    private List<Object> events(int from, int to) {
      List<Object> events = new ArrayList<>(list.subList(from, to));
      events.removeIf(Sentinel.class::isInstance);
      return events;
    }

    private static void notNegative(int count) {
      if (count < 0) {
        throw new IllegalArgumentException("a negative count");
      }
    }
  }
}
