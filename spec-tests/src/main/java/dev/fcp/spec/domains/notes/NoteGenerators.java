package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.spec.domains.notes.Item.Board;
import dev.fcp.spec.domains.notes.Item.Note;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Random documents of notes, and random events for them. */
public final class NoteGenerators {

  private static final NoteSpec SPEC = new NoteSpec();
  private static final List<String> BOARDS = List.of("1", "2", "10");
  private static final List<String> STORED = List.of("a", "b", "c", "d");
  private static final List<String> NOTES =
      List.of("a", "b", "c", "d", "~1", "~2", "~3", "~4", "~5");

  private static final Generator<String> TEXTS =
      Generator.oneOf(Generator.among("", "x"), Generator.among("", "x", "y"), Generator.text());
  private static final Generator<Optional<String>> IDS =
      choices -> choices.percent(50) ? choices.amongAny(STORED) : Optional.empty();

  /** Few places, so that two entities often have the same. */
  private static final Generator<OrderKey> ORDERS =
      choices -> {
        OrderKey low = OrderKey.atLoading(choices.upTo(3));
        OrderKey high = OrderKey.atLoading(4);
        return choices.percent(30) ? OrderKey.between(Optional.of(low), Optional.of(high)) : low;
      };

  private NoteGenerators() {}

  /** Documents of up to three boards with some notes each. */
  public static Generator<EntityModel<NoteKey, Item>> models() {
    return choices -> {
      Map<NoteKey, Item> items = new TreeMap<>();
      for (String board : BOARDS.subList(0, choices.upTo(BOARDS.size()))) {
        items.put(NoteKey.board(board), board(choices));
        for (String id : NOTES) {
          if (choices.percent(60)) {
            items.put(NoteKey.note(board, id), noteBelowLesser(id, choices));
          }
        }
      }
      return EntityModel.of(SPEC, items.entrySet());
    };
  }

  private static Board board(Choices choices) {
    return new Board(TEXTS.generate(choices), ORDERS.generate(choices));
  }

  /** A note whose parent has a lesser id, so that no circle closes. */
  private static Note noteBelowLesser(String id, Choices choices) {
    List<String> lesser = STORED.stream().filter(other -> other.compareTo(id) < 0).toList();
    Optional<String> parent = choices.percent(50) ? choices.amongAny(lesser) : Optional.empty();
    return new Note(
        TEXTS.generate(choices), parent, IDS.generate(choices), ORDERS.generate(choices));
  }

  private static Note note(Choices choices) {
    return new Note(
        TEXTS.generate(choices),
        IDS.generate(choices),
        IDS.generate(choices),
        ORDERS.generate(choices));
  }

  /** Events for a document; one in some refers to what is not there, or is not so. */
  public static Generator<NoteEvent> events(EntityModel<NoteKey, Item> model) {
    return choices -> {
      List<NoteKey> keys = new ArrayList<>();
      model.entities().forEach(entry -> keys.add(entry.getKey()));
      int kind = choices.upTo(9);
      if (kind < 3 || keys.isEmpty()) {
        return added(choices);
      }
      NoteKey key = choices.among(keys);
      Item item = model.find(key).orElseThrow();
      return kind < 5 ? removed(key, item, choices) : modified(key, item, choices);
    };
  }

  private static NoteEvent added(Choices choices) {
    String board = choices.among(BOARDS);
    if (choices.percent(25)) {
      return new NoteEvent.BoardAdded(new Change.Created<>(NoteKey.board(board), board(choices)));
    }
    return new NoteEvent.NoteAdded(
        new Change.Created<>(NoteKey.note(board, choices.among(NOTES)), note(choices)));
  }

  private static NoteEvent removed(NoteKey key, Item item, Choices choices) {
    Item expected = choices.percent(10) ? SPEC.withOrder(item, ORDERS.generate(choices)) : item;
    var change = new Change.Deleted<>(key, expected);
    return key.isBoard() ? new NoteEvent.BoardRemoved(change) : new NoteEvent.NoteRemoved(change);
  }

  private static NoteEvent modified(NoteKey key, Item item, Choices choices) {
    Item other = key.isBoard() ? board(choices) : note(choices);
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
    Change.Modified<NoteKey, Item> change = Change.between(key, before, after);
    if (key.isBoard()) {
      return new NoteEvent.BoardModified(change);
    }
    return choices.percent(30)
        ? new NoteEvent.NoteMoved(change)
        : new NoteEvent.NoteModified(change);
  }

  /** Files with comments, odd spellings and line ends, and some damage. */
  public static Generator<byte[]> files() {
    Generator<String> line =
        Generator.among(
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
    Generator<String> end = Generator.among("\n", "\r\n", "\n\n");
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
