package dev.fcp.eventlog.domain;

import java.util.List;
import java.util.Optional;

/**
 * The file format of a domain: lossless in both directions ({@code DM-7}).
 *
 * <p>A file holds more than a model: white space, the order of attributes, how it was compressed.
 * That belongs to the {@link Source}, not to the model. Writing with the sources of a document
 * gives every part whose content is unchanged in the very bytes it had.
 *
 * @param <M> the model
 */
public interface DocumentFormat<M> {

  /** The file name extensions of the format, without dot, the preferred one first. */
  List<String> extensions();

  /** Reads a file. Damage, and input that exceeds a limit, gives a result and no exception. */
  ReadResult<M> read(byte[] bytes);

  /**
   * Reads what is readable of a file that {@link #read} refuses (SE-20). Empty if that is nothing,
   * and for a format that repairs no files, as is the default.
   */
  default Optional<RepairedModel<M>> repair(byte[] bytes) {
    return Optional.empty();
  }

  /**
   * Writes a model. Each part is the text of the first source in which it has equal content, else
   * canonical; text that carries no content comes from the first source that has a readable file.
   *
   * @param sources versions of the document, the most relevant first; may be empty
   */
  byte[] write(M model, List<Source> sources);

  /**
   * The readable part of a damaged file.
   *
   * @param model what the file holds as far as it could be read
   * @param findings what was left out or replaced, each with its position, in words a user
   *     understands; in the order of the file
   * @param <M> the model
   */
  record RepairedModel<M>(M model, List<String> findings) {

    /** Copies the list. */
    public RepairedModel {
      findings = List.copyOf(findings);
    }
  }

  /**
   * The result of reading a file.
   *
   * @param <M> the model
   */
  sealed interface ReadResult<M> {

    /** The file was read. */
    record Readable<M>(M model, Source source) implements ReadResult<M> {}

    /**
     * The file was refused.
     *
     * @param offsetBytes where, from the start of the file; within compressed content the offset of
     *     its start
     * @param reason what is wrong there
     * @param suggestion what would work; empty if unknown
     */
    record Unreadable<M>(long offsetBytes, String reason, Optional<String> suggestion)
        implements ReadResult<M> {}
  }
}
