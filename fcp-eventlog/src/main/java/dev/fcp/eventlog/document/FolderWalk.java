package dev.fcp.eventlog.document;

import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Compares the files below a folder with a known version. */
record FolderWalk(Path root) {

  private static final Set<String> NEVER = Set.of(".fcp", ".git");

  /** Receives the files that differ. */
  interface Sink {
    void accept(String path, Optional<FileBytes> file) throws IOException;
  }

  /** Reports each file that was created, replaced or deleted since a known version. */
  void compare(FolderManifest known, Sink sink) throws IOException {
    Set<String> missing = new HashSet<>(known.files().keySet());
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes found) {
            return NEVER.contains(String.valueOf(folder.getFileName())) && !folder.equals(root)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes found)
              throws IOException {
            if (found.isRegularFile() && found.size() <= DocumentStore.MAX_FILE_BYTES) {
              String path = root.relativize(file).toString().replace('\\', '/');
              missing.remove(path);
              byte[] bytes = Files.readAllBytes(file);
              FileEntry entry = FileEntry.of(bytes, Files.isExecutable(file));
              if (!entry.equals(known.files().get(path))) {
                sink.accept(path, Optional.of(new FileBytes(bytes, entry)));
              }
            }
            return FileVisitResult.CONTINUE;
          }
        });
    for (String path : missing) {
      sink.accept(path, Optional.empty());
    }
  }
}
