package dev.fcp.blocks;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the lines of a block mean. A block begins with front matter: properties between two lines
 * {@code ---}. A file without front matter is a text. The front matter is read at once, the lines
 * after it only when asked for.
 */
public final class BlockContent {

  /** The property with the kind. */
  static final String KIND = "kind";

  /** The property with the description. */
  static final String DESCRIPTION = "description";

  /** The property with the permission. */
  static final String PERMISSION = "permission";

  /** The property with the number of entries of a log that are shown. */
  static final String VIEW = "view";

  /** The property with the fields that a map may have. */
  static final String SCHEMA = "schema";

  /** The first and the last line of the front matter. */
  static final String FENCE = "---";

  private static final String ITEM = "- ";
  private static final Pattern HEADING =
      Pattern.compile("## (\\S|\\S.*\\S) \\((text|map|list|log)\\)");
  private static final Pattern ESCAPED_HEADING = Pattern.compile("\\\\+" + HEADING.pattern());
  private static final Pattern FIELD = Pattern.compile("([^:]+?)\\s*:(?:\\s+(.*))?");

  private final EntityModel<String, BlockLine> model;
  private final SequencedMap<String, Row> properties = new LinkedHashMap<>();
  private final Optional<String> frontMatterEnd;

  /**
   * A line of the content.
   *
   * @param key the key of the entity
   * @param name the name of a field; empty for other lines
   * @param value the line of a text, the value of a field, the item or the entry
   */
  record Row(String key, String name, String value) {}

  /**
   * A part of a block.
   *
   * @param kind what it contains; never composite
   * @param anchor the key of the line before its first row; empty if it is the first line
   * @param rows its rows; lines that are none of them, such as blank lines of a list, are left out
   * @param end the key of its last line; empty if it has none
   */
  record Section(BlockKind kind, Optional<String> anchor, List<Row> rows, Optional<String> end) {}

  private BlockContent(EntityModel<String, BlockLine> model) {
    this.model = model;
    this.frontMatterEnd = readFrontMatter();
    if (frontMatterEnd.isEmpty()) {
      properties.clear();
    }
  }

  /** The content of a model. */
  public static BlockContent of(EntityModel<String, BlockLine> model) {
    return new BlockContent(model);
  }

  private Optional<String> readFrontMatter() {
    Iterator<String> keys = model.keysInOrder().iterator();
    if (!keys.hasNext() || !text(keys.next()).equals(FENCE)) {
      return Optional.empty();
    }
    while (keys.hasNext()) {
      String key = keys.next();
      if (text(key).equals(FENCE)) {
        return Optional.of(key);
      }
      row(BlockKind.MAP, key).ifPresent(row -> properties.put(row.name(), row));
    }
    return Optional.empty();
  }

  private String text(String key) {
    return model.at(key).text();
  }

  /** Whether a line begins a section of a composite block. */
  static boolean isHeading(String text) {
    return HEADING.matcher(text).matches();
  }

  /** The kind of the section that a line begins. */
  static BlockKind sectionKind(String heading) {
    Matcher matcher = HEADING.matcher(heading);
    return matcher.matches() ? BlockKind.named(matcher.group(2)).orElseThrow() : BlockKind.TEXT;
  }

  /** The kind that front matter states; see {@link #kind()}. */
  static BlockKind kind(List<String> frontMatter) {
    return frontMatter.stream()
        .flatMap(line -> field("", line).stream())
        .filter(field -> field.name().equals(KIND))
        .reduce((first, last) -> last)
        .flatMap(field -> BlockKind.named(field.value()))
        .orElse(BlockKind.TEXT);
  }

  /** The line that begins a section. */
  static String heading(String name, BlockKind kind) {
    return "## %s (%s)".formatted(name, kind);
  }

  /** What the rows of a kind are called. */
  static String rowNames(BlockKind kind) {
    return switch (kind) {
      case TEXT -> "lines";
      case MAP -> "fields";
      case LIST -> "items";
      case LOG -> "entries";
      case COMPOSITE -> "sections";
    };
  }

  /** The property with a name; empty if it is missing. */
  public Optional<String> property(String name) {
    return propertyRow(name).map(Row::value);
  }

  /** The line of a property. */
  Optional<Row> propertyRow(String name) {
    return Optional.ofNullable(properties.get(name));
  }

  /** The key of the last line of the front matter; empty if there is none. */
  Optional<String> frontMatterEnd() {
    return frontMatterEnd;
  }

