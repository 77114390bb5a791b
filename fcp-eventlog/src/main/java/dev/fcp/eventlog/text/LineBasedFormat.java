package dev.fcp.eventlog.text;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A format for text files in UTF-8 in which every line is an entity, including lines that the
 * domain does not recognize. It is lossless: line ends, and the spelling of a line beyond its
 * content, belong to the source. An unchanged line is written as it was, and an unchanged file byte
 * for byte.
 *
 * <p>The keys of the entities are 1, 2, 3 and so on, in the order of the file; the file does not
 * store them.
 *
 * @param <V> the entity
 */
public final class LineBasedFormat<V> implements DocumentFormat<EntityModel<String, V>> {

  /** The maximum size of a file: 16 MiB. */
  public static final int MAX_BYTES = 16 << 20;

  /** The maximum number of lines. */
  public static final int MAX_LINES = 1_000_000;

  private final LineEntitySpec<V> spec;
  private final List<String> extensions;

  /**
   * Creates a format.
   *
   * @param extensions as for {@link #extensions}; at least one
   */
  public LineBasedFormat(LineEntitySpec<V> spec, String... extensions) {
    this.spec = Objects.requireNonNull(spec, "spec");
    this.extensions = List.of(extensions);
  }

  @Override
  public List<String> extensions() {
    return extensions;
  }

  @Override
  public ReadResult<EntityModel<String, V>> read(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      return unreadable(MAX_BYTES, "longer than " + MAX_BYTES + " bytes");
    }
    Optional<Integer> malformedOffset = SourceLines.firstMalformedOffset(bytes);
    if (malformedOffset.isPresent()) {
      return unreadable(malformedOffset.get(), "not in UTF-8");
    }
    List<String> lines = SourceLines.lines(bytes);
    long offsetBytes = 0;
    List<Map.Entry<String, V>> entities = new ArrayList<>();
    BiFunction<String, OrderKey, V> reader = readerOf(lines);
    try {
      for (String line : lines) {
        if (entities.size() == MAX_LINES) {
          return unreadable(offsetBytes, "more than " + MAX_LINES + " lines");
        }
        entities.add(Map.entry(key(entities.size()), entity(reader, line, entities.size())));
        offsetBytes += line.getBytes(StandardCharsets.UTF_8).length;
      }
    } catch (IllegalArgumentException e) {
      return unreadable(offsetBytes, String.valueOf(e.getMessage()));
    }
    return new ReadResult.Readable<>(EntityModel.of(spec, entities), Source.of(bytes));
  }

  private static String key(int ordinal) {
    return Integer.toString(ordinal + 1);
  }

  private BiFunction<String, OrderKey, V> readerOf(List<String> lines) {
    return spec.readerOf(lines.stream().map(SourceLines::withoutLineEnd).toList());
  }

  private V entity(BiFunction<String, OrderKey, V> reader, String line, int ordinal) {
    return reader.apply(SourceLines.withoutLineEnd(line), OrderKey.initial(ordinal));
  }

  private ReadResult<EntityModel<String, V>> unreadable(long offsetBytes, String reason) {
    return new ReadResult.Unreadable<>(offsetBytes, reason, Optional.empty());
  }

  @Override
  public byte[] write(EntityModel<String, V> model, List<Source> sources) {
    List<SourceLines> sourceLines =
        sources.stream()
            .map(source -> sourceLines(source.bytes()))
            .flatMap(Optional::stream)
            .toList();
    List<Value> contents = new ArrayList<>();
    List<String> canonical = new ArrayList<>();
    for (String key : model.keysInOrder()) {
      V entity = model.find(key).orElseThrow();
      contents.add(spec.content(key, entity));
      canonical.add(spec.write(entity));
    }
    String text = SourceLines.render(contents, canonical, sourceLines);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The lines of a version of the file; empty if it is not readable. */
  private Optional<SourceLines> sourceLines(byte[] bytes) {
    if (bytes.length > MAX_BYTES || SourceLines.firstMalformedOffset(bytes).isPresent()) {
      return Optional.empty();
    }
    List<String> lines = SourceLines.lines(bytes);
    List<Value> contents = new ArrayList<>();
    BiFunction<String, OrderKey, V> reader = readerOf(lines);
    try {
      for (String line : lines) {
        contents.add(spec.content(key(contents.size()), entity(reader, line, contents.size())));
      }
    } catch (IllegalArgumentException e) {
      // Not every version of a document is readable.
      return Optional.empty();
    }
    return Optional.of(new SourceLines(lines, contents));
  }
}
