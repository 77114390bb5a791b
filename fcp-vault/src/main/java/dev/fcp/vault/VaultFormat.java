package dev.fcp.vault;

import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.vault.VaultFile.OpaqueFile;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads and writes vaults as archives: folders in one file.
 *
 * <pre>
 * fcp-vault 1
 * KIND SIZE[ SHA256] PATH      KIND: text, text+x, opaque or opaque+x
 * TEXT                         SIZE bytes, only after text
 * ...                          sorted by path
 * </pre>
 *
 * <p>An archive contains the bytes of text files, and of the others the size and the hash only. A
 * vault determines every byte of its text files, so that no former version is needed to write it.
 */
public final class VaultFormat implements DocumentFormat<EntityModel<String, VaultFile>> {

  /** The maximum size of an archive in bytes: 512 MiB. */
  public static final int MAX_BYTES = 512 << 20;

  private static final String FIRST_LINE = "fcp-vault 1\n";

  /** Creates the format; all instances are equivalent. */
  public VaultFormat() {}

  @Override
  public List<String> extensions() {
    return List.of("vault");
  }

  @Override
  public ReadResult<EntityModel<String, VaultFile>> read(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      return unreadable(MAX_BYTES, "longer than " + MAX_BYTES + " bytes");
    }
    Reader reader = new Reader(bytes);
    try {
      return new ReadResult.Readable<>(reader.vault(), Source.of(bytes));
    } catch (IllegalArgumentException e) {
      return unreadable(reader.position, String.valueOf(e.getMessage()));
    }
  }

  private static ReadResult<EntityModel<String, VaultFile>> unreadable(
      long offsetBytes, String reason) {
    return new ReadResult.Unreadable<>(offsetBytes, reason, Optional.empty());
  }

  @Override
  public byte[] write(EntityModel<String, VaultFile> vault, List<Source> sources) {
    SortedMap<String, VaultFile> files = new TreeMap<>();
    vault.entities().values().forEach(file -> files.put(file.path(), file));
    return archive(files.values());
  }

  private static byte[] archive(Collection<VaultFile> files) {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    archive.writeBytes(FIRST_LINE.getBytes(StandardCharsets.US_ASCII));
    for (VaultFile file : files) {
      String mode = file.isExecutable() ? "+x " : " ";
      switch (file) {
        case TextFile text -> {
          byte[] bytes = text.bytes();
          archive.writeBytes(line("text" + mode + bytes.length + " " + text.path()));
          archive.writeBytes(bytes);
          archive.write('\n');
        }
        case OpaqueFile(var path, var entry) ->
            archive.writeBytes(
                line("opaque%s%d %s %s".formatted(mode, entry.sizeBytes(), entry.sha256(), path)));
      }
    }
    return archive.toByteArray();
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Reads an archive. */
  private static final class Reader {

    private final byte[] bytes;
    private int position;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    EntityModel<String, VaultFile> vault() {
      if (!FIRST_LINE.equals(nextLine() + "\n")) {
        throw new IllegalArgumentException("not an archive of a vault");
      }
      TreeMap<String, VaultFile> files = new TreeMap<>();
      while (position < bytes.length) {
        int start = position;
        String line = nextLine();
        boolean isOpaque = line.startsWith("opaque");
        String[] words = line.split(" ", isOpaque ? 4 : 3);
        boolean isExecutable = words[0].endsWith("+x");
        String path = words[words.length - 1];
        if (!files.isEmpty() && files.lastKey().compareTo(path) >= 0) {
          throw new IllegalArgumentException("the files are not sorted by path");
        }
        VaultFile file =
            isOpaque && words.length == 4
                ? new OpaqueFile(
                    path, new FileEntry(words[2], Long.parseLong(words[1]), false, isExecutable))
                : TextFile.read(
                    path, text(Integer.parseInt(words[words.length > 1 ? 1 : 0]), isExecutable));
        requireCanonical(start, line, file);
        files.put(path, file);
      }
      return new VaultFolderFormat(new VaultSpec(ContentStore.EMPTY)).vault(files);
    }

    /** An archive of the same files has the same bytes. */
    private void requireCanonical(int start, String line, VaultFile file) {
      byte[] expected = archive(List.of(file));
      if (!Arrays.equals(expected, FIRST_LINE.length(), expected.length, bytes, start, position)) {
        throw new IllegalArgumentException("not the line of a file: " + line);
      }
    }

    private FileBytes text(int size, boolean isExecutable) {
      if (size < 0 || size >= bytes.length - position || bytes[position + size] != '\n') {
        throw new IllegalArgumentException("a text is cut off");
      }
      byte[] text = Arrays.copyOfRange(bytes, position, position + size);
      position += size + 1;
      return new FileBytes(text, FileEntry.of(text, isExecutable));
    }

    private String nextLine() {
      int end = position;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (end == bytes.length) {
        throw new IllegalArgumentException("a line is cut off");
      }
      String line = new String(bytes, position, end - position, StandardCharsets.UTF_8);
      position = end + 1;
      return line;
    }
  }
}
