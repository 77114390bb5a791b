package dev.fcp.blocks;

import dev.fcp.blocks.Block.Status;
import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.DocumentStore.OpenResult;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.eventlog.session.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The memory blocks of agents. A block is loaded when it is used, and evicted when it is not; no
 * edit is lost by that. Thread-safe; calls run one after another. Several processes can use the
 * blocks of one folder.
 */
public final class BlockStore implements AutoCloseable {

  private static final BlockDomain DOMAIN = new BlockDomain();
  private static final String SUFFIX = "." + BlockDomain.EXTENSION;
  private static final String HISTORIES = ".fcp";

  private final BlockSettings settings;
  private final Place place;

  /** The loaded blocks, least recently used first. */
  private final LinkedHashMap<BlockId, OpenBlock> open = new LinkedHashMap<>(16, 0.75f, true);

  /** The blocks that are not written automatically. */
  private final Set<BlockId> unwatched = new HashSet<>();

  private boolean isEvictionScheduled;
  private boolean isClosed;

  /** Identifies a block; both are names of files. */
  record BlockId(String agent, String label) {

    BlockId {
      requireName("an agent", agent);
      requireName("a label", label);
    }

    static boolean isName(String name) {
      return name.matches("[\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,99}");
    }

    static void requireName(String noun, String name) {
      if (!isName(name)) {
        throw new IllegalArgumentException(
            "\"%s\" is not %s: letters, digits, \".\", \"_\" and \"-\"".formatted(name, noun));
      }
    }

    @Override
    public String toString() {
      return "block '%s' of %s".formatted(label, agent);
    }
  }

  /** Where blocks are kept. */
  private interface Place {
    boolean contains(BlockId id);

    void create(BlockId id, byte[] file);

    /**
     * Loads a block, which is guarded by a lock.
     *
     * @param isNew whether it was just created, so that no other history is that of a block moved
     *     here
     */
    OpenBlock open(BlockId id, boolean isNew, Object lock);

    List<String> labels(String agent);

    void delete(BlockId id);
  }

  private BlockStore(BlockSettings settings, Place place) {
    this.settings = settings;
    this.place = place;
  }

  /**
   * The blocks in a folder: the file {@code AGENT/LABEL.block} holds a block, and {@code
   * AGENT/.fcp} the histories.
   */
  public static BlockStore in(Path folder, BlockSettings settings) {
    return new BlockStore(settings, new FolderPlace(folder, settings));
  }

  /** The blocks in journals, without files. The journals persist by themselves. */
  public static BlockStore over(BlockJournals journals, BlockSettings settings) {
    return new BlockStore(settings, new JournalPlace(journals, settings));
  }

  /** Creates a block that can be read and written, without a description. */
  public Block create(String agent, String label, BlockKind kind) {
    return create(agent, label, kind, "", Permission.READ_WRITE);
  }

  /**
   * Creates a block.
   *
   * @param agent to whom it belongs
   * @param label its name, unique for the agent
   * @throws IllegalArgumentException if there is such a block, if a name has other characters than
   *     letters, digits, ".", "_" and "-", or if the description is not one line
   * @throws JournalException if the disk fails
   */
  public synchronized Block create(
      String agent, String label, BlockKind kind, String description, Permission permission) {
    BlockId id = new BlockId(agent, label);
    requireNew(id);
    place.create(id, BlockLanguage.frontMatter(kind, description, permission));
    load(id, true);
    return use(id, block -> handle(id));
  }

