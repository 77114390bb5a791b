package dev.fcp.benchmarks.table;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.Document.SaveResult;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.document.JournalLayout;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.history.RollbackSelection;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Rollbacks;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.vault.VaultDomain;
import dev.fcp.vault.VaultEvent;
import dev.fcp.vault.VaultFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Measures a folder of Markdown files as a document: its first opening, a look after another
 * program changed one file, at all files and at the file that a watcher reports, a step that is
 * saved, the rollback of a message that changed ten files, and the heap; beside what git needs for
 * the same.
 */
final class FolderProgram {

  /** The mean size of a file; 20,000 files have 200 MB. */
  private static final int FILE_BYTES = 10_000;

  private static final int FILES_PER_FOLDER = 100;
  private static final int FILES_PER_MESSAGE = 10;
  private static final double MILLIS = 1e6;
  private static final String GIT = "git";
  private static final String LINE = "Another line.\n";
  private static final Origin ANN = Origin.of("ann");

  /** The changes of a round: a line more in some files, the same in both folders. */
  private enum Change {
    LOOK(1),
    WATCH(1),
    STEP(1),
    MESSAGE(FILES_PER_MESSAGE);

    private final int count;

    Change(int count) {
      this.count = count;
    }

    /** As many different files as are changed. */
    Set<String> files(int round, int files) {
      Random random = new Random(31L * round + name().hashCode());
      Set<String> paths = new TreeSet<>();
      while (paths.size() < Math.min(count, files)) {
        paths.add(path(random.nextInt(files)));
      }
      return paths;
    }
  }

  private final VaultDomain domain = new VaultDomain();
  private final int files;
  private final int rounds;
  private final Path folder;
  private final Path gitFolder;

  private FolderProgram(Scale scale, int files, Path parent) throws IOException {
    this.files = files;
    this.rounds = scale.of(1, 9);
    this.folder = write(parent.resolve("vault"), files);
    this.gitFolder = write(parent.resolve("git"), files);
  }

