package dev.fcp.vault;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.vault.VaultEvent.EntityCreated;
import dev.fcp.vault.VaultEvent.EntityDeleted;
import dev.fcp.vault.VaultEvent.FieldsAdded;
import dev.fcp.vault.VaultEvent.FieldsModified;
import dev.fcp.vault.VaultEvent.FieldsRemoved;
import dev.fcp.vault.VaultEvent.FileAdded;
import dev.fcp.vault.VaultEvent.FileModified;
import dev.fcp.vault.VaultEvent.FileRemoved;
import dev.fcp.vault.VaultEvent.FileRenamed;
import dev.fcp.vault.VaultEvent.FrontMatterAdded;
import dev.fcp.vault.VaultEvent.FrontMatterRemoved;
import dev.fcp.vault.VaultEvent.HeadingsAdded;
import dev.fcp.vault.VaultEvent.HeadingsModified;
import dev.fcp.vault.VaultEvent.HeadingsRemoved;
import dev.fcp.vault.VaultEvent.LinesAdded;
import dev.fcp.vault.VaultEvent.LinesModified;
import dev.fcp.vault.VaultEvent.LinesMoved;
import dev.fcp.vault.VaultEvent.LinesReformatted;
import dev.fcp.vault.VaultEvent.LinesRemoved;
import dev.fcp.vault.VaultEvent.PcUpdated;
import dev.fcp.vault.VaultEvent.ThreadAdded;
import dev.fcp.vault.VaultEvent.ThreadRemoved;
import dev.fcp.vault.VaultEvent.ThreadReopened;
import dev.fcp.vault.VaultEvent.ThreadResolved;
import dev.fcp.vault.VaultEvent.TimelineAppended;
import dev.fcp.vault.VaultEvent.TimelineRemoved;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Encodes events as JSON.
 *
 * <pre>
 * {"type":NAME,"file":KEY,"entity_id":ID,"file_units":{UNIT:VALUE}}            added and removed files
 * {"type":NAME,"file":KEY,"entity_id":ID,"before":{UNIT:VALUE},"after":{...}}  all others
 * </pre>
 *
 * <p>{@code entity_id} is the ULID of a marker, otherwise the key of the file. The members of a
 * note follow. {@code changes} of {@code pc_updated} is derived from the units.
 */
final class VaultEventCodec implements EventCodec<VaultEvent> {

  /** The member of a note that holds the ULID of a marker. */
  static final String ENTITY_ID = "entity_id";

  private static final String TYPE = "type";
  private static final String FILE = "file";
  private static final String FILE_UNITS = "file_units";
  private static final String BEFORE = "before";
  private static final String AFTER = "after";
  private static final String CHANGES = "changes";
  private static final Set<String> OWN_MEMBERS =
      Set.of(TYPE, FILE, FILE_UNITS, BEFORE, AFTER, CHANGES);

  static String name(VaultEvent event) {
    return switch (event) {
      case FileAdded any -> "file_added";
      case FileRemoved any -> "file_removed";
      case FileRenamed any -> "file_renamed";
      case FileModified any -> "file_modified";
      case LinesAdded any -> "lines_added";
      case LinesRemoved any -> "lines_removed";
      case LinesModified any -> "lines_modified";
      case LinesMoved any -> "lines_moved";
      case LinesReformatted any -> "lines_reformatted";
      case HeadingsAdded any -> "headings_added";
      case HeadingsRemoved any -> "headings_removed";
      case HeadingsModified any -> "headings_modified";
      case FrontMatterAdded any -> "front_matter_added";
      case FrontMatterRemoved any -> "front_matter_removed";
      case FieldsAdded any -> "fields_added";
      case FieldsRemoved any -> "fields_removed";
      case FieldsModified any -> "fields_modified";
      case PcUpdated any -> "pc_updated";
      case TimelineAppended any -> "timeline_appended";
      case TimelineRemoved any -> "timeline_removed";
      case ThreadAdded any -> "thread_added";
      case ThreadRemoved any -> "thread_removed";
      case ThreadResolved any -> "thread_resolved";
      case ThreadReopened any -> "thread_reopened";
      case EntityCreated any -> "entity_created";
      case EntityDeleted any -> "entity_deleted";
    };
  }

  @Override
  public Value.Fields encode(VaultEvent event) {
    Map<String, Value> members = new TreeMap<>(event.note().fields());
    Change<String, VaultFile> change = event.change();
    members.put(TYPE, Value.of(name(event)));
    members.put(FILE, Value.of(change.key()));
    members.putIfAbsent(ENTITY_ID, Value.of(change.key()));
    switch (change) {
      case Created<String, VaultFile>(var key, var file) ->
          members.put(FILE_UNITS, Value.Fields.of(file.units()));
      case Deleted<String, VaultFile>(var key, var file) ->
          members.put(FILE_UNITS, Value.Fields.of(file.units()));
      case Modified<String, VaultFile>(var key, var before, var after) -> {
        members.put(BEFORE, before);
        members.put(AFTER, after);
        if (event instanceof PcUpdated) {
          members.put(CHANGES, changes(before, after));
        }
      }
    }
    return Value.Fields.of(members);
  }

