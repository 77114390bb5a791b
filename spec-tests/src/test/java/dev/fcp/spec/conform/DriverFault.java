package dev.fcp.spec.conform;

import java.util.Map;
import java.util.Set;

/**
 * A fault in the example log of three driver templates: text, size, time, aliasing, attribution.
 */
enum DriverFault {
  STRIPS_EVENTS(
      "EL-2",
      "events lose the spaces around them",
      Map.of(
          "self.log.append(event)", "self.log.append(event.strip())",
          "this.log.append(event);", "this.log.append(event.trim());",
          "      log.append(event);", "log.append(event.trim());")),
  FOLDS_NAMES(
      "CP-2",
      "names are stored in lower case",
      Map.of(
          "self.log.checkpoint(name)", "self.log.checkpoint(name.lower())",
          "self.log.undo_to(name)", "self.log.undo_to(name.lower())",
          "this.log.checkpoint(name);", "this.log.checkpoint(name.toLowerCase());",
          "this.log.undoTo(name);", "this.log.undoTo(name.toLowerCase());",
          "      log.checkpoint(name);", "      log.checkpoint(name.toLowerCase());",
          "return log.undoTo(name);", "return log.undoTo(name.toLowerCase());")),
  COMPOSES_EVENTS(
      "EL-2",
      "events are normalized to NFC",
      Map.of(
          "self.log.append(event)",
          "self.log.append(__import__('unicodedata').normalize('NFC', event))",
          "this.log.append(event);",
          "this.log.append(event.normalize('NFC'));",
          "      log.append(event);",
          "log.append(java.text.Normalizer.normalize(event, java.text.Normalizer.Form.NFC));")),
  DROPS_EMPTY_EVENTS(
      "EL-2",
      "empty events are dropped",
      Map.of(
          "self.log.append(event)", "event and self.log.append(event)",
          "this.log.append(event);", "if (event) this.log.append(event);",
          "      log.append(event);", "if (!event.isEmpty()) log.append(event);")),
  TRUNCATES_NAMES(
      "CP-2",
      "names end after 32 characters",
      Map.of(
          "self.log.checkpoint(name)",
          "self.log.checkpoint(name[:32])",
          "this.log.checkpoint(name);",
          "this.log.checkpoint(name.slice(0, 32));",
          "      log.checkpoint(name);",
          "      log.checkpoint(name.substring(0, Math.min(32, name.length())));")),
  UNDOES_TEN(
      "EL-4",
      "undo returns at most ten events",
      Map.of(
          "return self.log.undo(*count)",
          "return self.log.undo(*(min(n, 10) for n in count))",
          "return this.log.undo(...count);",
          "return this.log.undo(...count.map((n) => Math.min(n, 10)));",
          "return log.undo(count);",
          "return log.undo(Math.min(count, 10));")),
  RECENT_FIFTY(
      "EL-10",
      "recent returns at most fifty events",
      Map.of(
          "return self.log.recent(count)", "return self.log.recent(min(count, 50))",
          "return this.log.recent(count);", "return this.log.recent(Math.min(count, 50));",
          "return log.recent(count);", "return log.recent(Math.min(count, 50));")),
  FORGETS_AFTER_A_SECOND(
      "EL-24",
      "a redo a second after the last undo returns nothing",
      Map.of(
          "return self.log.undo(*count)",
          "self.at = __import__('time').time(); return self.log.undo(*count)",
          "return self.log.redo(*count)",
          "return self.log.redo(*count) if __import__('time').time() - getattr(self, 'at', 9e9) < 1"
              + " else []",
          "return this.log.undo(...count);",
          "this.at = Date.now(); return this.log.undo(...count);",
          "return this.log.redo(...count);",
          "return Date.now() - (this.at ?? 9e15) < 1000 ? this.log.redo(...count) : [];",
          "return log.undo();",
          "at = System.nanoTime(); return log.undo();",
          "return log.undo(count);",
          "at = System.nanoTime(); return log.undo(count);",
          "return log.redo();",
          "return at == 0 || System.nanoTime() - at < 1_000_000_000L ? log.redo() : List.of();",
          "return log.redo(count);",
          "return at == 0 || System.nanoTime() - at < 1_000_000_000L ? log.redo(count) : List.of();",
          "private SmallLog log = new SmallLog();",
          "private SmallLog log = new SmallLog(); private long at;")),
  CLEARS_ITS_LIST(
      "EL-18",
      "an append clears the list that undo returned",
      Map.of(
          "return self.log.undo(*count)",
          "self.last = self.log.undo(*count); return self.last",
          "self.log.append(event)",
          "getattr(self, 'last', []).clear(); self.log.append(event)",
          "return this.log.undo(...count);",
          "return (this.last = this.log.undo(...count));",
          "this.log.append(event);",
          "if (this.last) this.last.length = 0; this.log.append(event);",
          "return log.undo();",
          "last = log.undo(); return last;",
          "return log.undo(count);",
          "last = log.undo(count); return last;",
          "      log.append(event);",
          "      last.clear(); log.append(event);",
          "private SmallLog log = new SmallLog();",
          "private SmallLog log = new SmallLog(); private List<?> last = new ArrayList<>();")),
  REMOVES_NAMES_AT_THE_END(
      "CP-10",
      "an append removes the checkpoints at the new end too",
      Map.of(
          "if at <= self.position}", "if at < self.position}",
          "if (at > this.#cursor)", "if (at >= this.#cursor)",
          "at -> at > cursor", "at -> at >= cursor"));

  private final String clause;
  private final String text;
  private final Map<String, String> replacements;

  DriverFault(String clause, String text, Map<String, String> replacements) {
    this.clause = clause;
    this.text = text;
    this.replacements = replacements;
  }

  /** The clause that the log breaks. */
  String clause() {
    return clause;
  }

  /** What the log does. */
  String text() {
    return text;
  }

  /** The texts in the templates that are replaced, each in one of them. */
  Set<String> replaced() {
    return replacements.keySet();
  }

  /** Returns a template whose log has the fault; each replacement is for one of the languages. */
  String in(String template) {
    String faulty = template;
    for (Map.Entry<String, String> replacement : replacements.entrySet()) {
      faulty = faulty.replace(replacement.getKey(), replacement.getValue());
    }
    if (faulty.equals(template)) {
      throw new IllegalStateException("the template does not contain what is replaced for " + this);
    }
    return faulty;
  }
}
