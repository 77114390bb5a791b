package dev.fcp.blocks;

import static dev.fcp.verbs.form.OperationRefusedException.because;
import static dev.fcp.verbs.form.OperationRefusedException.translatingIllegalArgument;

import com.github.difflib.DiffUtils;
import com.github.difflib.patch.AbstractDelta;
import dev.fcp.blocks.BlockContent.Row;
import dev.fcp.blocks.BlockContent.Section;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.entity.RecordEntitySpec;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.syntax.Quoting;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Edits a block or a section of it, as a part of a step. Each method returns a line that says what
 * it did. If it does not apply, or if the permission of the block does not allow it, it throws
 * {@link dev.fcp.verbs.form.OperationRefusedException}, and the whole step is refused.
 */
public final class BlockEditor {

  private static final BlockDomain DOMAIN = new BlockDomain();
  private static final List<String> PROPERTIES =
      List.of(BlockContent.KIND, BlockContent.DESCRIPTION, BlockContent.VIEW, BlockContent.SCHEMA);

  private final Supplier<EntityModel<String, BlockLine>> model;
  private final Consumer<BlockEvent> emitter;
  private final boolean isTrusted;
  private final Optional<String> section;

  /**
   * An editor.
   *
   * @param model returns the model with all events emitted so far
   * @param emitter applies an event
   * @param isTrusted whether to ignore the permission of the block
   */
  BlockEditor(
      Supplier<EntityModel<String, BlockLine>> model,
      Consumer<BlockEvent> emitter,
      boolean isTrusted,
      Optional<String> section) {
    this.model = model;
    this.emitter = emitter;
    this.isTrusted = isTrusted;
    this.section = section;
  }

  /** An editor of a section of a composite block. */
  public BlockEditor in(String name) {
    return new BlockEditor(model, emitter, isTrusted, Optional.of(name));
  }

  private BlockContent content() {
    return BlockContent.of(model.get());
  }

  /** Appends lines to a text, items to a list, or entries to a log. */
  public ResultLine append(String... values) {
    BlockContent content = content();
    require(content, "append", Permission.APPEND_ONLY);
    BlockKind kind = kind(content);
    requireKind("append", kind, BlockKind.TEXT, BlockKind.LIST, BlockKind.LOG);
    List<String> all = new ArrayList<>();
    for (String value : values) {
      all.addAll(kind == BlockKind.TEXT ? List.of(value.split("\n", -1)) : List.of(value));
    }
    // The end of a block is found without reading it, so that a long log takes appends in no time.
    Optional<String> end = section.isPresent() ? section(content).end() : Optional.empty();
    for (String value : all) {
      end = Optional.of(add(end, content.line(kind, "", value), kind));
    }
    return all.size() == 1
        ? ResultLine.created(Quoting.quoteAlways(all.getFirst()))
        : ResultLine.created("%d %s".formatted(all.size(), BlockContent.rowNames(kind)));
  }

  /**
   * Replaces a part of a text, which must occur exactly once. A part of a character that a user
   * sees, such as a letter without its accent, does not count.
   */
  public ResultLine replace(String before, String after) {
    Section text = writable("replace", BlockKind.TEXT);
    List<String> lines = values(text);
    String whole = String.join("\n", lines);
    List<Integer> starts = starts(before, whole);
    if (starts.isEmpty()) {
      throw because("the text does not contain " + Quoting.quoteAlways(before));
    }
    if (starts.size() > 1) {
      throw because("the text contains more than once " + Quoting.quoteAlways(before));
    }
    int start = starts.getFirst();
    return rewrite(
        text, lines(whole.substring(0, start) + after + whole.substring(start + before.length())));
  }

  /** Where a part of a text begins; at most the first two places. */
  private static List<Integer> starts(String part, String text) {
    List<Integer> starts = new ArrayList<>();
    int start = part.isEmpty() ? -1 : text.indexOf(part);
    if (start >= 0) {
      BreakIterator characters = BreakIterator.getCharacterInstance(Locale.ROOT);
      characters.setText(text);
      while (start >= 0 && starts.size() < 2) {
        if (characters.isBoundary(start) && characters.isBoundary(start + part.length())) {
          starts.add(start);
        }
        start = text.indexOf(part, start + 1);
      }
    }
    return starts;
  }

