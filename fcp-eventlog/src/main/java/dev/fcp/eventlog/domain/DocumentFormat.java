package dev.fcp.eventlog.domain;

import java.util.List;
import java.util.Optional;

/**
 * The file format of a domain: lossless in both directions ({@code DM-7}).
 *
 * <p>A file contains more than a model: white space, the order of attributes, its compression.
 * These belong to the {@link Source}, not to the model. When a document is written with its
 * sources, every part with unchanged content keeps its original bytes.
 */
public interface DocumentFormat<M> {

  /** The file name extensions of the format, without a dot; the preferred one first. */
  List<String> extensions();

  /**
   * Reads a file. Damaged input, or input that exceeds a limit, is reported by the result, not by
   * an exception.
   *
   * <p>Every release must read the same bytes as the same model, including the ids and order keys
   * that it derives: histories begin with the bytes of a file, and their events refer to these ids.
   */
  ReadResult<M> read(byte[] bytes);

  /**
   * Reads the readable part of a file that {@link #read} rejects (SE-20). Empty if nothing is
   * readable. By default, files are not repaired.
   */
  default Optional<RepairedModel<M>> repair(byte[] bytes) {
    return Optional.empty();
  }

  /**
   * Writes a model. Each part is copied from the first source in which it has equal content;
   * otherwise it is written canonically. Text without content is copied from the first readable
   * source.
   *
   * @param sources versions of the document, most relevant first; may be empty
   */
  byte[] write(M model, List<Source> sources);

  /**
   * The readable part of a damaged file.
   *
   * @param model the model of the readable part
   * @param findings what was omitted or replaced, each with its position, described for the user;
   *     in the order of the file
   */
  record RepairedModel<M>(M model, List<String> findings) {

    /** Copies the list. */
    public RepairedModel {
      findings = List.copyOf(findings);
    }
  }

  /** The result of reading a file. */
  sealed interface ReadResult<M> {

    /** The file was read. */
    record Readable<M>(M model, Source source) implements ReadResult<M> {}

    /**
     * The file cannot be read.
     *
     * @param offsetBytes the offset of the error in the file; for an error in compressed content,
     *     the offset where that content starts
     * @param reason describes the error
     * @param suggestion what to do about it; empty if unknown
     */
    record Unreadable<M>(long offsetBytes, String reason, Optional<String> suggestion)
        implements ReadResult<M> {}
  }
}
