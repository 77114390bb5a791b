package dev.fcp.spec.embedding;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.Projection;
import dev.fcp.spec.domains.notes.NoteEntity;
import dev.fcp.spec.domains.notes.NoteEvent;
import dev.fcp.spec.domains.notes.NoteKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

// region
/** A search index of notes that is updated incrementally. */
public final class TextIndex
    implements Projection<
        EntityModel<NoteKey, NoteEntity>, NoteEvent, PersistentMap<String, Set<NoteKey>>> {

  @Override
  public String name() {
    return "texts";
  }

  @Override
  public PersistentMap<String, Set<NoteKey>> project(EntityModel<NoteKey, NoteEntity> model) {
    PersistentMap<String, Set<NoteKey>> index = PersistentMap.empty();
    for (var entry : model.entities()) {
      index = with(index, text(entry.getValue()), entry.getKey());
    }
    return index;
  }

  @Override
  public PersistentMap<String, Set<NoteKey>> apply(
      PersistentMap<String, Set<NoteKey>> value,
      List<NoteEvent> events,
      EntityModel<NoteKey, NoteEntity> model) {
    PersistentMap<String, Set<NoteKey>> index = value;
    for (NoteEvent event : events) {
      index =
          switch (event.change()) {
            case Change.Created<NoteKey, NoteEntity>(var key, var item) ->
                with(index, text(item), key);
            case Change.Deleted<NoteKey, NoteEntity>(var key, var item) ->
                without(index, text(item), key);
            case Change.Modified<NoteKey, NoteEntity>(var key, var before, var after) ->
                with(without(index, text(before), key), text(after), key);
          };
    }
    return index;
  }

  private static Optional<String> text(NoteEntity item) {
    return item instanceof NoteEntity.Note note ? Optional.of(note.text()) : Optional.empty();
  }

  private static Optional<String> text(Value.Fields units) {
    return units.find("text").map(Value::asText);
  }

  private static PersistentMap<String, Set<NoteKey>> with(
      PersistentMap<String, Set<NoteKey>> index, Optional<String> text, NoteKey key) {
    if (text.isEmpty()) {
      return index;
    }
    Set<NoteKey> found = index.get(text.get());
    Set<NoteKey> keys = found == null ? new TreeSet<>() : new TreeSet<>(found);
    keys.add(key);
    return index.with(text.get(), keys);
  }

  private static PersistentMap<String, Set<NoteKey>> without(
      PersistentMap<String, Set<NoteKey>> index, Optional<String> text, NoteKey key) {
    if (text.isEmpty()) {
      return index;
    }
    Set<NoteKey> keys = new TreeSet<>(index.get(text.get()));
    keys.remove(key);
    return keys.isEmpty() ? index.without(text.get()) : index.with(text.get(), keys);
  }
}
// end
