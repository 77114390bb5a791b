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

  private final DrawioLimits limits;
  private final XmlTree xml;
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
    this.limits = limits;
    this.xml = new XmlTree(limits);
    this.assemble = assemble;
    this.entities = entities;
  }

  @Override
  public List<String> extensions() {
    return ImmutableList.of("drawio", "xml");
  }

  @Override
  public ReadResult<M> read(byte[] bytes) {
    try {
      DrawioFile file = FileReader.read(bytes, limits, xml);
      return new ReadResult.Readable<>(assemble.apply(file.content().entities()), Source.of(bytes));
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
      Optional<String> difference =
          content.difference(FileReader.read(bytes, limits, xml).content());
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
    private final List<DrawioFile> files = new ArrayList<>();
    private int next;
    private byte @Nullable [] newest;

    Versions(List<Source> sources) {
      this.sources = sources;
    }

    byte[] newestBytes() {
      if (newest == null) {
        throw new IllegalStateException("no source was read");
      }
      return newest;
    }

    private boolean has(int index) {
      while (files.size() <= index && next < sources.size()) {
        byte[] bytes = sources.get(next++).bytes();
        try {
          files.add(FileReader.read(bytes, limits, xml));
          newest = newest == null ? bytes : newest;
        } catch (Damage unreadable) {
          // A version that cannot be read has no parts to offer.
        }
      }
      return index < files.size();
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
          return files.get(index++);
        }
      };
    }
  }
}
