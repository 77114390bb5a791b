package dev.fcp.vault;

import com.google.common.base.Utf8;
import dev.fcp.eventlog.domain.FolderManifest;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.OrderKey;
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
 * <p>The lines are the texts between line ends, so the last one is empty if the file ends with a
 * line end, and a file of no bytes has none. Every byte of the file follows from its units.
 */
public final class TextFile implements VaultFile {

  /** The unit that says that the file begins with a byte order mark. */
  static final String BYTE_ORDER_MARK = "bom";

  /** The unit that says that the lines end with a carriage return and a line feed. */
  static final String CARRIAGE_RETURNS = "crlf";

  /** The prefix of the units that hold the positions of moved parts. */
  static final String ORDER = "order:";

  private static final char BOM = '\uFEFF';
  private static final Set<String> FLAGS = Set.of(EXECUTABLE, BYTE_ORDER_MARK, CARRIAGE_RETURNS);

  private final String path;
  private final boolean isExecutable;

  // The text and its layout determine each other; at least one of them is present, and the other is
  // computed on first use. Races are harmless, because they compute the same value.
  private FileContent.@Nullable Text content;
  private @Nullable Layout layout;

  private @Nullable Map<String, Part> partsByUnit;
  private @Nullable Outline outline;

  /**
   * What a text consists of.
   *
   * @param hasMark whether it begins with a byte order mark
   * @param hasReturns whether its lines end with a carriage return and a line feed
   * @param parts the parts, in order
   * @param strayMoves the positions of parts that are not there, by their units
   */
  record Layout(
      boolean hasMark, boolean hasReturns, List<Part> parts, Map<String, OrderKey> strayMoves) {

    Layout {
      parts = List.copyOf(parts);
      strayMoves = Map.copyOf(strayMoves);
    }

    String lineEnd() {
      return hasReturns ? "\r\n" : "\n";
    }
  }

  private TextFile(
      String path,
      boolean isExecutable,
      FileContent.@Nullable Text content,
      @Nullable Layout layout) {
    FolderManifest.requireValidPath(path);
    this.path = path;
    this.isExecutable = isExecutable;
    this.content = content;
    this.layout = layout;
  }

  /** A file without a text. */
  static TextFile empty(String path) {
    return new TextFile(path, false, null, new Layout(false, false, List.of(), Map.of()));
  }

  /** The file with a text, of which each line has its number as id. */
  static TextFile read(String path, FileContent.Text content) {
    return new TextFile(path, content.isExecutable(), content, null);
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
    return Optional.ofNullable(partsByUnit().get(unit));
  }

  /** The text of the file, including a byte order mark and all line ends. */
  public String text() {
    return content().text();
  }

  @Override
  public FileContent.Text content() {
    FileContent.Text known = content;
    if (known == null) {
      known = new FileContent.Text(join(layout()), isExecutable);
      content = known;
    }
    return known;
  }

  /** The headings and the front matter. */
  Outline outline() {
    Outline known = outline;
    if (known == null) {
      known = Outline.of(parts());
      outline = known;
    }
    return known;
  }

  private Layout layout() {
    Layout known = layout;
    if (known == null) {
      known = TextReader.read(content().text());
      layout = known;
    }
    return known;
  }

  private Map<String, Part> partsByUnit() {
    Map<String, Part> known = partsByUnit;
    if (known == null) {
      known = HashMap.newHashMap(parts().size());
      for (Part part : parts()) {
        known.put(part.unit(), part);
      }
      partsByUnit = known;
    }
    return known;
  }

  private static String join(Layout layout) {
    StringBuilder text = new StringBuilder();
    if (layout.hasMark()) {
      text.append(BOM);
    }
    for (int i = 0; i < layout.parts().size(); i++) {
      Part part = layout.parts().get(i);
      text.append(
          layout.hasReturns() && part.fieldKey().isPresent()
              ? part.text().replace("\n", "\r\n")
              : part.text());
      if (i < layout.parts().size() - 1) {
        text.append(part.lineEnd() == null ? layout.lineEnd() : part.lineEnd());
      }
    }
    return text.toString();
  }