  /**
   * Replaces a range of the lines of a text.
   *
   * @param from the first line, from 1
   * @param to the last line; {@code from - 1} inserts before the line {@code from}
   * @param replacement the new lines; none removes the range
   */
  public ResultLine editLines(int from, int to, List<String> replacement) {
    Section text = writable("edit", BlockKind.TEXT);
    List<String> lines = values(text);
    if (from < 1 || to < from - 1 || to > lines.size()) {
      throw because(
          "lines %d to %d are not in the text, which has %d".formatted(from, to, lines.size()));
    }
    List<String> changed = new ArrayList<>(lines.subList(0, from - 1));
    replacement.forEach(line -> changed.addAll(List.of(line.split("\n", -1))));
    changed.addAll(lines.subList(to, lines.size()));
    return rewrite(text, changed);
  }

  /**
   * Applies a unified diff to a text. A hunk whose lines are not where it says is applied where
   * they are, if that is one place.
   */
  public ResultLine patch(String diff) {
    Section text = writable("patch", BlockKind.TEXT);
    List<String> patched = new ArrayList<>(values(text));
    int shift = 0;
    for (Hunk hunk : Hunk.parse(diff)) {
      int stated = hunk.start + shift;
      int start = position(hunk.before, patched, stated);
      patched.subList(start, start + hunk.before.size()).clear();
      patched.addAll(start, hunk.after);
      shift = start - hunk.start + hunk.after.size() - hunk.before.size();
    }
    return rewrite(text, patched);
  }

  /**
   * A hunk of a unified diff.
   *
   * @param start the number of lines before it, in the text that was compared
   */
  private record Hunk(int start, List<String> before, List<String> after) {

    private static final Pattern HEADER =
        Pattern.compile("@@ -(\\d{1,9})(,\\d+)? \\+\\d+(?:,\\d+)? @@.*");

    static List<Hunk> parse(String diff) {
      List<Hunk> hunks = new ArrayList<>();
      for (String line : diff.lines().toList()) {
        Matcher header = HEADER.matcher(line);
        if (header.matches()) {
          // A hunk without lines of the text is after the line that it states.
          int start = Integer.parseInt(header.group(1)) - (",0".equals(header.group(2)) ? 0 : 1);
          hunks.add(new Hunk(start, new ArrayList<>(), new ArrayList<>()));
        } else if (!hunks.isEmpty()) {
          hunks.getLast().add(line);
        }
      }
      if (hunks.isEmpty()) {
        throw because("this is not a unified diff: it has no hunk");
      }
      return hunks;
    }

    private void add(String line) {
      char sign = line.isEmpty() ? ' ' : line.charAt(0);
      String rest = line.isEmpty() ? "" : line.substring(1);
      if (sign == ' ' || sign == '-') {
        before.add(rest);
      }
      if (sign == ' ' || sign == '+') {
        after.add(rest);
      }
    }
  }

  private static int position(List<String> before, List<String> lines, int stated) {
    boolean isThere =
        stated >= 0
            && stated + before.size() <= lines.size()
            && lines.subList(stated, stated + before.size()).equals(before);
    if (isThere) {
      return stated;
    }
    int first = Collections.indexOfSubList(lines, before);
    if (before.isEmpty() || first < 0 || first != Collections.lastIndexOfSubList(lines, before)) {
      throw because(
          "a hunk does not match the text at line %d: %s"
              .formatted(stated + 1, Quoting.quoteAlways(String.join("\n", before))));
    }
    return first;
  }