  /** The kind; that of an unknown name is text. */
  public BlockKind kind() {
    return property(KIND).flatMap(BlockKind::named).orElse(BlockKind.TEXT);
  }

  /** The description; empty if there is none. */
  public String description() {
    return property(DESCRIPTION).orElse("");
  }

  /** The permission; an unknown name allows nothing. */
  public Permission permission() {
    return property(PERMISSION)
        .map(name -> Permission.named(name).orElse(Permission.READ_ONLY))
        .orElse(Permission.READ_WRITE);
  }

  /** How many entries of a log are shown; empty for all, or if the property is no number. */
  public Optional<Integer> view() {
    return property(VIEW).filter(it -> it.matches("[1-9][0-9]{0,8}")).map(Integer::valueOf);
  }

  /** The schema of maps; empty if there is none, or if it is malformed. */
  Optional<Schema> schema() {
    try {
      return property(SCHEMA).map(Schema::parse);
    } catch (IllegalArgumentException e) {
      // Written by hand; the verb refuses a malformed schema.
      return Optional.empty();
    }
  }

  /** The names of the sections with their kinds; empty if the block is not composite. */
  public SequencedMap<String, BlockKind> sections() {
    SequencedMap<String, BlockKind> sections = new LinkedHashMap<>();
    if (kind() == BlockKind.COMPOSITE) {
      for (String key : bodyKeys()) {
        Matcher heading = HEADING.matcher(text(key));
        if (heading.matches()) {
          sections.putIfAbsent(heading.group(1), BlockKind.named(heading.group(2)).orElseThrow());
        }
      }
    }
    return sections;
  }

  /** Whether there is nothing but front matter. */
  boolean isEmpty() {
    return bodyKeys().isEmpty();
  }

  private List<String> bodyKeys() {
    List<String> keys = new ArrayList<>();
    boolean isBody = frontMatterEnd.isEmpty();
    for (String key : model.keysInOrder()) {
      if (isBody) {
        keys.add(key);
      }
      isBody |= frontMatterEnd.equals(Optional.of(key));
    }
    return keys;
  }

  /**
   * A section of a composite block, or the body of another block.
   *
   * @param name the name of the section; empty for the body
   * @return empty if there is no such section
   */
  Optional<Section> section(Optional<String> name) {
    boolean isComposite = kind() == BlockKind.COMPOSITE;
    if (isComposite == name.isEmpty()) {
      return Optional.empty();
    }
    return isComposite
        ? Optional.ofNullable(sections().get(name.get()))
            .map(kind -> section(kind, sectionKeys(heading(name.get(), kind)), true))
        : Optional.of(section(kind(), bodyKeys(), false));
  }

  /** Why there is no such section. */
  String missing(Optional<String> name) {
    String names = String.join(", ", sections().keySet());
    if (kind() != BlockKind.COMPOSITE) {
      return "a %s has no sections; leave out in:".formatted(kind());
    }
    if (names.isEmpty()) {
      return "this block has no section yet; section add NAME KIND adds one";
    }
    return name.map(it -> "there is no section " + Quoting.quoteAlways(it) + "; there are " + names)
        .orElse("this block has sections, add in: with one of " + names);
  }

  /** What of the front matter is not understood, and what it counts as. */
  List<String> misunderstood() {
    List<String> lines = new ArrayList<>();
    property(KIND)
        .filter(name -> BlockKind.named(name).isEmpty())
        .ifPresent(name -> lines.add(BlockKind.unknown(name) + "; it counts as " + kind()));
    property(PERMISSION)
        .filter(name -> Permission.named(name).isEmpty())
        .ifPresent(name -> lines.add(Permission.unknown(name) + "; it counts as " + permission()));
    property(SCHEMA)
        .filter(text -> schema().isEmpty())
        .ifPresent(text ->
            lines.add(Quoting.quoteAlways(text) + " is not a schema; fields have any value"));
    return lines;
  }

  /** The keys of a heading and the lines of its section. */
  List<String> sectionKeys(String heading) {
    List<String> keys = new ArrayList<>();
    for (String key : bodyKeys()) {
      boolean isHeading = isHeading(text(key));
      if (isHeading && !keys.isEmpty()) {
        break;
      }
      if (!keys.isEmpty() || (isHeading && text(key).equals(heading))) {
        keys.add(key);
      }
    }
    return keys;
  }

