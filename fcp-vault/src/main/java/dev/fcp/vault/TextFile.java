package dev.fcp.vault;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.FolderManifest.FileEntry;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.OrderKey;
import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A text file: a list of parts, which are lines and fields of the front matter. Immutable.
 *
 * <p>Every byte of the file follows from its units. Of a file that was read and never changed, only
 * the hash is in memory; the parts are read again when they are needed.
 */
public final class TextFile implements VaultFile {

  /** The unit that says that the file begins with a byte order mark. */
  static final String BYTE_ORDER_MARK = "bom";

  /** The unit that says that the lines end with a carriage return and a line feed. */
  static final String CARRIAGE_RETURNS = "crlf";

  /** The prefix of the units that hold the positions of moved parts. */
  static final String ORDER = "order:";

  private static final Set<String> FLAGS = Set.of(EXECUTABLE, BYTE_ORDER_MARK, CARRIAGE_RETURNS);
  private static final Set<String> OWN_UNITS = Set.of(PATH, EXECUTABLE);

  private final String path;
  private final boolean isExecutable;

  /** Where the bytes are from which the layout is read; null if the file was not just read. */
  private final @Nullable ContentStore contents;

  /** The layout; null if there are {@link #contents}. */
  private final @Nullable Layout layout;

  // Computed on first use. Races are harmless, because they compute the same value.
  private @Nullable FileEntry entry;
  private @Nullable SoftReference<Layout> readLayout;

  private TextFile(
      String path,
      boolean isExecutable,
      @Nullable ContentStore contents,
      @Nullable FileEntry entry,
      @Nullable Layout layout) {
    FolderManifest.requireValidPath(path);
    this.path = path;
    this.isExecutable = isExecutable;
    this.contents = contents;
    this.entry = entry;
    this.layout = layout;
  }

  /** A file without a text. */
  static TextFile empty(String path) {
    return new TextFile(path, false, null, null, Layout.EMPTY);
  }

  /**
   * The file with the text in a store, of which each line has its number as id.
   *
   * @throws IllegalArgumentException if the path is not valid or the file is not a text
   */
  static TextFile read(String path, FileEntry entry, ContentStore contents) {
    if (!entry.isText()) {
      throw new IllegalArgumentException(path + " is not a text");
    }
    return new TextFile(path, entry.isExecutable(), contents, entry, null);
  }

  /** The file with a text in memory, of which each line has its number as id. */
  static TextFile read(String path, FileBytes file) {
    return read(path, file.entry(), sha256 -> file.bytes().clone());
  }

  /** Whether the bytes of the file are in a store, because it never changed. */
  boolean isIn(ContentStore store) {
    return store.equals(contents);
  }

  /** Whether the file at a path is Markdown, which has front matter and headings. */
  static boolean isMarkdown(String path) {
    return path.regionMatches(true, path.length() - 3, ".md", 0, 3);
  }

