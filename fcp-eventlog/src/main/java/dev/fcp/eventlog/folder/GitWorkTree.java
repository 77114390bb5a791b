package dev.fcp.eventlog.folder;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The work tree of Git that a folder is, or is a part of, and what Git logs about its branch. Git
 * adds a line to {@code logs/HEAD} when it has switched the branch. Only reads.
 */
public final class GitWorkTree {

  private static final List<String> LOCKS = List.of("index.lock", "HEAD.lock");
  private static final String LINK_PREFIX = "gitdir: ";
  private static final int MAX_LINK_BYTES = 1 << 13;

  /** The last lines of a longer addition to the log are enough. */
  private static final int MAX_LOG_BYTES = 1 << 20;

  /** A line about another commit: a new branch at the same commit changes no files. */
  private static final Pattern MOVE =
      Pattern.compile("^([0-9a-f]+) ([0-9a-f]+) .*\tcheckout: moving from .* to ");

  private final Path gitFolder;

  private GitWorkTree(Path gitFolder) {
    this.gitFolder = gitFolder;
  }

  /** The work tree around a directory; empty if it is in none, or if that cannot be read. */
  public static Optional<GitWorkTree> around(Path directory) {
    for (Path folder = directory; folder != null; folder = folder.getParent()) {
      Path git = folder.resolve(".git");
      if (Files.exists(git)) {
        return gitFolder(git).map(GitWorkTree::new);
      }
    }
    return Optional.empty();
  }

  /** A linked work tree and a submodule have a file that names the folder of Git. */
  private static Optional<Path> gitFolder(Path git) {
    try {
      if (Files.isDirectory(git)) {
        return Optional.of(git);
      }
      if (!Files.isRegularFile(git) || Files.size(git) > MAX_LINK_BYTES) {
        return Optional.empty();
      }
      String link = Files.readString(git).strip();
      return link.startsWith(LINK_PREFIX)
          ? Optional.of(git.resolveSibling(link.substring(LINK_PREFIX.length())).normalize())
          : Optional.empty();
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The folder that contains the log. */
  Path logFolder() {
    return gitFolder.resolve("logs");
  }

  private Path log() {
    return logFolder().resolve("HEAD");
  }

  /** Whether Git has locked its index or its branch, which it does while it changes files. */
  boolean isBusy() {
    return LOCKS.stream().anyMatch(lock -> Files.exists(gitFolder.resolve(lock)));
  }

  /** The size of the log in bytes; 0 if there is none. */
  public long logSizeBytes() throws IOException {
    try {
      return Files.size(log());
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /**
   * Whether Git has switched to another commit since its log had a size. A commit, or a new branch
   * at the same commit, is no switch.
   *
   * @param sizeBytes a former {@link #logSizeBytes}; if the log is smaller now, nothing is known
   */
  public boolean isSwitchedSince(long sizeBytes) throws IOException {
    long endBytes = logSizeBytes();
    if (endBytes <= sizeBytes) {
      return false;
    }
    long startBytes = Math.max(sizeBytes, endBytes - MAX_LOG_BYTES);
    byte[] added = new byte[Math.toIntExact(endBytes - startBytes)];
    try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "r")) {
      file.seek(startBytes);
      file.readFully(added);
    }
    return new String(added, StandardCharsets.UTF_8).lines().anyMatch(GitWorkTree::isSwitch);
  }

  private static boolean isSwitch(String line) {
    Matcher move = MOVE.matcher(line);
    return move.find() && !move.group(1).equals(move.group(2));
  }
}
