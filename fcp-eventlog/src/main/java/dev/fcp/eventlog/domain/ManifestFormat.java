package dev.fcp.eventlog.domain;

import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The encoded form of a version of a folder: one line for each file, sorted by path.
 *
 * <pre>
 * SHA256 SIZE KIND PATH        KIND: text, text+x, opaque or opaque+x
 * </pre>
 */
public final class ManifestFormat<M> implements DocumentFormat<M> {

  private static final String EXECUTABLE = "+x";

  private final FolderFormat<M> folders;

  /** The format of the manifests of folders. */
  public ManifestFormat(FolderFormat<M> folders) {
    this.folders = folders;
  }

  /**
   * The encoded form of a manifest.
   *
   * @throws IllegalArgumentException if a path contains a line break
   */
  public static byte[] encode(FolderManifest folder) {
    StringBuilder lines = new StringBuilder(folder.files().size() * 100);
    folder
        .files()
        .forEach((path, file) -> {
          if (path.indexOf('\n') >= 0) {
            throw new IllegalArgumentException("the name of a file contains a line break: " + path);
          }
          lines.append(file.sha256()).append(' ').append(file.sizeBytes());
          lines.append(file.isText() ? " text" : " opaque");
          lines.append(file.isExecutable() ? EXECUTABLE : "").append(' ').append(path).append('\n');
        });
    return lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Decodes a manifest.
   *
   * @throws IllegalArgumentException if the bytes are none
   */
  public static FolderManifest decode(byte[] bytes) {
    SortedMap<String, FileEntry> files = new TreeMap<>();
    for (String line : text(bytes).lines().toList()) {
      String[] words = line.split(" ", 4);
      if (words.length < 4) {
        throw new IllegalArgumentException("no file of a folder: " + line);
      }
      boolean isExecutable = words[2].endsWith(EXECUTABLE);
      String kind = isExecutable ? words[2].substring(0, words[2].length() - 2) : words[2];
      if (!kind.equals("text") && !kind.equals("opaque")) {
        throw new IllegalArgumentException("no kind of file: " + words[2]);
      }
      long sizeBytes = Long.parseLong(words[1]);
      files.put(words[3], new FileEntry(words[0], sizeBytes, kind.equals("text"), isExecutable));
    }
    return new FolderManifest(files);
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the manifest of a folder is no UTF-8", e);
    }
  }

  /** None: a manifest is no file. */
  @Override
  public List<String> extensions() {
    return List.of("");
  }

  @Override
  public ReadResult<M> read(byte[] bytes) {
    try {
      return new ReadResult.Readable<>(folders.read(decode(bytes)), Source.of(bytes));
    } catch (IllegalArgumentException e) {
      return new ReadResult.Unreadable<>(0, String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  /** The manifest of a model, which determines every byte. */
  @Override
  public byte[] write(M model, List<Source> sources) {
    return encode(folders.manifest(model));
  }
}