  private Section section(BlockKind kind, List<String> keys, boolean hasHeading) {
    List<Row> rows = new ArrayList<>();
    for (String key : hasHeading ? keys.subList(1, keys.size()) : keys) {
      row(kind, key).ifPresent(rows::add);
    }
    Optional<String> anchor = hasHeading ? Optional.of(keys.getFirst()) : frontMatterEnd;
    Optional<String> end = keys.isEmpty() ? anchor : Optional.of(keys.getLast());
    return new Section(kind, anchor, List.copyOf(rows), end);
  }

  private Optional<Row> row(BlockKind kind, String key) {
    String text = text(key);
    return switch (kind) {
      case TEXT -> Optional.of(new Row(key, "", unescaped(text)));
      case MAP -> field(key, text);
      case LIST ->
          text.startsWith(ITEM)
              ? Optional.of(new Row(key, "", Scalar.decode(text.substring(ITEM.length()))))
              : Optional.empty();
      case LOG ->
          text.isBlank() ? Optional.empty() : Optional.of(new Row(key, "", Scalar.decode(text)));
      case COMPOSITE -> throw new IllegalStateException("sections do not nest");
    };
  }

  private static Optional<Row> field(String key, String text) {
    Matcher field = FIELD.matcher(text);
    return field.matches()
        ? Optional.of(
            new Row(
                key,
                field.group(1).strip(),
                field.group(2) == null ? "" : Scalar.decode(field.group(2))))
        : Optional.empty();
  }

  private String unescaped(String text) {
    boolean isEscaped = kind() == BlockKind.COMPOSITE && ESCAPED_HEADING.matcher(text).matches();
    return isEscaped ? text.substring(1) : text;
  }

  /**
   * The line of a row.
   *
   * @param name the name of a field; empty for other rows
   */
  String line(BlockKind kind, String name, String value) {
    return switch (kind) {
      case TEXT ->
          kind() == BlockKind.COMPOSITE
                  && (isHeading(value) || ESCAPED_HEADING.matcher(value).matches())
              ? "\\" + value
              : value;
      case MAP -> name + ": " + Scalar.encode(value);
      case LIST -> ITEM + Scalar.encode(value);
      case LOG -> Scalar.encode(value);
      case COMPOSITE -> throw new IllegalStateException("sections do not nest");
    };
  }

  /**
   * The text of a block or a section: the lines of a text, the items of a list or the entries of a
   * log, joined by line feeds; the fields of a map as {@code name: value}.
   *
   * @param section the name of a section; empty for a block that is not composite
   * @return empty if there is no such section
   */
  public Optional<String> text(Optional<String> section) {
    return section(section)
        .map(it ->
            String.join(
                "\n",
                it.rows().stream()
                    .map(
                        row -> row.name().isEmpty() ? row.value() : row.name() + ": " + row.value())
                    .toList()));
  }

  /**
   * The values of a block or a section, in order: lines, values of fields, items or entries.
   *
   * @param section as for {@link #text}
   * @return empty if there is no such section
   */
  public List<String> values(Optional<String> section) {
    return section(section).stream().flatMap(it -> it.rows().stream()).map(Row::value).toList();
  }

  /**
   * The values of a block or a section in view: of a log only the newest {@link #view}.
   *
   * @param section as for {@link #text}
   * @return empty if there is no such section
   */
  public List<String> valuesInView(Optional<String> section) {
    return section(section).stream()
        .flatMap(it -> it.rows().stream().skip(hiddenCount(it)))
        .map(Row::value)
        .toList();
  }

  /** How many rows of a section at its beginning are not in view. */
  int hiddenCount(Section section) {
    int count = section.rows().size();
    return section.kind() == BlockKind.LOG ? Math.max(0, count - view().orElse(count)) : 0;
  }

  /** The fields of each map: of the block, or of its sections. */
  List<Map<String, String>> maps() {
    if (kind() == BlockKind.MAP) {
      return List.of(fields(Optional.empty()));
    }
    return sections().entrySet().stream()
        .filter(section -> section.getValue() == BlockKind.MAP)
        .map(section -> fields(Optional.of(section.getKey())))
        .toList();
  }

  /**
   * The fields of a map. If several lines have the same name, the last one counts.
   *
   * @param section as for {@link #text}
   * @return empty if there is no such section
   */
  public Map<String, String> fields(Optional<String> section) {
    Map<String, String> fields = new LinkedHashMap<>();
    section(section).stream()
        .flatMap(it -> it.rows().stream())
        .forEach(row -> fields.put(row.name(), row.value()));
    return fields;
  }
}