  /**
   * Creates a block that is bound to a file of the user: only {@link Block#save} writes it. The
   * file of the block is a symbolic link to it. A file without front matter is a text.
   *
   * @throws IllegalArgumentException as for {@link #create(String, String, BlockKind)}
   * @throws NoSuchElementException if there is no such file, or if it cannot be opened; nothing
   *     changes
   * @throws IllegalStateException if the blocks are not in a folder
   * @throws JournalException if the disk fails
   */
  public synchronized Block bind(String agent, String label, Path file) {
    BlockId id = new BlockId(agent, label);
    requireNew(id);
    if (!(place instanceof FolderPlace folder)) {
      throw new IllegalStateException("these blocks have no files");
    }
    if (!Files.isRegularFile(file)) {
      throw new NoSuchElementException("there is no file " + file);
    }
    folder.link(id, file);
    try {
      load(id, false);
    } catch (RuntimeException e) {
      folder.delete(id);
      throw e;
    }
    return use(id, block -> handle(id));
  }

  private void requireOpen() {
    if (isClosed) {
      throw new IllegalStateException("the store is closed");
    }
  }

  private boolean contains(BlockId id) {
    requireOpen();
    OpenBlock block = open.get(id);
    if (block != null && !block.isInPlace()) {
      // Another store deleted it; its file is not to be written again.
      open.remove(id);
      block.tryDiscarding();
    }
    return open.containsKey(id) || place.contains(id);
  }

  private void requireNew(BlockId id) {
    if (contains(id)) {
      throw new IllegalArgumentException("there is a %s already".formatted(id));
    }
  }

  private Block handle(BlockId id) {
    return new Block(this, id, Origin.of(id.agent()), false);
  }

  /** The block with a label; empty if there is none. Does not load it. */
  public synchronized Optional<Block> get(String agent, String label) {
    BlockId id = new BlockId(agent, label);
    return contains(id) ? Optional.of(handle(id)) : Optional.empty();
  }

  /** The blocks of an agent, sorted by label. Does not load them. */
  public synchronized List<Block> list(String agent) {
    requireOpen();
    return place.labels(agent).stream().map(label -> handle(new BlockId(agent, label))).toList();
  }

  /**
   * Deletes a block and its history for good. A file of the user, to which it is bound, stays, with
   * its history.
   *
   * @return whether there was such a block
   * @throws JournalException if the disk fails
   */
  public synchronized boolean delete(String agent, String label) {
    BlockId id = new BlockId(agent, label);
    if (!contains(id)) {
      return false;
    }
    OpenBlock block = open.remove(id);
    if (block != null) {
      block.discard();
    }
    place.delete(id);
    unwatched.remove(id);
    return true;
  }

  /**
   * Undoes the last change of a block for the agent to whom it belongs; see {@link Block#undo}.
   *
   * @return whether something was undone
   * @throws NoSuchElementException if there is no such block
   */
  public boolean undoBlock(String agent, String label) {
    return existing(agent, label).undo().isPresent();
  }

  /**
   * Redoes what was undone last, as {@link #undoBlock}.
   *
   * @return whether something was redone
   * @throws NoSuchElementException if there is no such block
   */
  public boolean redoBlock(String agent, String label) {
    return existing(agent, label).redo().isPresent();
  }

  /**
   * How many changes of a block can be undone.
   *
   * @throws NoSuchElementException if there is no such block
   */
  public int undoDepth(String agent, String label) {
    return existing(agent, label).status().undoDepth();
  }

  private Block existing(String agent, String label) {
    return get(agent, label).orElseThrow(() -> missing(new BlockId(agent, label)));
  }

  private static NoSuchElementException missing(BlockId id) {
    return new NoSuchElementException("there is no " + id);
  }

  /** How many blocks are loaded. */
  public synchronized int openCount() {
    return open.size();
  }

  /** Runs work that reads a block, which is loaded if needed, and up to date. */
  <T> T read(BlockId id, Function<OpenBlock, T> work) {
    return use(
        id,
        block -> {
          block.refresh();
          return work.apply(block);
        });
  }

  /** Runs work that changes a block while no other process can change it. */
  <T> T change(BlockId id, Function<OpenBlock, T> work) {
    return use(id, block -> block.exclusively(() -> work.apply(block)));
  }

