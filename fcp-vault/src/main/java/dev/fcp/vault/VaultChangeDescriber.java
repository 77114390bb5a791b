package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Describes the changes of a step, one line for each event. */
final class VaultChangeDescriber {

  private static final int MAX_SHOWN = 3;

  /** What is shown instead of a missing value. */
  private static final String NONE = "none";

  private final VaultDomain domain = new VaultDomain();
  private EntityModel<String, VaultFile> vault;

  VaultChangeDescriber(EntityModel<String, VaultFile> vault) {
    this.vault = vault;
  }

  List<ResultLine> describe(List<VaultEvent> events) {
    List<ResultLine> lines = new ArrayList<>();
    for (VaultEvent event : events) {
      lines.add(line(event));
      if (domain.check(event, vault).isEmpty()) {
        vault = domain.replay(event, vault);
      }
    }
    return lines;
  }

  private String path(VaultEvent event) {
    String key = event.change().key();
    return vault.find(key).map(VaultFile::path).orElse(key);
  }

  private ResultLine line(VaultEvent event) {
    String path = path(event);
    Value.Fields note = event.note();
    return switch (event) {
      case VaultEvent.FileAdded(var change) -> ResultLine.created("file " + change.entity().path());
      case VaultEvent.FileRemoved(var change) -> ResultLine.deleted("file " + path);
      case VaultEvent.FileRenamed(var change) ->
          ResultLine.changed("file %s -> %s".formatted(path, text(change.after(), VaultFile.PATH)));
      case VaultEvent.FileModified(var change) ->
          ResultLine.changed("%s: %s".formatted(path, String.join(", ", change.units())));
      case VaultEvent.LinesAdded(var change) -> added(path, change);
      case VaultEvent.LinesRemoved(var change) -> removed(path, change);
      case VaultEvent.LinesModified(var change) -> modified(path, change);
      case VaultEvent.LinesMoved(var change) ->
          ResultLine.changed("%s: %s moved".formatted(path, lines(change.units().size())));
      case VaultEvent.LinesReformatted(var change) ->
          ResultLine.changed("%s: %s reformatted".formatted(path, lines(change.units().size())));
      case VaultEvent.HeadingsAdded(var change) -> added(path, change);
      case VaultEvent.HeadingsRemoved(var change) -> removed(path, change);
      case VaultEvent.HeadingsModified(var change) -> modified(path, change);
      case VaultEvent.FrontMatterAdded(var change) -> ResultLine.created(path + ": front matter");
      case VaultEvent.FrontMatterRemoved(var change) -> ResultLine.deleted(path + ": front matter");
      case VaultEvent.FieldsAdded(var change) -> fields(path, change);
      case VaultEvent.FieldsRemoved(var change) -> fields(path, change);
      case VaultEvent.FieldsModified(var change) -> fields(path, change);
      case VaultEvent.PcUpdated(var change) -> fields(path, change);
      case VaultEvent.TimelineAppended(var change, var any) ->
          ResultLine.created("timeline: +" + happenings(note));
      case VaultEvent.TimelineRemoved(var change, var any) ->
          ResultLine.deleted("timeline: -" + happenings(note));
      case VaultEvent.ThreadAdded(var change, var any) ->
          ResultLine.created("thread %s: %s".formatted(name(note), text(note, "priority")));
      case VaultEvent.ThreadRemoved(var change, var any) ->
          ResultLine.deleted("thread " + name(note));
      case VaultEvent.ThreadResolved(var change, var any) ->
          ResultLine.changed(
              "thread %s: resolved, %s".formatted(name(note), text(note, "resolution")));
      case VaultEvent.ThreadReopened(var change, var any) ->
          ResultLine.changed("thread %s: open".formatted(name(note)));
      case VaultEvent.EntityCreated(var change, var any) ->
          ResultLine.created("%s %s".formatted(text(note, "kind"), change.entity().path()));
      case VaultEvent.EntityDeleted(var change, var any) ->
          ResultLine.deleted("%s %s".formatted(text(note, "kind"), path));
    };
  }

  private static String text(Value.Fields fields, String name) {
    return fields.find(name).map(Value::asText).orElse("");
  }

  private static String name(Value.Fields note) {
    return Quoting.quoteAlways(text(note, "name"));
  }

  private static String happenings(Value.Fields note) {
    int count = note.find("events").map(it -> it.asSequence().size()).orElse(0);
    return "%d (Day %d, %s)"
        .formatted(
            count, note.find("day").map(Value::asLong).orElse(0L), text(note, "time_of_day"));
  }

  private static ResultLine added(String path, Modified<String, VaultFile> change) {
    return ResultLine.created(path + ": " + shown(change.after()));
  }

  private static ResultLine removed(String path, Modified<String, VaultFile> change) {
    return ResultLine.deleted(path + ": " + shown(change.before()));
  }

  private static ResultLine modified(String path, Modified<String, VaultFile> change) {
    List<String> changes = new ArrayList<>();
    for (String unit : change.units()) {
      changes.add(
          "%s -> %s"
              .formatted(
                  quoted(change.before().find(unit), TextFile::textIn),
                  quoted(change.after().find(unit), TextFile::textIn)));
    }
    return ResultLine.changed(path + ": " + abbreviated(changes));
  }

  /** The number of lines; the lines themselves if there are few. */
  private static String shown(Value.Fields units) {
    List<String> texts =
        units.fields().entrySet().stream()
            .filter(unit -> Part.isPart(unit.getKey()))
            .map(unit -> TextFile.textIn(unit.getValue()))
            .filter(text -> !text.isBlank())
            .map(Quoting::quoteAlways)
            .toList();
    return texts.isEmpty() ? lines(units.fields().size()) : abbreviated(texts);
  }

  private static String abbreviated(List<String> texts) {
    return texts.size() <= MAX_SHOWN
        ? String.join(", ", texts)
        : String.join(", ", texts.subList(0, MAX_SHOWN))
            + " and %d more".formatted(texts.size() - MAX_SHOWN);
  }

  private static String lines(int count) {
    return count == 1 ? "1 line" : count + " lines";
  }

  private static String quoted(Optional<Value> value, Function<Value, String> text) {
    return value.map(text).map(Quoting::quoteAlways).orElse(NONE);
  }

  private static ResultLine fields(String path, Modified<String, VaultFile> change) {
    List<String> changes = new ArrayList<>();
    for (String unit : change.units()) {
      if (unit.startsWith(Part.FIELD)) {
        changes.add(
            "%s: %s -> %s"
                .formatted(
                    unit.substring(Part.FIELD.length()),
                    value(change.before().find(unit)),
                    value(change.after().find(unit))));
      }
    }
    return ResultLine.changed(path + " " + String.join(", ", changes));
  }

  /** The value of a field; {@code none} if the field is missing. */
  private static String value(Optional<Value> field) {
    return field
        .map(TextFile::textIn)
        .map(FrontMatter::valueText)
        .map(text -> text.equals(NONE) ? Quoting.quoteAlways(text) : text)
        .orElse(NONE);
  }
}
