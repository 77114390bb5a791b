package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The names of a domain's events as a table: which event stands for which change of which kind of
 * entity, and how it is written down. Immutable.
 *
 * <pre>
 * {"type":NAME,"entity":{...units},"key":...}           created and deleted
 * {"type":NAME,"after":{...},"before":{...},"key":...}  modified
 * </pre>
 *
 * <p>Where several names would do, the first one that was declared is used.
 *
 * @param <K> the key of an entity
 * @param <V> the entity
 * @param <E> the sealed family of events
 */
public final class Vocabulary<K extends Comparable<? super K>, V, E> implements EventCodec<E> {

  /**
   * One name: the events of a class are the changes of one sort to entities of one kind.
   *
   * @param units the only ones that may change; empty if any may
   */
  private record Word<K, V, E>(
      String type,
      Class<?> sort,
      Class<? extends V> kind,
      Set<String> units,
      Class<? extends E> events,
      Function<Change<K, V>, E> event) {

    boolean fits(Change<K, V> change) {
      return sort.isInstance(change)
          && (units.isEmpty()
              || (change instanceof Change.Modified<K, V> modified
                  && units.containsAll(modified.units())));
    }
  }

  private final EntitySpec<K, V> spec;
  private final Function<E, Change<K, V>> changes;
  private final List<Word<K, V, E>> words;

  private Vocabulary(
      EntitySpec<K, V> spec, Function<E, Change<K, V>> changes, List<Word<K, V, E>> words) {
    this.spec = Objects.requireNonNull(spec, "spec");
    this.changes = Objects.requireNonNull(changes, "changes");
    this.words = List.copyOf(words);
  }

  /**
   * A table without names.
   *
   * @param changes what an event of the family does
   */
  public static <K extends Comparable<? super K>, V, E> Vocabulary<K, V, E> of(
      EntitySpec<K, V> spec, Function<E, Change<K, V>> changes) {
    return new Vocabulary<>(spec, changes, List.of());
  }

  /** This table with a name for entities of a kind that come into being. */
  public Vocabulary<K, V, E> created(
      String type,
      Class<? extends V> kind,
      Class<? extends E> events,
      Function<Change.Created<K, V>, ? extends E> event) {
    return with(
        new Word<>(
            type,
            Change.Created.class,
            kind,
            Set.of(),
            events,
            change -> event.apply((Change.Created<K, V>) change)));
  }

  /** This table with a name for entities of a kind that go. */
  public Vocabulary<K, V, E> deleted(
      String type,
      Class<? extends V> kind,
      Class<? extends E> events,
      Function<Change.Deleted<K, V>, ? extends E> event) {
    return with(
        new Word<>(
            type,
            Change.Deleted.class,
            kind,
            Set.of(),
            events,
            change -> event.apply((Change.Deleted<K, V>) change)));
  }

  /**
   * This table with a name for entities of a kind that are modified.
   *
   * @param units the only ones in which they are; if none is given they may be in any
   */
  public Vocabulary<K, V, E> modified(
      String type,
      Class<? extends V> kind,
      Class<? extends E> events,
      Function<Change.Modified<K, V>, ? extends E> event,
      String... units) {
    return with(
        new Word<>(
            type,
            Change.Modified.class,
            kind,
            Set.of(units),
            events,
            change -> event.apply((Change.Modified<K, V>) change)));
  }

  private Vocabulary<K, V, E> with(Word<K, V, E> word) {
    for (Word<K, V, E> known : words) {
      if (known.type().equals(word.type()) || known.events().equals(word.events())) {
        throw new IllegalArgumentException("two names: " + known + ", " + word);
      }
    }
    List<Word<K, V, E>> more = new ArrayList<>(words);
    more.add(word);
    return new Vocabulary<>(spec, changes, more);
  }

  /** What an event does. */
  Change<K, V> change(E event) {
    return changes.apply(event);
  }

  /** The event for a change of an entity of a kind. */
  E event(V entity, Change<K, V> change) {
    for (Word<K, V, E> word : words) {
      if (word.fits(change) && word.kind().isInstance(entity)) {
        return word.event().apply(change);
      }
    }
    throw new IllegalStateException("no name for " + change);
  }

  /** The event of the same name as another one. */
  E like(E event, Change.Modified<K, V> change) {
    return wordOf(event).event().apply(change);
  }

  private Word<K, V, E> wordOf(E event) {
    for (Word<K, V, E> word : words) {
      if (word.events().isInstance(event)) {
        return word;
      }
    }
    throw new IllegalStateException("no name for " + event);
  }

  @Override
  public Value.Fields encode(E event) {
    Change<K, V> change = change(event);
    Map<String, Value> fields = new TreeMap<>();
    fields.put("type", Value.of(wordOf(event).type()));
    fields.put("key", spec.encodeKey(change.key()));
    switch (change) {
      case Change.Created<K, V>(var key, var entity) ->
          fields.put("entity", Value.Fields.of(spec.units(entity)));
      case Change.Deleted<K, V>(var key, var entity) ->
          fields.put("entity", Value.Fields.of(spec.units(entity)));
      case Change.Modified<K, V>(var key, var before, var after) -> {
        fields.put("before", before);
        fields.put("after", after);
      }
    }
    return Value.Fields.of(fields);
  }

  @Override
  public E decode(Value.Fields fields) {
    String type = fields.text("type");
    for (Word<K, V, E> word : words) {
      if (word.type().equals(type)) {
        return word.event().apply(change(word, fields));
      }
    }
    throw new MalformedValueException("no event is named \"" + type + "\"");
  }

  private Change<K, V> change(Word<K, V, E> word, Value.Fields fields) {
    K key = spec.decodeKey(fields.at("key"));
    if (word.sort() == Change.Modified.class) {
      Change.Modified<K, V> modified =
          new Change.Modified<>(key, fields.at("before").asFields(), fields.at("after").asFields());
      if (!word.fits(modified)) {
        throw new MalformedValueException(word.type() + " of other units: " + modified.units());
      }
      return modified;
    }
    V entity = entity(key, fields.at("entity").asFields());
    if (!word.kind().isInstance(entity)) {
      throw new MalformedValueException(word.type() + " of another kind of entity: " + entity);
    }
    return word.sort() == Change.Created.class
        ? new Change.Created<>(key, entity)
        : new Change.Deleted<>(key, entity);
  }

  private V entity(K key, Value.Fields units) {
    try {
      return spec.entity(key, units.fields());
    } catch (IllegalArgumentException e) {
      throw new MalformedValueException(spec.ref(key) + ": " + e.getMessage(), e);
    }
  }
}