  /** The values of fields before and after; that of a missing field is omitted. */
  private static Value changes(Value.Fields before, Value.Fields after) {
    Map<String, Map<String, Value>> changes = new TreeMap<>();
    addValues(BEFORE, before, changes);
    addValues(AFTER, after, changes);
    Map<String, Value> fields = new TreeMap<>();
    changes.forEach((key, values) -> fields.put(key, Value.Fields.of(values)));
    return Value.Fields.of(fields);
  }

  private static void addValues(
      String when, Value.Fields units, Map<String, Map<String, Value>> changes) {
    units
        .fields()
        .forEach((unit, value) -> {
          if (unit.startsWith(Part.FIELD)) {
            changes
                .computeIfAbsent(unit.substring(Part.FIELD.length()), key -> new TreeMap<>())
                .put(when, FrontMatter.plainValue(TextFile.textIn(value)));
          }
        });
  }

  @Override
  public VaultEvent decode(Value.Fields fields) {
    try {
      VaultEvent event = event(fields);
      if (!encode(event).equals(fields)) {
        throw new MalformedValueException("more than an event: " + fields.fields().keySet());
      }
      return event;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new MalformedValueException("not an event of a vault: " + e.getMessage(), e);
    }
  }

  private static VaultEvent event(Value.Fields fields) {
    String key = fields.text(FILE);
    return switch (fields.text(TYPE)) {
      case "file_added" -> new FileAdded(created(key, fields));
      case "file_removed" -> new FileRemoved(deleted(key, fields));
      case "file_renamed" -> new FileRenamed(modified(key, fields));
      case "file_modified" -> new FileModified(modified(key, fields));
      case "lines_added" -> new LinesAdded(modified(key, fields));
      case "lines_removed" -> new LinesRemoved(modified(key, fields));
      case "lines_modified" -> new LinesModified(modified(key, fields));
      case "lines_moved" -> new LinesMoved(modified(key, fields));
      case "lines_reformatted" -> new LinesReformatted(modified(key, fields));
      case "headings_added" -> new HeadingsAdded(modified(key, fields));
      case "headings_removed" -> new HeadingsRemoved(modified(key, fields));
      case "headings_modified" -> new HeadingsModified(modified(key, fields));
      case "front_matter_added" -> new FrontMatterAdded(modified(key, fields));
      case "front_matter_removed" -> new FrontMatterRemoved(modified(key, fields));
      case "fields_added" -> new FieldsAdded(modified(key, fields));
      case "fields_removed" -> new FieldsRemoved(modified(key, fields));
      case "fields_modified" -> new FieldsModified(modified(key, fields));
      case "pc_updated" -> new PcUpdated(modified(key, fields));
      case "timeline_appended" -> new TimelineAppended(modified(key, fields), note(fields));
      case "timeline_removed" -> new TimelineRemoved(modified(key, fields), note(fields));
      case "thread_added" -> new ThreadAdded(modified(key, fields), note(fields));
      case "thread_removed" -> new ThreadRemoved(modified(key, fields), note(fields));
      case "thread_resolved" -> new ThreadResolved(modified(key, fields), note(fields));
      case "thread_reopened" -> new ThreadReopened(modified(key, fields), note(fields));
      case "entity_created" -> new EntityCreated(created(key, fields), note(fields));
      case "entity_deleted" -> new EntityDeleted(deleted(key, fields), note(fields));
      case String other ->
          throw new MalformedValueException("no event of a vault is named \"" + other + "\"");
    };
  }

  private static Created<String, VaultFile> created(String key, Value.Fields fields) {
    VaultFile file = VaultSpec.ofUnits(fields.at(FILE_UNITS).asFields().fields());
    return new Created<>(key, file);
  }

  private static Deleted<String, VaultFile> deleted(String key, Value.Fields fields) {
    return new Deleted<>(key, created(key, fields).entity());
  }

  private static Modified<String, VaultFile> modified(String key, Value.Fields fields) {
    return new Modified<>(key, fields.at(BEFORE).asFields(), fields.at(AFTER).asFields());
  }

  /** The members of the note; {@code entity_id} is one of them unless it is the key of the file. */
  private static Value.Fields note(Value.Fields fields) {
    TreeMap<String, Value> note = new TreeMap<>(fields.fields());
    note.keySet().removeAll(OWN_MEMBERS);
    if (Optional.of(fields.at(FILE)).equals(fields.find(ENTITY_ID))) {
      note.remove(ENTITY_ID);
    }
    return Value.Fields.of(note);
  }
}
