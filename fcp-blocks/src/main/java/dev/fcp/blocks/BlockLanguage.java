package dev.fcp.blocks;

import static dev.fcp.verbs.form.OperationRefusedException.because;

import dev.fcp.blocks.BlockContent.Row;
import dev.fcp.blocks.BlockContent.Section;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.UndoTool;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NumberParser;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ParsedArgument;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The operation language of memory blocks. */
public final class BlockLanguage
    implements DomainLanguage<EntityModel<String, BlockLine>, BlockEvent> {

  private static final BlockDomain DOMAIN = new BlockDomain();
  private static final Param<String> IN = Param.text("in", "SECTION");
  private static final Param<BlockKind> KIND =
      Param.of("kind", "text|map|list|log|composite", BlockLanguage::parseKind);
  private static final Param<Permission> PERMISSION =
      Param.of("permission", "read-only|append-only|read-write", BlockLanguage::parsePermission);

  /** Creates the language; all instances are equivalent. */
  public BlockLanguage() {}

  @Override
  public Domain<EntityModel<String, BlockLine>, BlockEvent> domain() {
    return DOMAIN;
  }

  @Override
  public Optional<String> title(EntityModel<String, BlockLine> model) {
    return BlockContent.of(model).property(BlockContent.DESCRIPTION);
  }

  @Override
  public List<Verb<EntityModel<String, BlockLine>, BlockEvent>> verbs() {
    return List.of(
        verb(
            Form.of("append", "lines, items and entries", "adds them at the end")
                .required("TEXT")
                .rest("TEXT"),
            (op, editor) -> editor.append(op.words().toArray(String[]::new))),
        verb(
            Form.of("replace", "text", "replaces what occurs once").required("OLD").required("NEW"),
            (op, editor) -> editor.replace(op.words().get(0), op.words().get(1))),
        verb(
            Form.of("edit", "text", "replaces lines; TO = FROM - 1 inserts, no LINE removes")
                .required("FROM")
                .required("TO")
                .rest("LINE"),
            (op, editor) ->
                editor.editLines(
                    number(op, 0), number(op, 1), op.words().subList(2, op.words().size()))),
        verb(
            Form.of("patch", "text", "applies a unified diff").required("DIFF"),
            (op, editor) -> editor.patch(op.words().get(0))),
        verb(
            Form.of("set", "fields and items", "sets a field, or item N")
                .required("NAME")
                .required("VALUE")
                .suggestingQuotes(),
            (op, editor) -> editor.set(op.words().get(0), op.words().get(1))),
        verb(
            Form.of("remove", "fields and items", "removes a field, or item N")
                .required("NAME")
                .removing(),
            (op, editor) -> editor.remove(op.words().get(0))),
        verb(
            Form.of("insert", "items", "a new item before item N")
                .required("N")
                .required("VALUE")
                .suggestingQuotes(),
            (op, editor) -> editor.insert(number(op, 0), op.words().get(1))),
        verb(
            Form.of("move", "items", "moves item N to the place of item M")
                .required("N")
                .required("M"),
            (op, editor) -> editor.move(number(op, 0), number(op, 1))),
        Verb.returningLine(
            Form.of("section add", "sections", "a new section, last")
                .required("NAME")
                .required("KIND"),
            (op, it) ->
                editor(it, Optional.empty())
                    .addSection(
                        op.words().get(0),
                        BlockKind.named(op.words().get(1))
                            .orElseThrow(() -> because(BlockKind.unknown(op.words().get(1)))))),
        Verb.returningLine(
            Form.of("section remove", "sections", "removes a section with its content")
                .required("NAME")
                .removing(),
            (op, it) -> editor(it, op.word(0)).removeSection()),
        Verb.returningLine(
            Form.of(
                    "property",
                    "block",
                    "sets description, view (entries shown), schema, or an empty block's kind")
                .required("NAME")
                .required("VALUE")
                .suggestingQuotes(),
            (op, it) ->
                editor(it, Optional.empty()).property(op.words().get(0), op.words().get(1))));
  }

  private static Verb<EntityModel<String, BlockLine>, BlockEvent> verb(
      Form form, BiFunction<ParsedOperation, BlockEditor, ResultLine> edit) {
    return Verb.returningLine(
        form.params(IN), (op, it) -> edit.apply(op, editor(it, IN.valueIn(op))));
  }

  private static BlockEditor editor(
      VerbContext<EntityModel<String, BlockLine>, BlockEvent> context, Optional<String> section) {
    return new BlockEditor(context::model, context::emit, false, section);
  }

  private static int number(ParsedOperation op, int word) {
    String text = op.words().get(word);
    return switch (NumberParser.parseInteger(text, 0, Integer.MAX_VALUE)) {
      case ParsedArgument.Valid<Integer>(var number) -> number;
      case ParsedArgument.Invalid<Integer>(var reason, var suggestion) ->
          throw because(Quoting.quoteIfNeeded(text) + " " + reason);
    };
  }

  private static ParsedArgument<BlockKind> parseKind(String text) {
    return BlockKind.named(text)
        .map(ParsedArgument::valid)
        .orElseGet(() -> ParsedArgument.invalid("is not a kind of block"));
  }

  private static ParsedArgument<Permission> parsePermission(String text) {
    return Permission.named(text)
        .map(ParsedArgument::valid)
        .orElseGet(() -> ParsedArgument.invalid("is not a permission"));
  }

  @Override
  public List<Query<EntityModel<String, BlockLine>>> queries() {
    return List.of(
        Query.of(
            Form.of("map", "queries", "the block; of a log the newest entries"),
            (query, it) -> QueryResult.lines(outline(BlockContent.of(it.model())))),
        Query.of(
            Form.of("find", "queries", "the rows with a text").required("TEXT").suggestingQuotes(),
            (query, it) ->
                QueryResult.lines(
                    rows(BlockContent.of(it.model()), false)
                        .filter(row -> row.contains(query.words().get(0)))
                        .toList())),
        Query.of(
            Form.of("describe", "queries", "a field, or line, item or entry N")
                .required("NAME")
                .params(IN),
            (query, it) ->
                QueryResult.lines(
                    describe(
                        BlockContent.of(it.model()), IN.valueIn(query), query.words().get(0)))),
        Query.of(
            Form.of("stats", "queries", "how much the block holds"),
            (query, it) -> QueryResult.lines(stats(BlockContent.of(it.model())))));
  }

  private static List<String> outline(BlockContent content) {
    List<String> lines = new ArrayList<>();
    lines.add("%s, %s".formatted(content.kind(), content.permission()));
    content.misunderstood().forEach(line -> lines.add("! " + line));
    if (!content.description().isEmpty()) {
      lines.add(content.description());
    }
    rows(content, true).forEach(lines::add);
    return lines;
  }

  private static Stream<String> rows(BlockContent content, boolean isOutline) {
    if (content.kind() != BlockKind.COMPOSITE) {
      return numbered(content, content.section(Optional.empty()).orElseThrow(), isOutline);
    }
    return content.sections().entrySet().stream()
        .flatMap(section ->
            Stream.concat(
                Stream.of(BlockContent.heading(section.getKey(), section.getValue())),
                numbered(
                    content,
                    content.section(Optional.of(section.getKey())).orElseThrow(),
                    isOutline)));
  }

  private static Stream<String> numbered(BlockContent content, Section section, boolean isOutline) {
    List<Row> rows = section.rows();
    int first = isOutline ? content.hiddenCount(section) : 0;
    Stream<String> shown = IntStream.range(first, rows.size()).mapToObj(i -> text(rows.get(i), i));
    return first == 0 ? shown : Stream.concat(Stream.of(first + " earlier entries"), shown);
  }

  private static String text(Row row, int index) {
    return row.name().isEmpty()
        ? "%d: %s".formatted(index + 1, row.value())
        : row.name() + ": " + row.value();
  }

  private static String describe(BlockContent content, Optional<String> section, String name) {
    List<Row> rows =
        content
            .section(section)
            .map(Section::rows)
            .orElseThrow(() -> because(content.missing(section)));
    return IntStream.range(0, rows.size())
        .filter(i ->
            rows.get(i).name().isEmpty()
                ? name.equals(Integer.toString(i + 1))
                : rows.get(i).name().equals(name))
        .mapToObj(i -> text(rows.get(i), i))
        .reduce((first, last) -> last)
        .orElseThrow(() -> because("there is no " + Quoting.quoteAlways(name)));
  }

  private static String stats(BlockContent content) {
    return content.kind() == BlockKind.COMPOSITE
        ? "%d sections".formatted(content.sections().size())
        : "%d %s"
            .formatted(
                content.section(Optional.empty()).orElseThrow().rows().size(),
                BlockContent.rowNames(content.kind()));
  }

  @Override
  public List<ResultLine> describeChanges(
      List<BlockEvent> events,
      EntityModel<String, BlockLine> modelBefore,
      EntityModel<String, BlockLine> modelAfter) {
    List<ResultLine> lines = new ArrayList<>();
    EntityModel<String, BlockLine> model = modelBefore;
    for (BlockEvent event : events) {
      EntityModel<String, BlockLine> after = model.apply(event.change());
      lines.add(describe(event, model, after));
      model = after;
    }
    return lines;
  }

  private static ResultLine describe(
      BlockEvent event,
      EntityModel<String, BlockLine> before,
      EntityModel<String, BlockLine> after) {
    String key = event.change().key();
    return switch (event) {
      case BlockEvent.LineAdded added -> ResultLine.created(quoted(after, key));
      case BlockEvent.LineRemoved removed -> ResultLine.deleted(quoted(before, key));
      case BlockEvent.LineMoved moved -> ResultLine.changed("moved " + quoted(after, key));
      case BlockEvent.LineChanged changed ->
          ResultLine.changed(quoted(before, key) + " -> " + quoted(after, key));
    };
  }

  private static String quoted(EntityModel<String, BlockLine> model, String key) {
    return Quoting.quoteAlways(model.at(key).text());
  }

  @Override
  public List<Param<?>> creationParams() {
    return List.of(KIND, PERMISSION);
  }

  /** Creates an empty block; its title is its description. */
  @Override
  public CreateResult<EntityModel<String, BlockLine>> create(
      Optional<String> title, ParsedOperation action) {
    byte[] file =
        frontMatter(
            KIND.valueIn(action).orElse(BlockKind.TEXT),
            title.orElse(""),
            PERMISSION.valueIn(action).orElse(Permission.READ_WRITE));
    return DOMAIN.format().read(file)
            instanceof ReadResult.Readable<EntityModel<String, BlockLine>>(var model, var source)
        ? new CreateResult.Created<>(model)
        : new CreateResult.Refused<>(Refusal.because("a description is one line"));
  }

  @Override
  public Optional<Refusal> restoringRefusal(String action, EntityModel<String, BlockLine> model) {
    Permission permission = BlockContent.of(model).permission();
    return permission.includes(Permission.APPEND_ONLY)
        ? Optional.empty()
        : Optional.of(Refusal.because(permission.refusal(action, Permission.APPEND_ONLY)));
  }

  @Override
  public boolean isCallOneStep() {
    return true;
  }

  @Override
  public Optional<RetentionPolicy> retention() {
    return Optional.of(RetentionPolicy.standard());
  }

  @Override
  public Optional<UndoTool> undoTool() {
    return Optional.of(
        new UndoTool(
            "label",
            label -> label + "." + BlockDomain.EXTENSION,
            "Undid last change to block '%s'",
            "No undo history available for this block"));
  }

  /** The file of an empty block. */
  static byte[] frontMatter(BlockKind kind, String description, Permission permission) {
    StringBuilder text = new StringBuilder(BlockContent.FENCE).append('\n');
    text.append(BlockContent.KIND + ": " + kind + "\n");
    if (!description.isEmpty()) {
      text.append(BlockContent.DESCRIPTION + ": " + Scalar.encode(description) + "\n");
    }
    text.append(BlockContent.PERMISSION + ": " + permission + "\n");
    return text.append(BlockContent.FENCE).append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }
}
