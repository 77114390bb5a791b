package dev.fcp.eventlog.document;

import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.journal.JournalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A file that is being opened.
 *
 * @param path the file, as given by the caller
 */
record FoundFile(Path path) {

  /** The reason why the file cannot be a document, whatever it contains; empty if it can. */
  Optional<String> obstacle() throws IOException {
    if (JournalLayout.isInsideHistory(FileReplacement.of(path).target())) {
      return Optional.of("it belongs to a history and is no document");
    }
    if (!Files.isRegularFile(path)) {
      return Optional.of(Files.exists(path) ? "it is no file" : "there is no such file");
    }
    long sizeBytes = Files.size(path);
    return sizeBytes <= DocumentStore.MAX_FILE_BYTES
        ? Optional.empty()
        : Optional.of(
            "it has %d bytes, more than the limit of %d"
                .formatted(sizeBytes, DocumentStore.MAX_FILE_BYTES));
  }

  /** The result if this is a folder and the domain has only documents in single files. */
  <M, E> Optional<OpenResult<M, E>> folderOfOther(Domain<M, E> domain) {
    return Files.isDirectory(path) && !(domain instanceof FolderDomain<M, E>)
        ? Optional.of(
            new OpenResult.Unreadable<>(
                path,
                0,
                "it is a folder, and a document of the domain %s is a file; name one of its files"
                    .formatted(domain.name()),
                Optional.empty()))
        : Optional.empty();
  }

  /**
   * Reads the file and passes the result to a function if it is readable. Of a folder nothing is
   * read yet.
   */
  <M, E> OpenResult<M, E> read(
      Domain<M, E> domain, Function<Optional<ReadResult.Readable<M>>, OpenResult<M, E>> work)
      throws IOException {
    if (Files.isDirectory(path) && domain instanceof FolderDomain<M, E>) {
      return JournalLayout.isInsideHistory(FileReplacement.of(path).target())
          ? unreadable("it belongs to a history and is no document")
          : work.apply(Optional.empty());
    }
    Optional<String> obstacle = obstacle();
    if (obstacle.isPresent()) {
      return unreadable(obstacle.get());
    }
    return switch (domain.format().read(Files.readAllBytes(path))) {
      case ReadResult.Readable<M> file -> work.apply(Optional.of(file));
      case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) ->
          new OpenResult.Unreadable<>(
              path, offsetBytes, reason, suggestion.map(Suggestion.Advice::new));
    };
  }

  /** The result if reading failed. */
  <M, E> OpenResult<M, E> failed(IOException e) {
    if (Files.exists(path)) {
      throw new JournalException("document %s: cannot be read: %s".formatted(path, e), e);
    }
    return unreadable("there is no such file");
  }

  <M, E> OpenResult<M, E> noHistory() {
    return unreadable("it has no history");
  }

  <M, E> OpenResult<M, E> unreadable(String reason) {
    return new OpenResult.Unreadable<>(path, 0, reason, Optional.empty());
  }

  /**
   * The result for a file without a history whose version is contained in the histories of missing
   * files.
   */
  <M, E> OpenResult<M, E> moved(List<Path> histories) {
    String reason =
        "it has no history, but that of %s, which is missing, contains this version"
            .formatted(histories.get(0).getFileName());
    return new OpenResult.Undecided<>(path, reason, histories);
  }
}