  /** Changes the lines of a text that differ, and keeps the others. */
  private ResultLine rewrite(Section text, List<String> after) {
    List<Row> rows = text.rows();
    List<AbstractDelta<String>> deltas = DiffUtils.diff(values(text), after).getDeltas();
    int changed = 0;
    for (AbstractDelta<String> delta : deltas) {
      int start = delta.getSource().getPosition();
      List<String> lines = delta.getTarget().getLines();
      int common = Math.min(delta.getSource().size(), lines.size());
      for (int i = 0; i < common; i++) {
        change(rows.get(start + i).key(), lineOf(lines.get(i)));
      }
      for (int i = common; i < delta.getSource().size(); i++) {
        emit(DOMAIN.removed(rows.get(start + i).key(), model.get()));
      }
      Optional<String> previous =
          start + common == 0 ? text.anchor() : Optional.of(rows.get(start + common - 1).key());
      for (String line : lines.subList(common, lines.size())) {
        previous = Optional.of(addAfter(previous, lineOf(line), BlockKind.TEXT));
      }
      changed += Math.max(delta.getSource().size(), lines.size());
    }
    return ResultLine.changed(changed == 1 ? "1 line" : changed + " lines");
  }

  private String lineOf(String line) {
    return content().line(BlockKind.TEXT, "", line);
  }

  /** Sets a field of a map, or an item of a list by its number from 1. */
  public ResultLine set(String name, String value) {
    BlockContent content = content();
    Section rows = writable("set", BlockKind.MAP, BlockKind.LIST);
    if (rows.kind() == BlockKind.LIST) {
      Row item = item(rows, name);
      change(item.key(), content.line(BlockKind.LIST, "", value));
      return changed(name, item.value(), value);
    }
    if (!name.equals(name.strip()) || !name.matches("[^:#\"\\\\\\s-][^:\\p{Cntrl}]*")) {
      throw because(Quoting.quoteAlways(name) + " cannot be the name of a field");
    }
    content.schema().flatMap(it -> it.objection(name, value)).ifPresent(BlockEditor::refuse);
    String line = content.line(BlockKind.MAP, name, value);
    Optional<Row> field = field(rows, name);
    if (field.isPresent()) {
      change(field.get().key(), line);
      return changed(name, field.get().value(), value);
    }
    add(section.isPresent() ? rows.end() : Optional.empty(), line, BlockKind.MAP);
    return ResultLine.created(name + ": " + Quoting.quoteAlways(value));
  }

  private static void refuse(String reason) {
    throw because(reason);
  }

  private static ResultLine changed(String name, String before, String after) {
    return ResultLine.changed(
        "%s: %s -> %s".formatted(name, Quoting.quoteAlways(before), Quoting.quoteAlways(after)));
  }

  /** Removes a field of a map, or an item of a list by its number from 1. */
  public ResultLine remove(String name) {
    Section rows = writable("remove", BlockKind.MAP, BlockKind.LIST);
    Row row =
        rows.kind() == BlockKind.LIST
            ? item(rows, name)
            : field(rows, name)
                .orElseThrow(() -> because("there is no field " + Quoting.quoteAlways(name)));
    emit(DOMAIN.removed(row.key(), model.get()));
    return ResultLine.deleted(name + ": " + Quoting.quoteAlways(row.value()));
  }

  /** Inserts an item before that with a number from 1. */
  public ResultLine insert(int number, String value) {
    Section list = writable("insert", BlockKind.LIST);
    Row next = item(list, Integer.toString(number));
    add(
        model.get().orderKeyBefore(next.key()),
        content().line(BlockKind.LIST, "", value),
        BlockKind.LIST);
    return ResultLine.created("%d: %s".formatted(number, Quoting.quoteAlways(value)));
  }

  /** Moves an item; both numbers count from 1. */
  public ResultLine move(int from, int to) {
    Section list = writable("move", BlockKind.LIST);
    Row moved = item(list, Integer.toString(from));
    Row target = item(list, Integer.toString(to));
    if (from != to) {
      OrderKey order =
          to < from
              ? model.get().orderKeyBefore(target.key())
              : model.get().orderKeyAfter(target.key());
      modify(moved.key(), model.get().at(moved.key()).withOrder(order));
    }
    return ResultLine.changed(
        "%d -> %d: %s".formatted(from, to, Quoting.quoteAlways(moved.value())));
  }