  @Override
  public SortedMap<String, Value> units() {
    TreeMap<String, Value> units = new TreeMap<>();
    units.put(PATH, Value.of(path));
    for (String flag : FLAGS) {
      unit(flag).ifPresent(value -> units.put(flag, value));
    }
    for (Part part : parts()) {
      units.put(part.unit(), encode(part));
      if (part.movedTo() != null) {
        units.put(ORDER + part.unit(), Value.of(part.movedTo().digits()));
      }
    }
    layout().strayMoves().forEach((unit, to) -> units.put(ORDER + unit, Value.of(to.digits())));
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
              ? movedTo(name.substring(ORDER.length())).map(to -> Value.of(to.digits()))
              : part(name).map(TextFile::encode);
    };
  }

  private static Optional<Value> flag(boolean isSet) {
    return isSet ? Optional.of(Value.of(true)) : Optional.empty();
  }

  private Optional<OrderKey> movedTo(String unit) {
    Part part = partsByUnit().get(unit);
    return Optional.ofNullable(part == null ? layout().strayMoves().get(unit) : part.movedTo());
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

  /** The text in the value of a unit that holds a part. */
  static String textIn(Value part) {
    return part.asSequence().get(1).asText();
  }

  private static Part decode(String unit, Value value, @Nullable OrderKey movedTo) {
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
              : movedTo(unit);
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
    TextFile file =
        new TextFile(
            names.contains(PATH) ? after.text(PATH) : path,
            flagAfter(EXECUTABLE, names, after),
            null,
            changedLayout);
    file.requireSize();
    return file;
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

  private void requireSize() {
    String text = text();
    if (text.length() > FileContent.MAX_TEXT_BYTES / 3
        && Utf8.encodedLength(text) > FileContent.MAX_TEXT_BYTES) {
      throw new IllegalArgumentException(
          "a text of more than " + FileContent.MAX_TEXT_BYTES + " bytes");
    }
  }

  /** The same file at another path. */
  TextFile withPath(String newPath) {
    return new TextFile(newPath, isExecutable, content, layout);
  }

  /** The file with these parts instead of its own, in the order of their positions. */
  TextFile withParts(List<Part> parts) {
    return withLayout(
        new Layout(layout().hasMark(), layout().hasReturns(), parts, layout().strayMoves()));
  }

  private TextFile withLayout(Layout newLayout) {
    return new TextFile(path, isExecutable, null, newLayout);
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
    return withLayout(new Layout(layout().hasMark(), layout().hasReturns(), parts, strayMoves));
  }

  /** The modification of the units that differ; empty if none does. */
  Optional<Change.Modified<String, VaultFile>> changeTo(String key, TextFile other) {
    Map<String, Value> before = new TreeMap<>();
    Map<String, Value> after = new TreeMap<>();
    Set<String> names = new TreeSet<>(FLAGS);
    names.add(PATH);
    addChanged(this, other, names);
    addChanged(other, this, names);
    for (String name : names) {
      Optional<Value> from = unit(name);
      Optional<Value> to = other.unit(name);
      if (!from.equals(to)) {
        from.ifPresent(value -> before.put(name, value));
        to.ifPresent(value -> after.put(name, value));
      }
    }
    return before.isEmpty() && after.isEmpty()
        ? Optional.empty()
        : Optional.of(new Change.Modified<>(key, Value.Fields.of(before), Value.Fields.of(after)));
  }

  private static void addChanged(TextFile from, TextFile to, Set<String> names) {
    Map<String, Part> targets = to.partsByUnit();
    for (Part part : from.parts()) {
      Part target = targets.get(part.unit());
      if (!part.equals(target)) {
        names.add(part.unit());
        names.add(ORDER + part.unit());
      }
    }
    from.layout().strayMoves().keySet().forEach(unit -> names.add(ORDER + unit));
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof TextFile other
        && path.equals(other.path)
        && isExecutable == other.isExecutable
        && ((layout == null && other.layout == null)
            ? content().equals(other.content())
            : layout().equals(other.layout()));
  }

  @Override
  public int hashCode() {
    return 31 * path.hashCode() + text().hashCode();
  }

  @Override
  public String toString() {
    return path + " " + layout();
  }
}
