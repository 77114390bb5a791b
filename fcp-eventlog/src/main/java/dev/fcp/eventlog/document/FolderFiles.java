package dev.fcp.eventlog.document;

import com.google.common.collect.Sets;
import dev.fcp.eventlog.document.Document.FileChange;
import dev.fcp.eventlog.document.DocumentStore.StaleSaves;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.FolderFormat;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.domain.ManifestFormat;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Suggestion;
import dev.fcp.eventlog.folder.FolderScanner;
import dev.fcp.eventlog.folder.FolderScanner.Look;
import dev.fcp.eventlog.folder.FolderSettings;
import dev.fcp.eventlog.folder.GitWorkTree;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A document in the files of a folder. The domain is bound to the contents of the folder. */
final class FolderFiles<M, E> implements DocumentFiles<M, E> {

  /** The paths of all files. */
  static final Set<String> ALL = Set.of("");

  private static final int MAX_ATTEMPTS = 3;

  private final Path path;
  private final Path target;
  private final FolderDomain<M, E> domain;
  private final ContentPack contents;
  private final Disk disk;

  /** The folder of the history, if it is on disk and writable. */
  private final Supplier<Optional<Path>> history;

  private final StaleSaves staleSaves;
  private final InstantSource clock;
  private final Function<Path, FolderSettings> settings;

  private @Nullable Known<M> lastKnown;

  private Set<String> looked = ALL;
  private @Nullable FolderScanner scanner;

  /** The settings of the scanner. */
  private @Nullable FolderSettings lastSettings;

  private @Nullable Version lastFound;
  private long seenLogBytes = GitLog.UNKNOWN_BYTES;

  /**
   * What Git had logged when a version was found.
   *
   * @param sizeBytes the size of the log; negative if there is none
   * @param isSwitch whether Git switched the branch since the last version
   */
  private record GitLog(long sizeBytes, boolean isSwitch) {
    static final long UNKNOWN_BYTES = -1;
    static final GitLog NONE = new GitLog(UNKNOWN_BYTES, false);
  }

  /** The manifest of a model. */
  private record Known<M>(M model, FolderManifest manifest, Source source) {}

