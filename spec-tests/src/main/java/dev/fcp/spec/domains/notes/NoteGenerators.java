package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.spec.domains.notes.NoteEntity.Board;
import dev.fcp.spec.domains.notes.NoteEntity.Note;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Generators of documents of notes and of events for them. */
public final class NoteGenerators {

  private static final NoteEntitySpec SPEC = new NoteEntitySpec();
  private static final List<String> BOARD_IDS = List.of("1", "2", "10");
  private static final List<String> STORED_IDS = List.of("a", "b", "c", "d");
  private static final List<String> NOTE_IDS =
      List.of("a", "b", "c", "d", "~1", "~2", "~3", "~4", "~5");

  private static final Generator<String> TEXTS =
      Generator.oneOf(Generator.of("", "x"), Generator.of("", "x", "y"), Generator.strings());
  private static final Generator<Optional<String>> IDS =
      choices -> choices.percent(50) ? choices.pickIfAny(STORED_IDS) : Optional.empty();

  /** Few keys, so that two entities often share one. */
  private static final Generator<OrderKey> ORDER_KEYS =
      choices -> {
        OrderKey low = OrderKey.initial(choices.upTo(3));
        OrderKey high = OrderKey.initial(4);
        return choices.percent(30) ? OrderKey.between(Optional.of(low), Optional.of(high)) : low;
      };

  private NoteGenerators() {}

  /** Generates documents of up to three boards with some notes each. */
  public static Generator<EntityModel<NoteKey, NoteEntity>> models() {
    return choices -> {
      Map<NoteKey, NoteEntity> items = new TreeMap<>();
      for (String board : BOARD_IDS.subList(0, choices.upTo(BOARD_IDS.size()))) {
        items.put(NoteKey.board(board), board(choices));
        for (String id : NOTE_IDS) {
          if (choices.percent(60)) {
            items.put(NoteKey.note(board, id), noteWithLesserParent(id, choices));
          }
        }
      }
      return EntityModel.of(SPEC, items.entrySet());
    };
  }

  private static Board board(Choices choices) {
    return new Board(TEXTS.generate(choices), ORDER_KEYS.generate(choices));
  }

  /** Generates a note whose parent has a smaller id, so that there is no cycle. */
  private static Note noteWithLesserParent(String id, Choices choices) {
    List<String> lesser = STORED_IDS.stream().filter(other -> other.compareTo(id) < 0).toList();
    Optional<String> parent = choices.percent(50) ? choices.pickIfAny(lesser) : Optional.empty();
    return new Note(
        TEXTS.generate(choices), parent, IDS.generate(choices), ORDER_KEYS.generate(choices));
  }

  private static Note note(Choices choices) {
    return new Note(
        TEXTS.generate(choices),
        IDS.generate(choices),
        IDS.generate(choices),
        ORDER_KEYS.generate(choices));
  }

  /** Generates events for a document; some of them refer to missing entities or to wrong values. */
  public static Generator<NoteEvent> events(EntityModel<NoteKey, NoteEntity> model) {
    return choices -> {
      List<NoteKey> keys = new ArrayList<>();
      model.entities().forEach(entry -> keys.add(entry.getKey()));
      int kind = choices.upTo(9);
      if (kind < 3 || keys.isEmpty()) {
        return added(choices);
      }
      NoteKey key = choices.pick(keys);
      NoteEntity item = model.find(key).orElseThrow();
      return kind < 5 ? removed(key, item, choices) : modified(key, item, choices);
    };
  }

  private static NoteEvent added(Choices choices) {
    String board = choices.pick(BOARD_IDS);
    if (choices.percent(25)) {
      return new NoteEvent.BoardAdded(new Change.Created<>(NoteKey.board(board), board(choices)));
    }
    return new NoteEvent.NoteAdded(
        new Change.Created<>(NoteKey.note(board, choices.pick(NOTE_IDS)), note(choices)));
  }

  private static NoteEvent removed(NoteKey key, NoteEntity item, Choices choices) {
    NoteEntity expected =
        choices.percent(10) ? SPEC.withOrderKey(item, ORDER_KEYS.generate(choices)) : item;
    var change = new Change.Deleted<>(key, expected);
    return key.isBoard() ? new NoteEvent.BoardRemoved(change) : new NoteEvent.NoteRemoved(change);
  }

  private static NoteEvent modified(NoteKey key, NoteEntity item, Choices choices) {
    NoteEntity other = key.isBoard() ? board(choices) : note(choices);
    TreeMap<String, Value> before = new TreeMap<>(SPEC.units(item));
    TreeMap<String, Value> after = new TreeMap<>(SPEC.units(other));
    for (String unit : List.of("board", "order", "parent", "see", "text")) {
      if (choices.percent(50)) {
        before.remove(unit);
        after.remove(unit);
      }
    }
    if (choices.percent(10)) {
      before.replaceAll((unit, value) -> Value.of("another"));
    }
    Change.Modified<NoteKey, NoteEntity> change = Change.between(key, before, after);
    if (key.isBoard()) {
      return new NoteEvent.BoardModified(change);
    }
    return choices.percent(30)
        ? new NoteEvent.NoteMoved(change)
        : new NoteEvent.NoteModified(change);
  }

  /** Generates files with comments, unusual spellings and line ends, and some damage. */
  public static Generator<byte[]> files() {
    Generator<String> line =
        Generator.of(
            "{\"board\":\"A\"}",
            "{ \"board\" : \"A\" }",
            "{\"text\":\"x\"}",
            "{\"text\": \"\\u0078\"}",
            "{\"id\":\"a\",\"text\":\"x\"}",
            "{\"text\":\"x\",\"id\":\"b\",\"parent\":\"a\"}",
            "{\"id\":\"a\",\"parent\":\"b\",\"see\":\"c\",\"text\":\"ä\"}",
            "# a comment",
            "",
            "  \t",
            "{\"text\":\"\uD83D\uDE00\",\"extra\":1}",
            "{\"text\":");
    Generator<String> end = Generator.of("\n", "\r\n", "\n\n");
    return choices -> {
      StringBuilder text = new StringBuilder("{\"board\":\"\"}\n");
      while (choices.percent(80)) {
        text.append(line.generate(choices)).append(end.generate(choices));
      }
      if (choices.percent(30)) {
        text.setLength(text.length() - 1);
      }
      return text.toString().getBytes(StandardCharsets.UTF_8);
    };
  }
}
