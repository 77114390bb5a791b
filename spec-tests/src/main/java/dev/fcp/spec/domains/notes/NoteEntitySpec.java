package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntitySpec;
import dev.fcp.eventlog.entity.EntitySpec.Reference;
import dev.fcp.eventlog.entity.EntitySpec.SortKey;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.spec.domains.notes.NoteEntity.Board;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Boards and notes as entities: boards contain notes, and a file stores the ids of notes only. */
final class NoteEntitySpec implements EntitySpec<NoteKey, NoteEntity> {

  @Override
  public EntityRef ref(NoteKey key) {
    return new EntityRef(key.isBoard() ? "board" : "note", key.toString());
  }

  @Override
  public Value encodeKey(NoteKey key) {
    return Value.Fields.of(Map.of("board", Value.of(key.board()), "note", Value.of(key.note())));
  }

  @Override
  public NoteKey decodeKey(Value value) {
    return new NoteKey(value.asFields().text("board"), value.asFields().text("note"));
  }

  @Override
  public SortedMap<String, Value> units(NoteEntity item) {
    TreeMap<String, Value> units = new TreeMap<>(visibleUnits(item));
    units.put("order", Value.of(item.orderKey().digits()));
    return units;
  }

  private static TreeMap<String, Value> visibleUnits(NoteEntity item) {
    TreeMap<String, Value> units = new TreeMap<>();
    switch (item) {
      case Board(var title, var orderKey) -> units.put("board", Value.of(title));
      case Note(var text, var parent, var see, var orderKey) -> {
        units.put("text", Value.of(text));
        parent.ifPresent(id -> units.put("parent", Value.of(id)));
        see.ifPresent(id -> units.put("see", Value.of(id)));
      }
    }
    return units;
  }

  @Override
  public NoteEntity entity(NoteKey key, SortedMap<String, Value> units) {
    Value.Fields fields = Value.Fields.of(units);
    OrderKey orderKey = new OrderKey(fields.text("order"));
    NoteEntity item =
        key.isBoard() ? new Board(fields.text("board"), orderKey) : note(fields, orderKey);
    if (!units(item).equals(units)) {
      throw new IllegalArgumentException("not all of " + units.keySet() + " are known");
    }
    return item;
  }

  private static Note note(Value.Fields fields, OrderKey orderKey) {
    return new Note(
        fields.text("text"),
        fields.find("parent").map(Value::asText),
        fields.find("see").map(Value::asText),
        orderKey);
  }

  @Override
  public List<Reference<NoteKey>> references(NoteKey key, Map<String, Value> units) {
    List<Reference<NoteKey>> references = new ArrayList<>();
    for (String role : List.of("parent", "see")) {
      if (units.get(role) instanceof Value.Text(var id)) {
        references.add(new Reference<>(role, new NoteKey(key.board(), id), role.equals("parent")));
      }
    }
    return references;
  }

  @Override
  public Optional<NoteKey> scope(NoteKey key) {
    return key.isBoard() ? Optional.empty() : Optional.of(NoteKey.board(key.board()));
  }

  @Override
  public Optional<SortKey> sortKey(NoteEntity item) {
    return Optional.of(new SortKey(0, item.orderKey()));
  }

  @Override
  public NoteEntity withOrderKey(NoteEntity item, OrderKey orderKey) {
    return switch (item) {
      case Board(var title, var oldKey) -> new Board(title, orderKey);
      case Note(var text, var parent, var see, var oldKey) -> new Note(text, parent, see, orderKey);
    };
  }

  @Override
  public Value.Fields content(NoteKey key, NoteEntity item) {
    TreeMap<String, Value> content = visibleUnits(item);
    storedName(key, item).ifPresent(id -> content.put("id", Value.of(id)));
    return Value.Fields.of(content);
  }

  @Override
  public Optional<String> storedName(NoteKey key, NoteEntity item) {
    return key.isStored() ? Optional.of(key.note()) : Optional.empty();
  }

  @Override
  public Optional<String> countedAs(NoteEntity item) {
    return Optional.of(item instanceof Board ? "b" : "n");
  }

  @Override
  public String summary(Map<String, Integer> counts) {
    return counts.getOrDefault("b", 0) + "b " + counts.getOrDefault("n", 0) + "n";
  }
}
