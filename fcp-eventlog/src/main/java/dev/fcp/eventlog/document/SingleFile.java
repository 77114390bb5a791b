package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.JournalRecord.Saving.SavedFile;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A document in one file. */
final class SingleFile<M, E> implements DocumentFiles<M, E> {

  private final Path path;
  private final Domain<M, E> domain;
  private final Disk disk;

  /** The folder of the history, if it is on disk and writable; it can move. */
  private final Supplier<Optional<Path>> history;

  /**
   * The stamp of the file at the last check, if a write since then would be visible in the stamp.
   */
  private Optional<FileStamp> lastStamp = Optional.empty();

  SingleFile(Path path, Domain<M, E> domain, Disk disk, Supplier<Optional<Path>> history) {
    this.path = path;
    this.domain = domain;
    this.disk = disk;
    this.history = history;
  }

  /** Takes the last look at the same file. */
  void copyLastStamp(SingleFile<M, E> other) {
    lastStamp = other.lastStamp;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Path target() throws IOException {
    return FileReplacement.of(path).target();
  }

  @Override
  public boolean isFolder() {
    return false;
  }

  @Override
  public Optional<FoundVersion<M>> find(SessionState<M, E> state) throws IOException {
    return FileStamp.of(path).map(Version::new);
  }

  @Override
  public Optional<Conflict> obstacle(boolean isOwn, boolean overwrites) throws IOException {
    FileReplacement replacement = FileReplacement.of(path);
    if (replacement.isObstructed()) {
      return Optional.of(
          conflict("is no file that could be replaced", new Suggestion.SaveAs("another file")));
    }
    if (replacement.isFolderReadOnly()) {
      return Optional.of(
          Conflict.because("nothing can be written in the folder of " + path)
              .withSuggestion(new Suggestion.SaveAs("a file in another folder")));
    }
    return overwrites || !replacement.isWriteProtected()
        ? Optional.empty()
        : Optional.of(
            conflict(
                "is write-protected",
                isOwn ? new Suggestion.SaveOverwriting() : new Suggestion.SaveAs("another file")));
  }

  private Conflict conflict(String reason, Suggestion suggestion) {
    return Conflict.because(path + " " + reason).withSuggestion(suggestion);
  }

  @Override
  public Write<M> plan(SessionState<M, E> state, boolean overwrites) throws IOException {
    return new FileWrite(
        damagedSource(state).orElseGet(() -> format(state)), FileReplacement.of(path));
  }

  /** The original bytes of a damaged file, if the cursor is before its repair (SE-20). */
  private Optional<Source> damagedSource(SessionState<M, E> state) {
    return state
        .baseSource()
        .filter(text -> domain.format().read(text.bytes()) instanceof ReadResult.Unreadable<M>);
  }

  /**
   * The bytes of a state.
   *
   * @throws IllegalStateException if the format cannot read the state back from them
   */
  private Source format(SessionState<M, E> state) {
    byte[] bytes = domain.format().write(state.model(), state.sourcesForWriting());
    String finding =
        switch (domain.format().read(bytes)) {
          case ReadResult.Readable<M>(var model, var source) ->
              difference(state.digest(), domain.digestFromScratch(model));
          case ReadResult.Unreadable<M>(var offsetBytes, var reason, var suggestion) ->
              "what was written cannot be read at byte %d: %s".formatted(offsetBytes, reason);
        };
    if (!finding.isEmpty()) {
      throw new IllegalStateException(
          "the %s format has a fault, please report it: %s; the file is as it was"
              .formatted(domain.name(), finding));
    }
    return Source.of(bytes);
  }

  /** How what was written differs from the document; empty if it does not. */
  static String difference(Digest expected, Digest found) {
    return expected.matches(found)
        ? ""
        : "the document is %s %s, what was written is %s %s"
            .formatted(expected.summary(), expected.hex(), found.summary(), found.hex());
  }

  private byte[] bytes() throws IOException {
    long sizeBytes = Files.size(path);
    if (sizeBytes > DocumentStore.MAX_FILE_BYTES) {
      throw new IOException(
          "it has %d bytes, more than the limit of %d"
              .formatted(sizeBytes, DocumentStore.MAX_FILE_BYTES));
    }
    try {
      return Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      throw new IOException("it went away while it was read", e);
    }
  }

  /** The version in the file. */
  private final class Version implements FoundVersion<M> {

    private final FileStamp stamp;
    private final boolean isSettled;
    private @Nullable Source source;

    Version(FileStamp stamp) {
      this.stamp = stamp;
      this.isSettled = stamp.isSettled();
    }

    @Override
    public boolean isLastSeen() {
      return lastStamp.filter(stamp::equals).isPresent();
    }

    @Override
    public void setSeen() {
      lastStamp = isSettled ? Optional.of(stamp) : Optional.empty();
    }

    /** The file is not read into memory for its hash alone. */
    @Override
    public String hash() throws IOException {
      return source == null
          ? FileReplacement.of(path).hash().orElse("")
          : Objects.requireNonNull(source).id();
    }

    @Override
    public ReadResult<M> content() throws IOException {
      return domain.format().read(source().bytes());
    }

    @Override
    public void keepContents() {}

    @Override
    public Source source() throws IOException {
      Source known = source;
      if (known == null) {
        known = Source.of(bytes());
        source = known;
      }
      return known;
    }
  }

  /** A version of a file of which only the bytes are left. */
  record Bytes<M>(Domain<M, ?> domain, Source source) implements FoundVersion<M> {

    @Override
    public boolean isLastSeen() {
      return false;
    }

    @Override
    public void setSeen() {}

    @Override
    public String hash() {
      return source.id();
    }

    @Override
    public ReadResult<M> content() {
      return domain.format().read(source.bytes());
    }

    @Override
    public void keepContents() {}
  }

  /** One save of the file. */
  private final class FileWrite implements Write<M> {

    private final Source written;
    private final FileReplacement replacement;
    private FileReplacement.@Nullable Prepared prepared;

    FileWrite(Source written, FileReplacement replacement) {
      this.written = written;
      this.replacement = replacement;
    }

    @Override
    public List<Conflict> refusals() {
      return written.sizeBytes() > DocumentStore.MAX_FILE_BYTES
          ? List.of(
              Conflict.because(
                  "the file would have %d bytes, more than the limit of %d"
                      .formatted(written.sizeBytes(), DocumentStore.MAX_FILE_BYTES)))
          : List.of();
    }

    @Override
    public String hash() {
      return written.id();
    }

    @Override
    public long sizeBytes() {
      return written.sizeBytes();
    }

    @Override
    public List<SavedFile> files() {
      return List.of();
    }

    @Override
    public void prepare() throws IOException {
      prepared = replacement.prepare(written.bytes(), history.get(), disk);
    }

    private FileReplacement.Prepared prepared() {
      return Objects.requireNonNull(prepared, "prepared");
    }

    @Override
    public void replace() throws IOException {
      prepared().replace();
    }

    @Override
    public Optional<FoundVersion<M>> replacedVersion(SessionState<M, ?> state) throws IOException {
      SaveFiles files = prepared().files();
      Optional<FileStamp> stamp = FileStamp.of(files.replaced());
      if (stamp.isPresent() && stamp.equals(lastStamp)) {
        return Optional.empty();
      }
      return files
          .replacedBytes(hash -> !state.isKnownFile(hash))
          .map(bytes -> new Bytes<>(domain, Source.of(bytes)));
    }

    @Override
    public boolean takeBack() {
      return false;
    }

    @Override
    public void deleteFiles() throws IOException {
      prepared().deleteFiles();
    }

    @Override
    public void close() throws IOException {
      if (prepared != null) {
        prepared().close();
      }
    }
  }
}