  /** Runs work on a block, which is loaded if needed. */
  private synchronized <T> T use(BlockId id, Function<OpenBlock, T> work) {
    if (!contains(id)) {
      throw missing(id);
    }
    OpenBlock block = open.get(id);
    if (block == null) {
      block = load(id, false);
    }
    block.lastUsedNanos = settings.clock().nanoTime();
    scheduleEviction();
    try {
      return work.apply(block);
    } finally {
      evict();
    }
  }

  private OpenBlock load(BlockId id, boolean isNew) {
    OpenBlock block = place.open(id, isNew, this);
    block.setAutoPersist(!unwatched.contains(id));
    open.put(id, block);
    return block;
  }

  /** Ends a guard; does nothing if the store was closed or the block deleted. */
  synchronized void closeGuard(BlockId id, OpenBlock block, GuardedSteps steps) {
    if (block.equals(open.get(id)) && contains(id)) {
      block.closeGuard(steps);
      evict();
    }
  }

  /** Writes a block automatically from now on, or only when asked to. */
  synchronized Status setAutoPersist(BlockId id, boolean isOn) {
    if (isOn) {
      unwatched.remove(id);
    } else {
      unwatched.add(id);
    }
    return use(
        id,
        block -> {
          block.setAutoPersist(isOn);
          return Status.of(block);
        });
  }

  private void evict() {
    long oldest = settings.clock().nanoTime() - settings.maxIdle().toNanos();
    long excess =
        open.values().stream().filter(OpenBlock::isEvictable).count() - settings.maxOpen();
    for (Iterator<OpenBlock> blocks = open.values().iterator(); blocks.hasNext(); ) {
      OpenBlock block = blocks.next();
      if (excess <= 0 && block.lastUsedNanos - oldest > 0) {
        return;
      }
      if (block.isEvictable()) {
        excess--;
        if (block.evict()) {
          blocks.remove();
        }
      }
    }
  }

  /** Evicts idle blocks later, as long as some are loaded. */
  private void scheduleEviction() {
    if (!isEvictionScheduled && !open.isEmpty()) {
      isEvictionScheduled = true;
      long oldest =
          open.values().stream()
              .filter(OpenBlock::isEvictable)
              .findFirst()
              .map(block -> block.lastUsedNanos)
              .orElseGet(settings.clock()::nanoTime);
      settings.clock().schedule(oldest + settings.maxIdle().toNanos(), this::evictIdle);
    }
  }

  private synchronized void evictIdle() {
    isEvictionScheduled = false;
    evict();
    scheduleEviction();
  }