  FolderFiles(
      Path path,
      Path target,
      FolderDomain<M, E> unbound,
      ContentPack contents,
      Disk disk,
      Supplier<Optional<Path>> history,
      StaleSaves staleSaves,
      InstantSource clock,
      Function<Path, FolderSettings> settings) {
    this.path = path;
    this.target = target;
    this.domain = unbound.withContents(contents);
    this.contents = contents;
    this.disk = disk;
    this.history = history;
    this.staleSaves = staleSaves;
    this.clock = clock;
    this.settings = settings;
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public Path target() {
    return target;
  }

  @Override
  public boolean isFolder() {
    return true;
  }

  /** The domain, bound to the contents of the folder. */
  FolderDomain<M, E> domain() {
    return domain;
  }

  FolderFormat<M> format() {
    return domain.folderFormat();
  }

  ContentPack contents() {
    return contents;
  }

  Disk disk() {
    return disk;
  }

  Optional<Path> history() {
    return history.get();
  }

  /** The file at a path below the folder. */
  Path file(String relative) {
    return target.resolve(relative);
  }

  /** The same folder with a history on disk, to which its contents are moved. */
  FolderFiles<M, E> inHistory(Journal journal) {
    Optional<Path> folder = JournalStore.folderOf(journal);
    FolderFiles<M, E> files =
        new FolderFiles<>(
            path,
            target,
            domain,
            contents,
            disk,
            () -> JournalStore.folderOf(journal),
            staleSaves,
            clock,
            settings);
    try {
      if (folder.isPresent()) {
        contents.moveTo(folder.get(), disk);
      }
      files.setSeenLogBytes(seenLogBytes);
    } catch (IOException e) {
      throw new JournalException(
          "document %s: its contents cannot be stored: %s".formatted(path, e), e);
    }
    return files;
  }

  /**
   * The version that is there when the history begins. All contents are then durable.
   *
   * @throws JournalException if a file cannot be read
   */
  ReadResult.Readable<M> readFirst() {
    try {
      return readAll();
    } catch (IOException e) {
      throw new JournalException("document %s: cannot be read: %s".formatted(path, e), e);
    }
  }

  private ReadResult.Readable<M> readAll() throws IOException {
    Look look =
        scanner()
            .look(
                FolderManifest.EMPTY,
                (relative, file) -> {
                  FileBytes found = file.orElseThrow();
                  contents.add(found.entry().sha256(), found.bytes());
                });
    contents.force();
    return switch (domain.format().read(ManifestFormat.encode(look.folder()))) {
      case ReadResult.Readable<M> readable -> readable;
      case ReadResult.Unreadable<M> unreadable -> throw new IOException(unreadable.reason());
    };
  }

  /** Limits what {@link #find} looks at to some paths. */
  void lookAt(Set<String> paths) {
    looked = paths;
  }

  @Override
  public Optional<FoundVersion<M>> find(SessionState<M, E> state) throws IOException {
    if (!Files.isDirectory(target)) {
      return Optional.empty();
    }
    if (state.pendingFolderSave().isPresent()) {
      // Only a reader sees this: a writer is saving, and some files are before, some after.
      return Optional.of(version(state.modelOfFile().orElseGet(domain::empty), new TreeMap<>()));
    }
    Version version = look(known(state));
    lastFound = version;
    return Optional.of(version);
  }

  private Version look(Known<M> known) throws IOException {
    Optional<GitWorkTree> git = GitWorkTree.around(target);
    if (git.isEmpty()) {
      return look(known, looked, GitLog.NONE);
    }
    long seenBytes = seenLogBytes();
    Version version;
    int attempts = 0;
    long sizeBytes;
    do {
      sizeBytes = git.get().logSizeBytes();
      boolean isSwitch = seenBytes >= 0 && git.get().isSwitchedSince(seenBytes);
      version = look(known, isSwitch ? ALL : looked, new GitLog(sizeBytes, isSwitch));
      attempts++;
      // A branch that is switched during the look is found as a whole by another one.
    } while (git.get().logSizeBytes() != sizeBytes && attempts < MAX_ATTEMPTS);
    return version;
  }

  private Version look(Known<M> known, Set<String> paths, GitLog log) throws IOException {
    NavigableMap<String, Optional<FileBytes>> changes = new TreeMap<>();
    FolderSettings former = lastSettings;
    FolderScanner current = scanner();
    // With other settings, other files belong to the folder.
    Set<String> examined = Objects.equals(former, lastSettings) ? paths : ALL;
    Look look = current.look(known.manifest(), examined, changes::put);
    return new Version(known, look.folder(), changes, log);
  }

  /** How much of Git's log belongs to versions that were merged; negative if that is unknown. */
  private long seenLogBytes() throws IOException {
    Optional<Path> file = gitFile();
    if (file.isEmpty()) {
      return seenLogBytes;
    }
    try {
      int sizeBytes = Math.toIntExact(disk.sizeBytes(file.get()).orElse(0));
      return Long.parseLong(
          new String(disk.read(file.get(), 0, sizeBytes), StandardCharsets.US_ASCII).strip());
    } catch (NumberFormatException e) {
      return GitLog.UNKNOWN_BYTES;
    }
  }

  private void setSeenLogBytes(long sizeBytes) throws IOException {
    if (sizeBytes == GitLog.UNKNOWN_BYTES) {
      return;
    }
    Optional<Path> file = gitFile();
    if (file.isPresent() && seenLogBytes() != sizeBytes) {
      try (Disk.Handle handle = disk.open(file.get())) {
        handle.truncate(0);
        handle.write(0, (sizeBytes + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
    seenLogBytes = sizeBytes;
  }

  private Optional<Path> gitFile() {
    return history().map(folder -> folder.resolve("git"));
  }

  /** The version that the folder contains according to the journal. */
  private synchronized Known<M> known(SessionState<M, E> state) {
    M model = state.modelOfFile().orElseGet(domain::empty);
    Version found = lastFound;
    // Often all of the last version was merged, and its manifest need not be computed again.
    if (found != null
        && state.savedMark().filter(mark -> mark.hash().equals(found.hash())).isPresent()) {
      lastKnown = new Known<>(model, found.manifest, found.encoded());
      lastFound = null;
    }
    return known(model);
  }

  @SuppressWarnings("ReferenceEquality") // Models are compared by identity to save work.
  private synchronized Known<M> known(M model) {
    Known<M> known = lastKnown;
    if (known == null || known.model() != model) {
      FolderManifest manifest = format().manifest(model);
      known = new Known<>(model, manifest, Source.of(ManifestFormat.encode(manifest)));
      lastKnown = known;
    }
    return known;
  }

  /** A version that differs from that of a model in some files. */
  FoundVersion<M> version(M model, SortedMap<String, Optional<FileBytes>> changes) {
    Known<M> known = known(model);
    SortedMap<String, FileEntry> files = new TreeMap<>(known.manifest().files());
    changes.forEach((relative, file) -> {
      if (file.isPresent()) {
        files.put(relative, file.get().entry());
      } else {
        files.remove(relative);
      }
    });
    return new Version(known, new FolderManifest(files), changes, GitLog.NONE);
  }

  /** The scanner with the current settings; another one if these changed. */
  private FolderScanner scanner() throws IOException {
    FolderScanner known = scanner;
    FolderSettings current = currentSettings();
    if (known == null || !current.equals(lastSettings)) {
      known = FolderScanner.of(target, current, known == null ? storedStamps() : known.stamps());
      scanner = known;
      lastSettings = current;
    }
    return known;
  }

  private FolderSettings currentSettings() throws IOException {
    try {
      return settings.apply(target);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private byte[] storedStamps() throws IOException {
    Optional<Path> stamps = stampsFile();
    if (stamps.isEmpty()) {
      return new byte[0];
    }
    int sizeBytes = Math.toIntExact(disk.sizeBytes(stamps.get()).orElse(0));
    return disk.read(stamps.get(), 0, sizeBytes);
  }

  /**
   * Stores the stamps of the last look, so that the next program reads only what was written since.
   * They are only a cache.
   */
  void storeStamps() throws IOException {
    Optional<Path> stamps = stampsFile();
    if (scanner == null || stamps.isEmpty()) {
      return;
    }
    byte[] bytes = scanner().stamps();
    if (!Arrays.equals(bytes, storedStamps())) {
      try (Disk.Handle handle = disk.open(stamps.get())) {
        handle.truncate(0);
        handle.write(0, bytes);
      }
    }
  }

  private Optional<Path> stampsFile() {
    return history().map(folder -> folder.resolve("stamps"));
  }

  @Override
  public Optional<Conflict> obstacle(boolean isOwn, boolean overwrites) {
    return Files.isDirectory(target)
        ? Optional.empty()
        : Optional.of(Conflict.because(path + " is no folder any more"));
  }

  @Override
  public Write<M> plan(SessionState<M, E> state, boolean overwrites) throws IOException {
    M from = state.modelOfFile().orElseGet(domain::empty);
    // Anything else that was found before the save is part of that model.
    boolean isUndecided =
        state.externalVersion().filter(SessionState.ExternalVersion::isUndecided).isPresent();
    Optional<FoundVersion<M>> found = isUndecided ? find(state) : Optional.empty();
    if (found.isPresent()
        && found.get().content() instanceof ReadResult.Readable<M>(var model, var source)) {
      from = model;
    }
    M to = state.model();
    FolderSave<M, E> save = new FolderSave<>(this, from, to, known(to).source().id());
    Set<String> paths = new TreeSet<>(format().changedPaths(from, to));
    save.requireReadBack(state.digest(), paths);
    save.addAll(paths);
    save.findObstacles(overwrites);
    return save;
  }

  /**
   * The reasons why a save of a model would be refused, by the path of the file that each concerns,
   * without computing the bytes of the save.
   */
  Map<String, Conflict> obstacles(SessionState<M, E> state, M model) throws IOException {
    M from = state.modelOfFile().orElseGet(domain::empty);
    FolderSave<M, E> save = new FolderSave<>(this, from, model, "");
    save.addAll(format().changedPaths(from, model));
    save.findObstacles(false);
    return save.refusalsByPath();
  }

  /** The entities that some events change although a file of each could not be saved then. */
  Map<EntityRef, Conflict> unsavable(SessionState<M, E> state, List<E> events) throws IOException {
    M after = state.model();
    for (E event : events) {
      after = domain.replay(event, after);
    }
    Map<String, Conflict> obstacles = obstacles(state, after);
    Map<EntityRef, Conflict> unsavable = new HashMap<>();
    M model = state.model();
    for (E event : obstacles.isEmpty() ? List.<E>of() : events) {
      M next = domain.replay(event, model);
      for (String changed :
          Sets.intersection(format().changedPaths(model, next), obstacles.keySet())) {
        Conflict obstacle = obstacles.get(changed);
        domain
            .touches(event)
            .written()
            .forEach(unit -> unsavable.putIfAbsent(unit.entity(), obstacle));
      }
      model = next;
    }
    return unsavable;
  }

  /** Creates the folders that a file needs. */
  void makeFoldersFor(Path file) throws IOException {
    new MadeFolders(target, history(), disk).makeFor(file);
  }

  /** Removes a folder in the place of a file, and those in it, if they are all empty. */
  void removeInPlaceOf(Path file) throws IOException {
    new MadeFolders(target, history(), disk).removeEmptyTree(file);
  }

  /** Removes the folders of deleted files that are empty now and were made by saves. */
  void removeEmptied(List<Path> deleted) throws IOException {
    new MadeFolders(target, history(), disk).removeEmptied(deleted);
  }

  /** Completes or undoes the save that is pending, if there is one. */
  Optional<FileChange> finishInterruptedSave(Session<M, E> session, FileReconciler<M, E> reconciler)
      throws IOException {
    return new InterruptedFolderSave<>(this, session, reconciler, staleSaves, clock.instant())
        .finish();
  }

  /** The SHA-256 of the manifest of a model. */
  String hashOf(M model) {
    return known(model).source().id();
  }

  /** The sizes of all files of a version. */
  long sizeBytes(M model) {
    return known(model).manifest().files().values().stream().mapToLong(FileEntry::sizeBytes).sum();
  }

  /** The version of one file as in a record: its hash, and whether its owner may execute it. */
  static String versionOf(FileEntry file) {
    return file.isExecutable() ? file.sha256() + "+x" : file.sha256();
  }

  /**
   * The file at a path below the folder; empty if there is none, or something else, or if a link is
   * on the path.
   */
  Optional<FileBytes> read(String relative) throws IOException {
    Path file = file(relative);
    for (Path folder = Objects.requireNonNull(file.getParent());
        !folder.equals(target);
        folder = Objects.requireNonNull(folder.getParent())) {
      if (Files.isSymbolicLink(folder)) {
        return Optional.empty();
      }
    }
    return fileBytes(file);
  }

  /** The content of a file; empty if there is none, or something else. */
  static Optional<FileBytes> fileBytes(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    PosixFileAttributeView mode = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    boolean isExecutable =
        mode != null
            && mode.readAttributes().permissions().contains(PosixFilePermission.OWNER_EXECUTE);
    byte[] bytes = Files.readAllBytes(file);
    return Optional.of(new FileBytes(bytes, FileEntry.of(bytes, isExecutable)));
  }

  /** A version of the folder. */
  private final class Version implements FoundVersion<M> {

    private final Known<M> known;
    private final FolderManifest manifest;
    private final SortedMap<String, Optional<FileBytes>> changes;
    private final GitLog log;
    private @Nullable Source source;
    private @Nullable ReadResult<M> content;

    Version(
        Known<M> known,
        FolderManifest manifest,
        SortedMap<String, Optional<FileBytes>> changes,
        GitLog log) {
      this.log = log;
      this.known = known;
      this.manifest = manifest;
      this.changes = changes;
    }

    @Override
    public boolean isLastSeen() {
      return false;
    }

    @Override
    public void setSeen() throws IOException {
      setSeenLogBytes(log.sizeBytes());
    }

    @Override
    public String hash() {
      return encoded().id();
    }

    private Source encoded() {
      Source found = source;
      if (found == null) {
        found = changes.isEmpty() ? known.source() : Source.of(ManifestFormat.encode(manifest));
        source = found;
      }
      return found;
    }

    @Override
    public ReadResult<M> content() {
      ReadResult<M> found = content;
      if (found == null) {
        found = read();
        content = found;
      }
      return found;
    }

    private ReadResult<M> read() {
      if (changes.isEmpty()) {
        return new ReadResult.Readable<>(known.model(), known.source());
      }
      try {
        return new ReadResult.Readable<>(format().withFiles(known.model(), changes), encoded());
      } catch (IllegalArgumentException e) {
        return new ReadResult.Unreadable<>(0, String.valueOf(e.getMessage()), Optional.empty());
      }
    }

    @Override
    public List<OwnedPart<M>> byOwner(Function<Optional<String>, Optional<Origin>> ownerOf) {
      if (log.isSwitch()) {
        return List.of(new OwnedPart<>(Optional.empty(), model -> this));
      }
      Map<Optional<Origin>, SortedMap<String, Optional<FileBytes>>> parts = new LinkedHashMap<>();
      changes.forEach((relative, file) ->
          parts
              .computeIfAbsent(ownerOf.apply(Optional.of(relative)), owner -> new TreeMap<>())
              .put(relative, file));
      Optional<Origin> onlyOwner =
          parts.keySet().stream().findFirst().orElseGet(() -> ownerOf.apply(Optional.empty()));
      return parts.size() < 2
          ? List.of(new OwnedPart<>(onlyOwner, model -> this))
          : parts.entrySet().stream()
              .map(
                  part -> new OwnedPart<M>(part.getKey(), model -> version(model, part.getValue())))
              .toList();
    }

    @Override
    public void keepContents() throws IOException {
      keep(false);
    }

    @Override
    public Source source() throws IOException {
      keep(true);
      return encoded();
    }

    private void keep(boolean keepsAll) throws IOException {
      for (Optional<FileBytes> file : changes.values()) {
        if (file.isPresent() && (keepsAll || !format().containsBytesOf(file.get().entry()))) {
          contents.add(file.get().entry().sha256(), file.get().bytes());
        }
      }
      if (keepsAll) {
        // The files of the known version too: those of later versions are in the model only.
        for (Map.Entry<String, FileEntry> file : known.manifest().files().entrySet()) {
          if (!contents.contains(file.getValue().sha256())) {
            contents.add(file.getValue().sha256(), format().bytes(known.model(), file.getKey()));
          }
        }
      }
      contents.force();
    }
  }

  /**
   * The obstacle in the way of a file: links and folders on its path, protection. A folder in the
   * place of the file is none if it holds nothing but files to be deleted.
   *
   * @param deleted the paths of the files that are deleted before
   */
  Optional<Conflict> obstacle(String relative, Set<String> deleted, boolean overwrites)
      throws IOException {
    Path file = file(relative);
    Path folder = target;
    for (Path name : target.relativize(file)) {
      Path next = folder.resolve(name);
      if (!Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
        break;
      }
      Optional<String> obstacle =
          next.equals(file) ? inPlaceOfFile(file, deleted) : inPlaceOfFolder(next, deleted);
      if (obstacle.isPresent()) {
        return Optional.of(
            Conflict.because("%s: %s".formatted(relative, obstacle.get()))
                .withSuggestion(new Suggestion.Advice("rename or remove it, then try again")));
      }
      if (next.equals(file) || !Files.isDirectory(next)) {
        break;
      }
      folder = next;
    }
    if (!Files.isWritable(folder)) {
      return Optional.of(
          Conflict.because("%s: nothing can be written in its folder".formatted(relative))
              .withSuggestion(new Suggestion.Advice("make the folder writable, then try again")));
    }
    return !overwrites && FileReplacement.inFolder(file).isWriteProtected()
        ? Optional.of(
            Conflict.because("%s is write-protected".formatted(relative))
                .withSuggestion(new Suggestion.SaveOverwriting()))
        : Optional.empty();
  }

  private Optional<String> inPlaceOfFile(Path file, Set<String> deleted) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
      return inTheWay(file);
    }
    try (Stream<Path> entries = Files.walk(file)) {
      return entries
          .filter(entry -> !Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
          .filter(entry -> !deleted.contains(relative(entry)))
          .findFirst()
          .map(entry ->
              "the folder %s is in the way, which holds %s"
                  .formatted(relative(file), relative(entry)));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Optional<String> inPlaceOfFolder(Path folder, Set<String> deleted) {
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            || deleted.contains(relative(folder))
        ? Optional.empty()
        : inTheWay(folder);
  }

  private Optional<String> inTheWay(Path entry) {
    return Optional.of(
        "%s is in the way, which is %s"
            .formatted(relative(entry), Files.isSymbolicLink(entry) ? "a link" : "no folder"));
  }

  /** The path of a file below the folder. */
  private String relative(Path file) {
    return target.relativize(file).toString().replace('\\', '/');
  }
}