  /** Adds a section at the end of a composite block. */
  public ResultLine addSection(String name, BlockKind kind) {
    BlockContent content = content();
    require(content, "section", Permission.READ_WRITE);
    requireKind("section", content.kind(), BlockKind.COMPOSITE);
    if (!BlockContent.isHeading(BlockContent.heading(name, kind)) || name.contains("\n")) {
      throw because(
          "a section is named by one line and contains a text, map, list or log, not "
              + Quoting.quoteAlways(name + " " + kind));
    }
    if (content.sections().containsKey(name)) {
      throw because("there is a section %s already".formatted(Quoting.quoteAlways(name)));
    }
    add(Optional.empty(), BlockContent.heading(name, kind), BlockKind.COMPOSITE);
    return ResultLine.created("section %s (%s)".formatted(Quoting.quoteAlways(name), kind));
  }

  /** Removes the section of this editor and its content. */
  public ResultLine removeSection() {
    BlockContent content = content();
    require(content, "section", Permission.READ_WRITE);
    requireKind("section", content.kind(), BlockKind.COMPOSITE);
    BlockKind kind = section(content).kind();
    String name = section.orElseThrow();
    content
        .sectionKeys(BlockContent.heading(name, kind))
        .forEach(key -> emit(DOMAIN.removed(key, model.get())));
    return ResultLine.deleted("section " + Quoting.quoteAlways(name));
  }

  /**
   * Sets a property in the front matter: {@code description}, {@code view}, {@code schema}, the
   * {@code kind} of a block without content, or, if trusted, the {@code permission}. An empty value
   * removes it.
   */
  public ResultLine property(String name, String value) {
    BlockContent content = content();
    require(content, "property", Permission.READ_WRITE);
    requireProperty(name, value);
    Optional<Row> row = content.propertyRow(name);
    if (value.isEmpty()) {
      Row removed = row.orElseThrow(() -> because("there is no property " + name));
      emit(DOMAIN.removed(removed.key(), model.get()));
      return ResultLine.deleted(name + ": " + Quoting.quoteAlways(removed.value()));
    }
    String line = content.line(BlockKind.MAP, name, value);
    if (row.isPresent()) {
      change(row.get().key(), line);
      return changed(name, row.get().value(), value);
    }
    if (content.frontMatterEnd().isPresent()) {
      add(model.get().orderKeyBefore(content.frontMatterEnd().get()), line, BlockKind.MAP);
    } else {
      Optional<String> first = Optional.empty();
      for (String added : List.of(BlockContent.FENCE, line, BlockContent.FENCE)) {
        first = Optional.of(addAfter(first, added, BlockKind.MAP));
      }
    }
    return ResultLine.created(name + ": " + Quoting.quoteAlways(value));
  }

  private void requireProperty(String name, String value) {
    if (name.equals(BlockContent.PERMISSION)) {
      if (!isTrusted) {
        throw because("only its owner changes the permission of a block");
      }
      if (Permission.named(value).isEmpty()) {
        throw because(Permission.unknown(value));
      }
    } else if (!PROPERTIES.contains(name)) {
      throw because(
          "%s is not a property; those are %s"
              .formatted(Quoting.quoteAlways(name), String.join(", ", PROPERTIES)));
    }
    if (name.equals(BlockContent.KIND)) {
      if (BlockKind.named(value).isEmpty()) {
        throw because(BlockKind.unknown(value));
      }
      if (!content().isEmpty()) {
        throw because("a block with content keeps its kind");
      }
    }
    if (name.equals(BlockContent.VIEW) && !value.matches("([1-9][0-9]{0,8})?")) {
      throw because(Quoting.quoteAlways(value) + " is not a number of entries");
    }
    if (name.equals(BlockContent.SCHEMA) && !value.isEmpty()) {
      Schema schema = translatingIllegalArgument(() -> Schema.parse(value));
      content().maps().stream()
          .flatMap(fields -> schema.objection(fields).stream())
          .findFirst()
          .ifPresent(BlockEditor::refuse);
    }
  }

