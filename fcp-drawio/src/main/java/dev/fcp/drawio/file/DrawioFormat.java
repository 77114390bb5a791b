package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The file format of diagrams: {@code <mxfile>} with plain and compressed pages, or a bare {@code
 * <mxGraphModel>}.
 *
 * <p>Pages and cells without an id, or with the id of an earlier one, get {@linkplain
 * DiagramKey#syntheticId synthetic} ids. A changed cell keeps the formatting of its newest version
 * among the sources; a changed page that was compressed is compressed again. The written bytes are
 * parsed and compared with the model before they are returned, so that no file is silently damaged.
 *
 * <p>Thread-safe.
 *
 * @param <M> the model
 */
public final class DrawioFormat<M> implements DocumentFormat<M> {

  private final ParsedFileCache parsedFiles;
  private final Function<List<Map.Entry<DiagramKey, DiagramEntity>>, M> modelFactory;
  private final Function<M, Iterable<Map.Entry<DiagramKey, DiagramEntity>>> entitiesOf;

  /**
   * Creates a format for a type of model.
   *
   * @param limits the limits for files
   * @param modelFactory creates a model from entities: the document, then each page followed by its
   *     items
   * @param entitiesOf returns the entities of a model, in any order
   */
  public DrawioFormat(
      DrawioLimits limits,
      Function<List<Map.Entry<DiagramKey, DiagramEntity>>, M> modelFactory,
      Function<M, Iterable<Map.Entry<DiagramKey, DiagramEntity>>> entitiesOf) {
    this(new ParsedFileCache(parser(limits)), modelFactory, entitiesOf);
  }

  DrawioFormat(
      ParsedFileCache parsedFiles,
      Function<List<Map.Entry<DiagramKey, DiagramEntity>>, M> modelFactory,
      Function<M, Iterable<Map.Entry<DiagramKey, DiagramEntity>>> entitiesOf) {
    this.parsedFiles = parsedFiles;
    this.modelFactory = modelFactory;
    this.entitiesOf = entitiesOf;
  }

  static ParsedFileCache.FileParser parser(DrawioLimits limits) {
    XmlParser xml = new XmlParser(limits);
    return bytes -> DrawioReader.read(bytes, limits, xml);
  }

  /**
   * Whether an entity that is written to a file is read back unchanged. It is not if a part was
   * removed and an unknown element, which is kept as text, would be parsed in its place; for
   * example, a second {@code <mxGeometry>} of a cell, or a duplicate end point.
   */
  public static boolean canRoundTrip(DiagramEntity entity) {
    DiagramContent content = DiagramContent.containing(entity);
    try {
      byte[] bytes = new DrawioWriter(content, List.of()).write();
      return parser(DrawioLimits.standard()).parse(bytes).content().contentEquals(content);
    } catch (DrawioParseException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public List<String> extensions() {
    return ImmutableList.of("drawio", "xml");
  }

  @Override
  public ReadResult<M> read(byte[] bytes) {
    try {
      Source source = Source.of(bytes);
      DrawioFile file = parsedFiles.read(source);
      return new ReadResult.Readable<>(modelFactory.apply(file.content().entities()), source);
    } catch (DrawioParseException e) {
      return new ReadResult.Unreadable<>(e.offset(), e.reason(), e.suggestion());
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if the model cannot be written: it has a character that is not
   *     allowed in XML, cells on a page without a model, or a bare model with more than one page,
   *     or it exceeds a limit; the message names the reason
   */
  @Override
  public byte[] write(M model, List<Source> sources) {
    DiagramContent content = DiagramContent.of(entitiesOf.apply(model));
    ParsedSources versions = new ParsedSources(sources);
    Iterator<DrawioFile> newestFirst = versions.iterator();
    if (newestFirst.hasNext() && newestFirst.next().content().contentEquals(content)) {
      return versions.newestBytes();
    }
    byte[] bytes = new DrawioWriter(content, versions).write();
    requireRoundTrip(content, bytes);
    return bytes;
  }

  private void requireRoundTrip(DiagramContent content, byte[] bytes) {
    try {
      Optional<String> difference =
          content.firstDifference(parsedFiles.read(Source.of(bytes)).content());
      if (difference.isPresent()) {
        throw new IllegalArgumentException(
            "no file can hold this, it would be read back differently: " + difference.get());
      }
    } catch (DrawioParseException e) {
      throw new IllegalArgumentException(
          "no file can hold this: byte " + e.offset() + ": " + e.reason());
    }
  }

  /** The readable sources, parsed lazily. */
  private final class ParsedSources implements Iterable<DrawioFile> {

    private final List<Source> sources;
    private final List<DrawioFile> parsed = new ArrayList<>();
    private int nextSource;
    private @Nullable Source newestSource;

    ParsedSources(List<Source> sources) {
      this.sources = sources;
    }

    byte[] newestBytes() {
      if (newestSource == null) {
        throw new IllegalStateException("no source was read");
      }
      return newestSource.bytes();
    }

    private boolean isAvailable(int index) {
      while (parsed.size() <= index && nextSource < sources.size()) {
        Source source = sources.get(nextSource++);
        try {
          parsed.add(parsedFiles.read(source));
          newestSource = newestSource == null ? source : newestSource;
        } catch (DrawioParseException ignored) {
          // An unreadable version has no parts that could be reused.
        }
      }
      return index < parsed.size();
    }

    @Override
    public Iterator<DrawioFile> iterator() {
      return new Iterator<>() {
        private int index;

        @Override
        public boolean hasNext() {
          return isAvailable(index);
        }

        @Override
        public DrawioFile next() {
          if (!isAvailable(index)) {
            throw new NoSuchElementException();
          }
          return parsed.get(index++);
        }
      };
    }
  }
}
