package dev.fcp.eventlog.history.planner;

import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Unit.Characters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The writes of characters of texts. A text may have very many writes, so they are indexed by
 * blocks of characters besides by the entity, and a plan looks only at the blocks of the characters
 * that it changes. An index entry of a block, and the texts of an entity in a plan, are represented
 * by references to entities that no domain has.
 */
final class TextWrites {

  private static final char SEPARATOR = '\u001f';

  private TextWrites() {}

  /** The texts of an entity, apart from its other units. */
  static EntityRef textsOf(EntityRef entity) {
    return new EntityRef(entity.type(), entity.key() + SEPARATOR);
  }

  /** The part of an entity that a plan changes on its own: its texts, or its other units. */
  static EntityRef planned(Unit unit) {
    return unit.characters().isPresent() ? textsOf(unit.entity()) : unit.entity();
  }

  /** The block of characters that contains a unit. */
  static EntityRef block(EntityRef entity, Characters characters) {
    return new EntityRef(
        entity.type(),
        textsOf(entity).key()
            + characters.text()
            + SEPARATOR
            + characters.insertion()
            + SEPARATOR
            + characters.offset() / Characters.BLOCK_LENGTH);
  }

  /** The names of the units of a write that are characters, by their blocks. */
  static Map<EntityRef, Set<String>> byBlock(EntityRef entity, Collection<String> unitNames) {
    Map<EntityRef, Set<String>> blocks = new TreeMap<>();
    for (String name : unitNames) {
      Characters.parse(name)
          .ifPresent(characters ->
              blocks
                  .computeIfAbsent(block(entity, characters), block -> new TreeSet<>())
                  .add(name));
    }
    return blocks;
  }

  /**
   * The writes of the texts of one entity, oldest first.
   *
   * @param whole the creations and deletions of the entity
   * @param blocks the writes of some blocks
   */
  static List<Write> ofTexts(EntityRef texts, List<Write> whole, Collection<List<Write>> blocks) {
    Map<Long, Write> writes = new TreeMap<>();
    Map<Long, Set<String>> names = new HashMap<>();
    whole.forEach(write -> writes.put(write.key(), write));
    for (List<Write> block : blocks) {
      for (Write write : block) {
        writes.putIfAbsent(write.key(), write);
        names.computeIfAbsent(write.key(), key -> new HashSet<>()).addAll(write.units());
      }
    }
    names.forEach((key, own) ->
        writes.computeIfPresent(
            key,
            (same, write) -> {
              own.addAll(write.units());
              return new Write(
                  write.stepIndex(), write.eventIndex(), texts, own, Effect.MODIFIES, false);
            }));
    return divided(List.copyOf(writes.values()));
  }

  /** Whether some of the writes are of characters. */
  static boolean haveCharacters(Collection<Write> writes) {
    return writes.stream().anyMatch(TextWrites::hasCharacters);
  }

  private static boolean hasCharacters(Write write) {
    for (String name : write.units()) {
      if (name.indexOf(SEPARATOR) >= 0) {
        return true;
      }
    }
    return false;
  }

  /** The writes without characters. */
  static List<Write> withoutCharacters(List<Write> writes) {
    List<Write> others = new ArrayList<>(writes.size());
    for (Write write : writes) {
      Set<String> names = new HashSet<>(write.units());
      names.removeIf(name -> Characters.parse(name).isPresent());
      others.add(hasCharacters(write) ? write.withUnits(names) : write);
    }
    return others;
  }

  /**
   * The writes with their characters divided so that no two units overlap unless they are equal.
   */
  static List<Write> divided(List<Write> writes) {
    Map<String, NavigableSet<Integer>> borders = new HashMap<>();
    for (Write write : writes) {
      for (String name : write.units()) {
        Characters.parse(name)
            .ifPresent(characters -> {
              NavigableSet<Integer> own =
                  borders.computeIfAbsent(insertionOf(characters), key -> new TreeSet<>());
              own.add(characters.offset());
              own.add(characters.end());
            });
      }
    }
    return borders.isEmpty()
        ? writes
        : writes.stream().map(write -> divided(write, borders)).toList();
  }

