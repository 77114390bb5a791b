package dev.fcp.vault;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads and writes vaults: as the content of a folder, and as an archive of it in one file.
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

  /** The vault with the files of a folder. The key of a file is its path. */
  public EntityModel<String, VaultFile> readFolder(FolderContent folder) {
    SortedMap<String, VaultFile> files = new TreeMap<>();
    folder.files().forEach((path, content) -> files.put(path, VaultFile.of(path, content)));
    return EntityModel.of(VaultSpec.INSTANCE, files.entrySet());
  }

  /**
   * The content of the folder of a vault. A file that is the same as in the first former version is
   * the same object, and costs nothing but the comparison.
   *
   * @param sources former versions of the folder, the most relevant first; may be empty
   */
  public FolderContent writeFolder(
      EntityModel<String, VaultFile> vault, List<FolderContent> sources) {
    Map<String, FileContent> known = sources.isEmpty() ? Map.of() : sources.get(0).files();
    Map<String, FileContent> files = new TreeMap<>();
    for (VaultFile file : vault.entities().values()) {
      FileContent content = file.content();
      FileContent former = known.get(file.path());
      files.put(file.path(), content.equals(former) ? former : content);
    }
    return FolderContent.of(files);
  }

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
      return new ReadResult.Readable<>(readFolder(reader.folder()), Source.of(bytes));
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
    return archive(writeFolder(vault, List.of()));
  }

  /** The archive of a folder. */
  public byte[] archive(FolderContent folder) {
    List<byte[]> pieces = new ArrayList<>();
    pieces.add(FIRST_LINE.getBytes(StandardCharsets.US_ASCII));
    folder
        .files()
        .forEach((path, content) -> {
          String mode = content.isExecutable() ? "+x " : " ";
          switch (content) {
            case FileContent.Text text -> {
              byte[] bytes = text.bytes();
              pieces.add(line("text" + mode + bytes.length + " " + path));
              pieces.add(bytes);
              pieces.add(line(""));
            }
            case FileContent.Opaque opaque ->
                pieces.add(
                    line(
                        "opaque%s%d %s %s"
                            .formatted(mode, opaque.sizeBytes(), opaque.sha256(), path)));
          }
        });
    byte[] archive = new byte[pieces.stream().mapToInt(piece -> piece.length).sum()];
    int position = 0;
    for (byte[] piece : pieces) {
      System.arraycopy(piece, 0, archive, position, piece.length);
      position += piece.length;
    }
    return archive;
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** Reads an archive. */
  private final class Reader {

    private final byte[] bytes;
    private int position;

    Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    FolderContent folder() {
      if (!FIRST_LINE.equals(nextLine() + "\n")) {
        throw new IllegalArgumentException("not an archive of a vault");
      }
      TreeMap<String, FileContent> files = new TreeMap<>();
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
        if (isOpaque && words.length == 4) {
          files.put(path, new FileContent.Opaque(words[2], Long.parseLong(words[1]), isExecutable));
        } else {
          files.put(path, text(Integer.parseInt(words[words.length > 1 ? 1 : 0]), isExecutable));
        }
        requireCanonical(start, line, path, files);
      }
      return new FolderContent(files);
    }

    /** An archive of the same files has the same bytes. */
    private void requireCanonical(
        int start, String line, String path, Map<String, FileContent> files) {
      byte[] expected = archive(FolderContent.of(Map.of(path, files.get(path))));
      if (!Arrays.equals(expected, FIRST_LINE.length(), expected.length, bytes, start, position)) {
        throw new IllegalArgumentException("not the line of a file: " + line);
      }
    }

    private FileContent text(int size, boolean isExecutable) {
      if (size < 0 || size >= bytes.length - position || bytes[position + size] != '\n') {
        throw new IllegalArgumentException("a text is cut off");
      }
      byte[] text = Arrays.copyOfRange(bytes, position, position + size);
      position += size + 1;
      FileContent content = FileContent.of(text, isExecutable);
      if (!(content instanceof FileContent.Text)) {
        throw new IllegalArgumentException("a text with what is not text");
      }
      return content;
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