  /**
   * Rejects a text that cannot be in a text file.
   *
   * @throws IllegalArgumentException if it contains U+0000 or an unpaired surrogate
   */
  static void requireWritable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (unit == 0 || (Character.isSurrogate(unit) && !isPair(text, i++))) {
        throw new IllegalArgumentException("a text with a character that no text file contains");
      }
    }
  }

  private static boolean isPair(String text, int index) {
    return index + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(index), text.charAt(index + 1));
  }

  /**
   * The file with these units.
   *
   * @throws IllegalArgumentException if they are not those of a text file
   */
  static TextFile ofUnits(SortedMap<String, Value> units) {
    return empty(Value.Fields.of(units).text(PATH)).with(units.keySet(), Value.Fields.of(units));
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public boolean isExecutable() {
    return isExecutable;
  }

  /** The parts, in order. */
  public List<Part> parts() {
    return layout().parts();
  }

  /** The line end of its lines. */
  String lineEnd() {
    return layout().lineEnd();
  }

  /** The part in a unit, if there is one. */
  public Optional<Part> part(String unit) {
    return Optional.ofNullable(layout().part(unit));
  }

  /** The text of the file, including a byte order mark and all line ends. */
  public String text() {
    return layout == null ? decode(bytes()) : layout.text();
  }

  /** The bytes of the file. The array belongs to the caller. */
  byte[] bytes() {
    return contents == null
        ? layout().text().getBytes(StandardCharsets.UTF_8)
        : contents.read(entry().sha256());
  }

  private String decode(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the content of " + path + " is not a text", e);
    }
  }

  @Override
  public FileEntry entry() {
    FileEntry known = entry;
    if (known == null) {
      byte[] bytes = bytes();
      String sha256 = Hashing.sha256().hashBytes(bytes).toString();
      known = new FileEntry(sha256, bytes.length, true, isExecutable);
      entry = known;
    }
    return known;
  }

  /** The headings and the front matter. */
  Outline outline() {
    return isMarkdown(path) ? layout().outline() : Outline.none(parts().size());
  }

  private Layout layout() {
    if (layout != null) {
      return layout;
    }
    SoftReference<Layout> reference = readLayout;
    Layout known = reference == null ? null : reference.get();
    if (known == null) {
      known = TextReader.read(text(), isMarkdown(path));
      readLayout = new SoftReference<>(known);
    }
    return known;
  }

  @Override
  public SortedMap<String, Value> units() {
    return units(0, parts().size());
  }

  /** The position of a part since it was moved, if it was, whether or not the part is there. */
  Optional<OrderKey> movedTo(String unit) {
    return layout().movedTo(unit);
  }

  /** The units without those of the parts outside of a range. */
  private SortedMap<String, Value> units(int from, int to) {
    TreeMap<String, Value> units = new TreeMap<>();
    units.put(PATH, Value.of(path));
    for (String flag : FLAGS) {
      unit(flag).ifPresent(value -> units.put(flag, value));
    }
    for (Part part : parts().subList(from, to)) {
      units.put(part.unit(), encode(part));
      if (part.movedTo() != null) {
        units.put(ORDER + part.unit(), Value.of(part.movedTo().digits()));
      }
    }
    layout()
        .strayMoves()
        .forEach((unit, place) -> units.put(ORDER + unit, Value.of(place.digits())));
    return units;
  }

  /** The value of one unit, if the file has it. */
  Optional<Value> unit(String name) {
    return switch (name) {
      case PATH -> Optional.of(Value.of(path));
      case EXECUTABLE -> flag(isExecutable);
      case BYTE_ORDER_MARK -> flag(layout().hasMark());
      case CARRIAGE_RETURNS -> flag(layout().hasReturns());
      default ->
          name.startsWith(ORDER)
              ? layout().movedTo(name.substring(ORDER.length())).map(to -> Value.of(to.digits()))
              : part(name).map(TextFile::encode);
    };
  }

  private static Optional<Value> flag(boolean isSet) {
    return isSet ? Optional.of(Value.of(true)) : Optional.empty();
  }

  private static Value encode(Part part) {
    List<Value> items = new ArrayList<>();
    items.add(Value.of(part.order().digits()));
    items.add(Value.of(part.text()));
    if (part.lineEnd() != null) {
      items.add(Value.of(part.lineEnd()));
    }
    return new Value.Sequence(items);
  }

  /** The unit that holds a part, for that unit and for the one with the position of the part. */
  static String partOf(String unit) {
    return unit.startsWith(ORDER) ? unit.substring(ORDER.length()) : unit;
  }

  /** The text in the value of a unit that holds a part. */
  static String textIn(Value part) {
    return part.asSequence().get(1).asText();
  }

  /** Whether the file was read and never changed. */
  boolean isUnchanged() {
    return contents != null;
  }

  /** The part in the value of a unit. */
  static Part decode(String unit, Value value, @Nullable OrderKey movedTo) {
    List<Value> items = value.asSequence();
    if (items.size() < 2 || items.size() > 3) {
      throw new MalformedValueException(unit + ": " + items.size() + " items");
    }
    return new Part(
        unit,
        new OrderKey(items.get(0).asText()),
        movedTo,
        items.get(1).asText(),
        items.size() == 3 ? items.get(2).asText() : null);
  }

  /**
   * The file after some of its units changed.
   *
   * @throws IllegalArgumentException if the values are not valid
   */
  TextFile with(Set<String> names, Value.Fields after) {
    String newPath = names.contains(PATH) ? after.text(PATH) : path;
    boolean executable = flagAfter(EXECUTABLE, names, after);
    if (OWN_UNITS.containsAll(names)) {
      return at(newPath, executable);
    }
    Map<String, OrderKey> strayMoves = new HashMap<>(layout().strayMoves());
    Set<String> changedParts = new TreeSet<>();
    for (String name : names) {
      if (name.startsWith(ORDER) && Part.isPart(name.substring(ORDER.length()))) {
        changedParts.add(name.substring(ORDER.length()));
      } else if (Part.isPart(name)) {
        changedParts.add(name);
      } else if (!name.equals(PATH) && !FLAGS.contains(name)) {
        throw new IllegalArgumentException("a text file has no \"" + name + "\"");
      }
    }
    List<Part> changed = new ArrayList<>();
    for (String unit : changedParts) {
      Optional<OrderKey> movedTo =
          names.contains(ORDER + unit)
              ? after.find(ORDER + unit).map(to -> new OrderKey(to.asText()))
              : layout().movedTo(unit);
      Optional<Value> value = names.contains(unit) ? after.find(unit) : unit(unit);
      strayMoves.remove(unit);
      if (value.isPresent()) {
        changed.add(decode(unit, value.get(), movedTo.orElse(null)));
      } else {
        movedTo.ifPresent(to -> strayMoves.put(unit, to));
      }
    }
    Layout changedLayout =
        new Layout(
            flagAfter(BYTE_ORDER_MARK, names, after),
            flagAfter(CARRIAGE_RETURNS, names, after),
            replaceParts(changedParts, changed),
            strayMoves);
    changedLayout.requireSize();
    return new TextFile(newPath, executable, null, null, changedLayout);
  }

  private boolean flagAfter(String flag, Set<String> names, Value.Fields after) {
    return (names.contains(flag) ? after.find(flag) : unit(flag))
        .map(Value::asBoolean)
        .orElse(false);
  }

  private List<Part> replaceParts(Set<String> removed, List<Part> added) {
    if (removed.isEmpty()) {
      return parts();
    }
    List<Part> inOrder = new ArrayList<>(parts().size() + added.size());
    added.sort(Part.BY_POSITION);
    int next = 0;
    for (Part part : parts()) {
      if (!removed.contains(part.unit())) {
        while (next < added.size() && Part.BY_POSITION.compare(added.get(next), part) < 0) {
          inOrder.add(added.get(next++));
        }
        inOrder.add(part);
      }
    }
    inOrder.addAll(added.subList(next, added.size()));
    return inOrder;
  }

  /**
   * The file with another text, of which each line has its number as id.
   *
   * @throws IllegalArgumentException if no text file contains the text
   */
  TextFile withText(String text) {
    requireWritable(text);
    Layout read = TextReader.read(text, isMarkdown(path));
    read.requireSize();
    return withLayout(read);
  }

  /** The same text at another path. */
  TextFile at(String newPath, boolean executable) {
    FileEntry known = entry;
    FileEntry newEntry =
        known == null
            ? null
            : new FileEntry(known.sha256(), known.sizeBytes(), known.isText(), executable);
    // A text that is read as Markdown consists of other parts.
    return contents != null && isMarkdown(newPath) == isMarkdown(path)
        ? new TextFile(newPath, executable, contents, newEntry, null)
        : new TextFile(newPath, executable, null, newEntry, layout());
  }

  /** The file with these parts instead of its own, in the order of their positions. */
  TextFile withParts(List<Part> parts) {
    return withLayout(
        new Layout(layout().hasMark(), layout().hasReturns(), parts, layout().strayMoves()));
  }

  private TextFile withLayout(Layout newLayout) {
    return new TextFile(path, isExecutable, null, null, newLayout);
  }

  /** This text as a version of another file: with the same line ends, but with these parts. */
  TextFile withPartsOf(TextFile other, List<Part> parts) {
    Set<String> present = new HashSet<>();
    parts.forEach(part -> present.add(part.unit()));
    Map<String, OrderKey> strayMoves = new HashMap<>(other.layout().strayMoves());
    strayMoves.keySet().removeAll(present);
    for (Part part : other.parts()) {
      if (part.movedTo() != null && !present.contains(part.unit())) {
        strayMoves.put(part.unit(), part.movedTo());
      }
    }
    Layout arranged = new Layout(layout().hasMark(), layout().hasReturns(), parts, strayMoves);
    return new TextFile(path, isExecutable, null, entry, arranged);
  }

  /** The modification of the units that differ; it may be empty. */
  Change.Modified<String, VaultFile> changeTo(String key, TextFile other) {
    List<Part> parts = parts();
    List<Part> otherParts = other.parts();
    int start = 0;
    int end = parts.size();
    int otherEnd = otherParts.size();
    while (start < Math.min(end, otherEnd) && parts.get(start).equals(otherParts.get(start))) {
      start++;
    }
    while (Math.min(end, otherEnd) > start
        && parts.get(end - 1).equals(otherParts.get(otherEnd - 1))) {
      end--;
      otherEnd--;
    }
    return Change.between(key, units(start, end), other.units(start, otherEnd));
  }

  @Override
  public boolean equals(@Nullable Object object) {
    if (!(object instanceof TextFile other)
        || !path.equals(other.path)
        || isExecutable != other.isExecutable) {
      return false;
    }
    if (contents == null && other.contents == null) {
      return layout().equals(other.layout());
    }
    // Equal texts that were read have equal parts.
    return entry().equals(other.entry())
        && ((contents != null && other.contents != null) || layout().equals(other.layout()));
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  @Override
  public String toString() {
    return path + " " + layout();
  }
}
