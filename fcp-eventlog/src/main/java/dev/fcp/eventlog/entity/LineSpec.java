package dev.fcp.eventlog.entity;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Entities each of which is a line of a text file, those lines too that the domain does not
 * understand. Only what a line can hold is an entity: what reads from its line as it was written.
 *
 * @param <V> as for {@link RecordSpec}; every record has a component of type {@link OrderKey}
 */
public class LineSpec<V> extends RecordSpec<V> {

  private final BiFunction<String, OrderKey, V> reader;
  private final Function<V, String> writer;

  /**
   * What is known of these entities.
   *
   * @param noun as for {@link RecordSpec}
   * @param lookup as for {@link RecordSpec}
   * @param reader gives the entity in a line, which comes without its end; it may throw {@link
   *     IllegalArgumentException} to have the file refused because of this line
   * @param writer gives the line of an entity
   */
  public LineSpec(
      String noun,
      MethodHandles.Lookup lookup,
      Class<V> family,
      BiFunction<String, OrderKey, V> reader,
      Function<V, String> writer) {
    super(noun, lookup, family);
    this.reader = Objects.requireNonNull(reader, "reader");
    this.writer = Objects.requireNonNull(writer, "writer");
  }

  final V read(String line, OrderKey order) {
    return reader.apply(line, order);
  }

  final String write(V entity) {
    return writer.apply(entity);
  }

  @Override
  public final V entity(String key, SortedMap<String, Value> units) {
    V entity = super.entity(key, units);
    if (!isHeld(entity)) {
      throw new IllegalArgumentException(refusal(entity));
    }
    return entity;
  }

  /** Refuses to create what no line can hold. */
  @Override
  public Optional<Conflict> check(Change<String, V> change, EntityModel<String, V> model) {
    return change instanceof Change.Created<String, V>(var key, var entity) && !isHeld(entity)
        ? Optional.of(Conflict.at(Unit.whole(ref(key)), refusal(entity)))
        : Optional.empty();
  }

  private boolean isHeld(V entity) {
    String line = write(entity);
    OrderKey order = place(entity).orElseThrow().order();
    return line.indexOf('\n') < 0
        && !line.endsWith("\r")
        && StandardCharsets.UTF_8.newEncoder().canEncode(line)
        && reads(line, order, entity);
  }

  private boolean reads(String line, OrderKey order, V entity) {
    try {
      return read(line, order).equals(entity);
    } catch (IllegalArgumentException e) {
      // A line for which a file would be refused holds no entity.
      return false;
    }
  }

  private static String refusal(Object entity) {
    return "no line of a file can hold " + entity;
  }
}