  private void require(BlockContent content, String operation, Permission needed) {
    if (!isTrusted && !content.permission().includes(needed)) {
      throw because(content.permission().refusal(operation, needed));
    }
  }

  private static void requireKind(String operation, BlockKind kind, BlockKind... kinds) {
    if (!List.of(kinds).contains(kind)) {
      throw because(
          "%s does not apply to a %s, which takes %s".formatted(operation, kind, operations(kind)));
    }
  }

  private static String operations(BlockKind kind) {
    return switch (kind) {
      case TEXT -> "append, replace, edit and patch";
      case MAP -> "set and remove";
      case LIST -> "append, insert, set, remove and move";
      case LOG -> "append";
      case COMPOSITE -> "section add, section remove and in:SECTION";
    };
  }

  private Section writable(String operation, BlockKind... kinds) {
    BlockContent content = content();
    require(content, operation, Permission.READ_WRITE);
    requireKind(operation, kind(content), kinds);
    return section(content);
  }

  private BlockKind kind(BlockContent content) {
    boolean isBody = section.isEmpty() && content.kind() != BlockKind.COMPOSITE;
    return isBody ? content.kind() : section(content).kind();
  }

  private Section section(BlockContent content) {
    return content.section(section).orElseThrow(() -> because(content.missing(section)));
  }

  private static Optional<Row> field(Section rows, String name) {
    return rows.rows().reversed().stream().filter(row -> row.name().equals(name)).findFirst();
  }

  private static Row item(Section list, String number) {
    List<Row> rows = list.rows();
    if (!number.matches("[1-9][0-9]{0,8}") || Integer.parseInt(number) > rows.size()) {
      throw because(
          "there is no item %s; the list has %d"
              .formatted(Quoting.quoteAlways(number), rows.size()));
    }
    return rows.get(Integer.parseInt(number) - 1);
  }

  private static List<String> values(Section section) {
    return section.rows().stream().map(Row::value).toList();
  }

  private static List<String> lines(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
  }

  /** Adds a line of a block or section of some kind after another one, or at the end. */
  private String add(Optional<String> previous, String text, BlockKind kind) {
    EntityModel<String, BlockLine> lines = model.get();
    return add(previous.map(lines::orderKeyAfter).orElseGet(lines::orderKeyAtEnd), text, kind);
  }

  /** Adds a line after another one, or as the first. */
  private String addAfter(Optional<String> previous, String text, BlockKind kind) {
    EntityModel<String, BlockLine> lines = model.get();
    Optional<String> first =
        previous.isEmpty()
            ? lines.entitiesInOrder().findFirst().map(entry -> entry.getKey())
            : Optional.empty();
    return first.isPresent()
        ? add(lines.orderKeyBefore(first.get()), text, kind)
        : add(previous, text, kind);
  }

  private String add(OrderKey order, String text, BlockKind kind) {
    String key = RecordEntitySpec.freshKey(model.get());
    emit(translatingIllegalArgument(() -> DOMAIN.added(key, BlockLine.of(kind, text, order))));
    return key;
  }

  private void change(String key, String text) {
    modify(key, translatingIllegalArgument(() -> model.get().at(key).withText(text)));
  }

  private void modify(String key, BlockLine line) {
    translatingIllegalArgument(() -> DOMAIN.between(key, model.get().at(key), valid(key, line)))
        .ifPresent(this::emit);
  }

  /** The line, if a line of a file can hold it. */
  private static BlockLine valid(String key, BlockLine line) {
    return DOMAIN.spec().entity(key, DOMAIN.spec().units(line));
  }

  private void emit(BlockEvent event) {
    emitter.accept(Objects.requireNonNull(event));
  }
}