  /**
   * Measures everything.
   *
   * @param arguments scale, number of files, a folder on the disk to measure
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Scale scale = Scale.parse(arguments[0]);
    try (TemporaryFolder temporary = TemporaryFolder.in(arguments[2])) {
      FolderProgram program =
          new FolderProgram(scale, Integer.parseInt(arguments[1]), temporary.path());
      program.measureDocument();
      program.measureGit();
    }
  }

  /** Writes files of lines of words. */
  private static Path write(Path folder, int files) throws IOException {
    Random random = new Random(files);
    for (int i = 0; i < files; i++) {
      StringBuilder text = new StringBuilder("# Note " + i + "\n");
      while (text.length() < FILE_BYTES) {
        for (int word = 0; word < 12; word++) {
          text.append(Long.toString(random.nextLong(1L << 30), Character.MAX_RADIX)).append(' ');
        }
        text.append('\n');
      }
      Path file = folder.resolve(path(i));
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
    return folder;
  }

  private static String path(int number) {
    return "part-%03d/note-%05d.md".formatted(number / FILES_PER_FOLDER, number);
  }

  private void measureDocument() throws IOException {
    DocumentStore store =
        DocumentStore.withJournals(SessionSettings.standard(), JournalLayout.standard(folder));
    long heapBytes = Heap.usedBytes();
    long start = System.nanoTime();
    try (var document = store.open(domain, folder, ANN).orElseThrow()) {
      print("folder.open", Result.FCP, (System.nanoTime() - start) / MILLIS);
      double[] looks = new double[rounds];
      double[] watched = new double[rounds];
      double[] steps = new double[rounds];
      double[] rollbacks = new double[rounds];
      for (int i = 0; i < rounds; i++) {
        appendLine(folder, Change.LOOK.files(i, files));
        looks[i] = millis(document::checkFile);
        Set<String> reported = Change.WATCH.files(i, files);
        appendLine(folder, reported);
        watched[i] = millis(() -> document.checkFiles(reported));
        List<VaultEvent> line = appended(document, Change.STEP.files(i, files));
        steps[i] = millis(() -> commit(document, EditOptions.of("edit", ANN), line));
        String message = "m" + i;
        EditOptions agent = EditOptions.of("edit", Origin.of("agent", "s1", message));
        commit(document, agent, appended(document, Change.MESSAGE.files(i, files)));
        rollbacks[i] = millis(() -> rollBack(document, message));
      }
      print("folder.look", Result.FCP, looks);
      print("folder.watched", Result.FCP, watched);
      print("folder.step", Result.FCP, steps);
      print("folder.rollback", Result.FCP, rollbacks);
    }
    start = System.nanoTime();
    var reopened = store.open(domain, folder, ANN).orElseThrow();
    print("folder.reopen", Result.FCP, (System.nanoTime() - start) / MILLIS);
    print("folder.heap", Result.FCP, (double) (Heap.usedBytes() - heapBytes) / files);
    reopened.close();
  }

  /** The events that append a line to some files of a saved document. */
  private List<VaultEvent> appended(
      Document<EntityModel<String, VaultFile>, VaultEvent> document, Set<String> paths)
      throws IOException {
    Map<String, Optional<FileBytes>> changes = new TreeMap<>();
    for (String path : paths) {
      byte[] bytes =
          (Files.readString(folder.resolve(path)) + LINE).getBytes(StandardCharsets.UTF_8);
      changes.put(path, Optional.of(new FileBytes(bytes, FileEntry.of(bytes, false))));
    }
    var model = document.session().model();
    return domain.diff(model, domain.folderFormat().withFiles(model, changes));
  }

  private static <M, E> void commit(Document<M, E> document, EditOptions options, List<E> events) {
    document.session().step(options, builder -> events.forEach(builder::emit)).orElseThrow();
    save(document, options);
  }

  private static <M, E> void rollBack(Document<M, E> document, String message) {
    var rollbacks = document.session().with(EditOptions.of("rollback", ANN)).rollbacks();
    var selection = new RollbackSelection.Matching(StepFilter.ANY.withMessage(message));
    rollbacks.rollback(rollbacks.plan(selection), Rollbacks.Mode.BEST_EFFORT).orElseThrow();
    save(document, EditOptions.of("save", ANN));
  }

  private static void save(Document<?, ?> document, EditOptions options) {
    if (document.save(options) instanceof SaveResult.Refused(var conflicts)) {
      throw new IllegalStateException(conflicts.get(0).reason());
    }
  }

  private void measureGit() throws IOException, InterruptedException {
    try {
      new ProcessBuilder(GIT, "--version").start().waitFor();
    } catch (IOException e) {
      System.err.println("git is not installed, so its results are missing");
      return;
    }
    print("folder.open", "reading and hashing", millis(this::readAndHash));
    long start = System.nanoTime();
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "all");
    print("folder.open", GIT + " add and commit", (System.nanoTime() - start) / MILLIS);
    double[] looks = new double[rounds];
    double[] steps = new double[rounds];
    double[] stashes = new double[rounds];
    double[] reversals = new double[rounds];
    for (int i = 0; i < rounds; i++) {
      appendLine(gitFolder, Change.LOOK.files(i, files));
      looks[i] = millis(() -> git("status", "--porcelain"));
      git("commit", "-qam", "looked at");
      appendLine(gitFolder, Change.STEP.files(i, files));
      steps[i] = millis(() -> git("commit", "-qam", "step"));
      appendLine(gitFolder, Change.MESSAGE.files(i, files));
      Path patch = gitFolder.resolveSibling("message.patch");
      git("diff", "--output=" + patch);
      reversals[i] = millis(() -> git("apply", "-R", patch.toString()));
      git("apply", patch.toString());
      stashes[i] = millis(() -> git("stash", "-q"));
    }
    print("folder.look", GIT + " status", looks);
    print("folder.step", GIT + " commit", steps);
    print("folder.rollback", GIT + " apply -R", reversals);
    print("folder.rollback", GIT + " stash", stashes);
  }

  /** The floor of a first opening. */
  private void readAndHash() throws IOException {
    for (int i = 0; i < files; i++) {
      FileEntry unused = FileEntry.of(Files.readAllBytes(gitFolder.resolve(path(i))), false);
    }
  }

  private void git(String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(GIT, "-C", gitFolder.toString()));
    command.addAll(List.of("-c", "user.name=ann", "-c", "user.email=ann@localhost"));
    // It would go on in the background while the next command is measured.
    command.addAll(List.of("-c", "gc.auto=0"));
    command.addAll(List.of(arguments));
    try {
      int status =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException(command + " ended with " + status);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Appends a line to some files, as an editor does. */
  private static void appendLine(Path root, Set<String> paths) throws IOException {
    for (String path : paths) {
      Files.writeString(root.resolve(path), LINE, StandardOpenOption.APPEND);
    }
  }

  /** Work that involves files. */
  private interface Work {
    void run() throws IOException;
  }

  private static double millis(Work work) throws IOException {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / MILLIS;
  }

  private void print(String row, String subject, double... millis) {
    Result.print(row, files, subject, millis);
  }
}