  private static String insertionOf(Characters characters) {
    return characters.text() + SEPARATOR + characters.insertion();
  }

  private static Write divided(Write write, Map<String, NavigableSet<Integer>> borders) {
    Set<String> names = new HashSet<>();
    for (String name : write.units()) {
      Optional<Characters> characters = Characters.parse(name);
      if (characters.isEmpty()) {
        names.add(name);
      } else {
        divide(
            characters.get(),
            borders.getOrDefault(insertionOf(characters.get()), new TreeSet<>()),
            names);
      }
    }
    return write.withUnits(names);
  }

  private static void divide(
      Characters characters, NavigableSet<Integer> borders, Set<String> names) {
    int from = characters.offset();
    for (int to : borders.subSet(from, false, characters.end(), true)) {
      names.add(
          new Characters(characters.text(), characters.insertion(), from, to - from).unitName());
      from = to;
    }
  }

  /** The characters of an event after {@link #divided}. */
  static final class Parts {

    /** The names of the units by their offsets, by insertion. */
    private final Map<String, NavigableMap<Integer, String>> names = new HashMap<>();

    /** The parts of the event with a key, among writes of one entity, oldest first. */
    Parts(List<Write> writes, long key) {
      int low = 0;
      int high = writes.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (writes.get(middle).key() < key) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      for (int i = low; i < writes.size() && writes.get(i).key() == key; i++) {
        writes.get(i).units().forEach(this::add);
      }
    }

    private void add(String name) {
      Characters.parse(name)
          .ifPresent(characters ->
              names
                  .computeIfAbsent(insertionOf(characters), insertion -> new TreeMap<>())
                  .put(characters.offset(), name));
    }

    /** The names of the parts of a unit of the event; of other units than characters, the name. */
    Collection<String> of(Unit unit) {
      Optional<Characters> whole = unit.characters();
      if (whole.isEmpty()) {
        return Set.of(unit.name());
      }
      return names
          .getOrDefault(insertionOf(whole.get()), new TreeMap<>())
          .subMap(whole.get().offset(), whole.get().end())
          .values();
    }
  }

  /**
   * The units that an event writes besides some units.
   *
   * @param written the units that it writes
   * @param entity the entity whose units are chosen, or the texts of an entity
   * @param unitNames the names of the chosen units
   */
  static Set<Unit> others(Set<Unit> written, EntityRef entity, Set<String> unitNames) {
    Map<String, RangeSet<Integer>> chosen = new HashMap<>();
    for (String name : unitNames) {
      Characters.parse(name)
          .ifPresent(characters ->
              chosen
                  .computeIfAbsent(insertionOf(characters), key -> TreeRangeSet.create())
                  .add(Range.closedOpen(characters.offset(), characters.end())));
    }
    Set<Unit> others = new HashSet<>();
    for (Unit unit : written) {
      Optional<Characters> characters = unit.characters();
      if (characters.isEmpty()) {
        if (!unit.entity().equals(entity) || !unitNames.contains(unit.name())) {
          others.add(unit);
        }
      } else if (unit.entity().equals(entity) || textsOf(unit.entity()).equals(entity)) {
        addOthers(unit.entity(), characters.get(), chosen, others);
      } else {
        others.add(unit);
      }
    }
    return others;
  }

  private static void addOthers(
      EntityRef entity,
      Characters characters,
      Map<String, RangeSet<Integer>> chosen,
      Set<Unit> others) {
    RangeSet<Integer> rest = TreeRangeSet.create();
    rest.add(Range.closedOpen(characters.offset(), characters.end()));
    rest.removeAll(chosen.getOrDefault(insertionOf(characters), TreeRangeSet.create()));
    for (Range<Integer> range : rest.asRanges()) {
      int length = range.upperEndpoint() - range.lowerEndpoint();
      others.add(
          Unit.characters(
              entity,
              new Characters(
                  characters.text(), characters.insertion(), range.lowerEndpoint(), length)));
    }
  }
}
