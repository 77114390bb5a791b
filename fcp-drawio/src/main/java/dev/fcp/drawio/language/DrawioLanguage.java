package dev.fcp.drawio.language;

import dev.fcp.drawio.DiagramDomain;
import dev.fcp.drawio.DiagramEvent;
import dev.fcp.drawio.diagram.Cell;
import dev.fcp.drawio.diagram.DiagramEntity;
import dev.fcp.drawio.diagram.DiagramKey;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.verbs.CardSection;
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Positional;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The operation language of diagrams. Positions and sizes are in px, measured from the top left
 * corner of the page. Operations apply to the first page unless {@code page:} names another one.
 *
 * <p>Thread-safe.
 */
public final class DrawioLanguage
    implements DomainLanguage<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> {

  private static final Param<String> FLOW =
      Param.choice("flow", FlowDirection.names().toArray(String[]::new));

  private final DiagramDomain domain = new DiagramDomain();

  /** Creates the language. */
  public DrawioLanguage() {}

  @Override
  public Domain<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> domain() {
    return domain;
  }

  @Override
  public List<Verb<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent>> verbs() {
    return List.of(
        verb(ShapeVerbs.ADD, ShapeVerbs::add),
        verb(ShapeVerbs.REMOVE, ShapeVerbs::remove),
        verb(TextVerbs.LABEL, TextVerbs::label),
        verb(TextVerbs.STYLE, TextVerbs::style),
        verb(ConnectVerbs.CONNECT, ConnectVerbs::connect),
        verb(ConnectVerbs.DISCONNECT, ConnectVerbs::disconnect),
        verb(MoveVerbs.MOVE, MoveVerbs::move),
        verb(MoveVerbs.RESIZE, MoveVerbs::resize),
        verb(GroupVerbs.GROUP, GroupVerbs::group),
        verb(GroupVerbs.UNGROUP, GroupVerbs::ungroup),
        verb(LayerVerbs.CREATE, LayerVerbs::create),
        verb(LayerVerbs.REMOVE, LayerVerbs::remove),
        verb(LayerVerbs.RENAME, LayerVerbs::rename),
        verb(LayerVerbs.SHOW, LayerVerbs::show),
        verb(LayerVerbs.HIDE, LayerVerbs::hide),
        verb(PageVerbs.ADD, PageVerbs::add),
        verb(PageVerbs.REMOVE, PageVerbs::remove),
        verb(PageVerbs.RENAME, PageVerbs::rename),
        verb(PageVerbs.ORIENT, PageVerbs::orient),
        verb(PageVerbs.TITLE, PageVerbs::title));
  }

  @Override
  public List<Query<EntityModel<DiagramKey, DiagramEntity>>> queries() {
    return List.of(
        Query.of(DiagramMapQuery.FORM, DiagramMapQuery::answer),
        Query.of(DiagramStatsQuery.FORM, DiagramStatsQuery::answer),
        Query.of(DescribeQuery.FORM, DescribeQuery::answer),
        Query.of(FindQuery.FORM, FindQuery::answer));
  }

  private Verb<EntityModel<DiagramKey, DiagramEntity>, DiagramEvent> verb(
      Form form, BiFunction<ParsedOperation, DiagramEdit, ResultLine> action) {
    return Verb.returningLine(
        form, (op, context) -> action.apply(op, new DiagramEdit(domain, context)));
  }

  @Override
  public Optional<String> title(EntityModel<DiagramKey, DiagramEntity> model) {
    return PageVerbs.title(model);
  }

  @Override
  public List<ResultLine> describeChanges(
      List<DiagramEvent> events,
      EntityModel<DiagramKey, DiagramEntity> before,
      EntityModel<DiagramKey, DiagramEntity> after) {
    List<DiagramKey> keys = events.stream().map(event -> event.change().key()).distinct().toList();
    return new DiagramChangeDescriber(before, after).describe(keys);
  }

  @Override
  public List<EntityName> entityNames(EntityModel<DiagramKey, DiagramEntity> model) {
    return new DiagramEntityNames(model.spec()).all(model);
  }

  @Override
  public List<EntityName> entityNamesIn(DiagramEvent event) {
    return new DiagramEntityNames(domain.empty().spec()).namesIn(event);
  }

  @Override
  public List<Param<?>> creationParams() {
    return List.of(FLOW);
  }

  @Override
  public CreateResult<EntityModel<DiagramKey, DiagramEntity>> create(
      Optional<String> title, ParsedOperation action) {
    try {
      title.ifPresent(text ->
          DiagramParams.requireWritable(
              "the title", text, replacement -> withTitleArgument(action, replacement)));
    } catch (OperationRefusedException e) {
      return new CreateResult.Refused<>(e.refusal());
    }
    EntityModel<DiagramKey, DiagramEntity> model = domain.empty();
    PageView pageView = new PageView(model, PageView.pageKeys(model).get(0));
    DiagramKey rootKey = pageView.cellKey(pageView.rootId().orElseThrow());
    Cell root = pageView.cell(rootKey.cell());
    Optional<FlowDirection> flow = FLOW.valueIn(action).flatMap(FlowDirection::forName);
    Cell withFlow = flow.map(direction -> direction.applyTo(root)).orElse(root);
    Cell withTitle = title.map(text -> PageVerbs.withTitle(withFlow, text)).orElse(withFlow);
    return new CreateResult.Created<>(
        domain
            .between(rootKey, root, withTitle)
            .map(event -> domain.replay(event, model))
            .orElse(model));
  }

  private static ParsedOperation withTitleArgument(ParsedOperation action, String title) {
    return action.withPositionals(List.of(new Positional(title, Positional.Kind.QUOTED)));
  }

  @Override
  public List<CardSection> cardSections(EntityModel<DiagramKey, DiagramEntity> model) {
    return List.of(
        new CardSection(
            "shape types",
            Arrays.stream(ShapeType.values())
                .map(type -> String.join(", ", type.names()))
                .toList()),
        new CardSection(
            "themes and colours",
            Arrays.stream(NamedColor.values()).map(NamedColor::cardLine).toList()),
        new CardSection("style properties", StyleProperty.cardLines()));
  }
}
