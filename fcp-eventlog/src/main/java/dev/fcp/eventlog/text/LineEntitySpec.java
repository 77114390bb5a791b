package dev.fcp.eventlog.text;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Entities that are the lines of a text file, including lines that the domain does not recognize.
 * An entity is valid only if reading its line gives an entity with the same content.
 *
 * @param <V> as for {@link RecordEntitySpec}; every record has a component of type {@link OrderKey}
 */
public class LineEntitySpec<V> extends RecordEntitySpec<V> {

  private final BiFunction<String, OrderKey, V> reader;
  private final Function<V, String> writer;

  /**
   * Declares the entities.
   *
   * @param noun as for {@link RecordEntitySpec}
   * @param lookup as for {@link RecordEntitySpec}
   * @param reader reads an entity from a line without its line end; it may throw {@link
   *     IllegalArgumentException} to reject the file because of this line
   * @param writer writes the line of an entity
   */
  public LineEntitySpec(
      String noun,
      MethodHandles.Lookup lookup,
      Class<V> entityType,
      BiFunction<String, OrderKey, V> reader,
      Function<V, String> writer) {
    super(noun, lookup, entityType);
    this.reader = Objects.requireNonNull(reader, "reader");
    this.writer = Objects.requireNonNull(writer, "writer");
  }

  /**
   * Reads the lines of a file, called for one after another from the first. By default each line is
   * read by itself; a subclass overrides this if an entity also depends on other lines.
   *
   * @param lines all lines of the file, without their line ends
   */
  protected BiFunction<String, OrderKey, V> readerOf(List<String> lines) {
    return reader;
  }

  final String write(V entity) {
    return writer.apply(entity);
  }

  @Override
  public final V entity(String key, SortedMap<String, Value> units) {
    V entity = super.entity(key, units);
    if (!isRepresentable(key, entity)) {
      throw new IllegalArgumentException(refusalReason(entity));
    }
    return entity;
  }

  /** Rejects the creation of an entity that no line can represent. */
  @Override
  public Optional<Conflict> check(Change<String, V> change, EntityModel<String, V> model) {
    return change instanceof Change.Created<String, V>(var key, var entity)
            && !isRepresentable(key, entity)
        ? Optional.of(Conflict.at(Unit.whole(ref(key)), refusalReason(entity)))
        : Optional.empty();
  }

  private boolean isRepresentable(String key, V entity) {
    String line = write(entity);
    return line.indexOf('\n') < 0
        && !line.endsWith("\r")
        && StandardCharsets.UTF_8.newEncoder().canEncode(line)
        && readsBack(line, key, entity);
  }

  private boolean readsBack(String line, String key, V entity) {
    OrderKey orderKey = sortKey(entity).orElseThrow().orderKey();
    try {
      return content(key, reader.apply(line, orderKey)).equals(content(key, entity));
    } catch (IllegalArgumentException e) {
      // A line for which a file would be rejected represents no entity.
      return false;
    }
  }

  private static String refusalReason(Object entity) {
    return "no line of a file can hold " + entity;
  }
}
