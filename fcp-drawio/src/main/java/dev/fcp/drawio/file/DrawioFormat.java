package dev.fcp.drawio.file;

import com.google.common.collect.ImmutableList;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.ReadResult;
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
 * Diagram files: {@code <mxfile>} with plain and compressed pages, and a bare {@code
 * <mxGraphModel>}.
 *
 * <p>Pages without stored id, and cells without one or with one that stands before, get {@linkplain
 * DiagramKey#syntheticId synthetic} names. A changed cell is spelled after its newest version among
 * the sources; a changed page that was compressed is compressed again. What was written is read
 * again before it is handed out, so that no file is ever damaged in silence.
 *
 * <p>Safe for use by any number of threads.
 *
 * @param <M> the model
 */
public final class DrawioFormat<M> implements DocumentFormat<M> {

  private final ParsedFiles files;
  private final Function<List<Map.Entry<DiagramKey, DiagramEntity>>, M> assemble;
  private final Function<M, Iterable<Map.Entry<DiagramKey, DiagramEntity>>> entities;

  /**
   * A format for models of one kind.
   *
   * @param limits what a file may ask
   * @param assemble makes a model of entities: the document, then each page with what stands on it
   * @param entities gives the entities of a model, in any order
   */
  public DrawioFormat(
      DrawioLimits limits,
      Function<List<Map.Entry<DiagramKey, DiagramEntity>>, M> assemble,
      Function<M, Iterable<Map.Entry<DiagramKey, DiagramEntity>>> entities) {
    this(new ParsedFiles(reader(limits)), assemble, entities);
  }

  DrawioFormat(
      ParsedFiles files,
      Function<List<Map.Entry<DiagramKey, DiagramEntity>>, M> assemble,
      Function<M, Iterable<Map.Entry<DiagramKey, DiagramEntity>>> entities) {
    this.files = files;
    this.assemble = assemble;
    this.entities = entities;
  }

  static ParsedFiles.Reader reader(DrawioLimits limits) {
    XmlTree xml = new XmlTree(limits);
    return bytes -> FileReader.read(bytes, limits, xml);
  }

  /**
   * Whether an entity in a file would be read as what it is. It is not where a part is gone and an
   * unknown element, kept as text, would be taken for it: a second {@code <mxGeometry>} of a cell,
   * say, or an end point that stands twice.
   */
  public static boolean canHold(DiagramEntity entity) {
    DiagramContent content = DiagramContent.around(entity);
    try {
      byte[] bytes = new DrawioWriter(content, List.of()).write();
      return reader(DrawioLimits.standard()).read(bytes).content().isSameAs(content);
    } catch (Damage | IllegalArgumentException noFile) {
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
      DrawioFile file = files.read(source);
      return new ReadResult.Readable<>(assemble.apply(file.content().entities()), source);
    } catch (Damage damage) {
      return new ReadResult.Unreadable<>(damage.offset(), damage.reason(), damage.suggestion());
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalArgumentException if no file can hold the model: a character that XML does not
   *     know, cells on a page without model, a bare model with more than one page, or more than the
   *     limits allow; the message names it
   */
  @Override
  public byte[] write(M model, List<Source> sources) {
    DiagramContent content = DiagramContent.of(entities.apply(model));
    Versions versions = new Versions(sources);
    Iterator<DrawioFile> newest = versions.iterator();
    if (newest.hasNext() && newest.next().content().isSameAs(content)) {
      return versions.newestBytes();
    }
    byte[] bytes = new DrawioWriter(content, versions).write();
    requireSame(content, bytes);
    return bytes;
  }

  private void requireSame(DiagramContent content, byte[] bytes) {
    try {
      Optional<String> difference = content.difference(files.read(Source.of(bytes)).content());
      if (difference.isPresent()) {
        throw new IllegalArgumentException(
            "no file can hold this, it would be read otherwise: " + difference.get());
      }
    } catch (Damage damage) {
      throw new IllegalArgumentException(
          "no file can hold this: byte " + damage.offset() + ": " + damage.reason());
    }
  }

  /** The sources that can be read, read when they are asked for. */
  private final class Versions implements Iterable<DrawioFile> {

    private final List<Source> sources;
    private final List<DrawioFile> read = new ArrayList<>();
    private int next;
    private @Nullable Source newest;

    Versions(List<Source> sources) {
      this.sources = sources;
    }

    byte[] newestBytes() {
      if (newest == null) {
        throw new IllegalStateException("no source was read");
      }
      return newest.bytes();
    }

    private boolean has(int index) {
      while (read.size() <= index && next < sources.size()) {
        Source source = sources.get(next++);
        try {
          read.add(files.read(source));
          newest = newest == null ? source : newest;
        } catch (Damage unreadable) {
          // A version that cannot be read has no parts to offer.
        }
      }
      return index < read.size();
    }

    @Override
    public Iterator<DrawioFile> iterator() {
      return new Iterator<>() {
        private int index;

        @Override
        public boolean hasNext() {
          return has(index);
        }

        @Override
        public DrawioFile next() {
          if (!has(index)) {
            throw new NoSuchElementException();
          }
          return read.get(index++);
        }
      };
    }
  }
}