  /**
   * Closes all blocks, which cannot be used through this store any more; writes that are due are
   * performed first. What was not written stays in the histories. Closing again does nothing.
   *
   * @throws JournalException if the disk fails; all blocks are closed nevertheless
   */
  @Override
  public synchronized void close() {
    isClosed = true;
    Optional<JournalException> failure = Optional.empty();
    for (OpenBlock block : open.values()) {
      try {
        block.close();
      } catch (JournalException e) {
        failure = Optional.of(e);
      }
    }
    open.clear();
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  /** Blocks as files in a folder. */
  private record FolderPlace(Path folder, DocumentStore documents, BlockSettings settings)
      implements Place {

    FolderPlace(Path folder, BlockSettings settings) {
      this(
          folder,
          DocumentStore.withJournals(
              settings.sessions(),
              new JournalLayout(
                  settings.journals(), JournalLayout.standard(folder).draftsFolder())),
          settings);
    }

    private Path path(BlockId id) {
      return folder.resolve(id.agent()).resolve(id.label() + SUFFIX);
    }

    @Override
    public boolean contains(BlockId id) {
      return Files.exists(path(id), LinkOption.NOFOLLOW_LINKS) || documents.hasHistory(path(id));
    }

    @Override
    public void create(BlockId id, byte[] file) {
      changing(
          id,
          path -> {
            Files.createDirectories(folder.resolve(id.agent()));
            Files.write(path, file, StandardOpenOption.CREATE_NEW);
          });
    }

    void link(BlockId id, Path file) {
      changing(
          id,
          path -> {
            Files.createDirectories(folder.resolve(id.agent()));
            Files.createSymbolicLink(path, file.toAbsolutePath().normalize());
          });
    }

    private interface FileWork {
      void apply(Path path) throws IOException;
    }

    private void changing(BlockId id, FileWork work) {
      try {
        work.apply(path(id));
      } catch (IOException e) {
        throw new JournalException("%s: cannot be written: %s".formatted(id, e), e);
      }
    }

    @Override
    public OpenBlock open(BlockId id, boolean isNew, Object lock) {
      Path path = path(id);
      OpenResult<EntityModel<String, BlockLine>, BlockEvent> result =
          Files.exists(path)
              ? documents.open(DOMAIN, path, Origin.of(id.agent()))
              : documents.openFromHistory(DOMAIN, path);
      if (isNew
          && result instanceof OpenResult.Undecided<EntityModel<String, BlockLine>, BlockEvent>) {
        // A block whose file was removed began with the same bytes.
        result = documents.openWithNewHistory(DOMAIN, path, Origin.of(id.agent()));
      }
      Document<EntityModel<String, BlockLine>, BlockEvent> document = result.orElseThrow();
      OpenBlock block = OpenBlock.of(settings, lock, document, Files.isSymbolicLink(path));
      if (result
          instanceof
          OpenResult.Opened<EntityModel<String, BlockLine>, BlockEvent>(var it, var change)) {
        block.report(change);
      }
      return block;
    }

    @Override
    public List<String> labels(String agent) {
      BlockId.requireName("an agent", agent);
      Path agentFolder = folder.resolve(agent);
      // A block whose file is missing is still in its history.
      return Stream.of(agentFolder, agentFolder.resolve(HISTORIES))
          .flatMap(it -> names(it).stream())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .distinct()
          .filter(BlockId::isName)
          .filter(label -> contains(new BlockId(agent, label)))
          .sorted()
          .toList();
    }

    private static List<String> names(Path folder) {
      if (!Files.isDirectory(folder)) {
        return List.of();
      }
      try (Stream<Path> files = Files.list(folder)) {
        return files.map(file -> file.getFileName().toString()).toList();
      } catch (IOException e) {
        throw new JournalException("%s: cannot be read: %s".formatted(folder, e), e);
      }
    }

    @Override
    public void delete(BlockId id) {
      boolean isBound = Files.isSymbolicLink(path(id));
      changing(id, Files::deleteIfExists);
      if (!isBound) {
        documents.deleteHistory(path(id));
      }
    }
  }

  /** Blocks as journals. */
  private record JournalPlace(BlockJournals journals, BlockSettings settings) implements Place {

    @Override
    public boolean contains(BlockId id) {
      return journals.labels(id.agent()).contains(id.label()) && isCreated(id.agent(), id.label());
    }

    /** Whether its journal has a record; a process that ended while creating it left none. */
    private boolean isCreated(String agent, String label) {
      try (Journal journal = journals.open(agent, label)) {
        return journal.lastNumber() > 0;
      }
    }

    @Override
    public void create(BlockId id, byte[] file) {
      try (Journal journal = journals.open(id.agent(), id.label())) {
        ReadResult.Readable<EntityModel<String, BlockLine>> start =
            (ReadResult.Readable<EntityModel<String, BlockLine>>) DOMAIN.format().read(file);
        Session.open(DOMAIN, start, Origin.of(id.agent()), journal, settings.sessions()).close();
      }
    }

    @Override
    public OpenBlock open(BlockId id, boolean isNew, Object lock) {
      Journal journal = journals.open(id.agent(), id.label());
      return OpenBlock.of(
          settings, lock, Session.resume(DOMAIN, journal, settings.sessions()), journal);
    }

    @Override
    public List<String> labels(String agent) {
      return journals.labels(agent).stream().filter(label -> isCreated(agent, label)).toList();
    }

    @Override
    public void delete(BlockId id) {
      journals.delete(id.agent(), id.label());
    }
  }
}
