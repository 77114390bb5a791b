package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.EntityRole;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.AuditEntry;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.Reading;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOp;
import dev.fcp.verbs.syntax.Quoting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which steps a question about a history is about. All that it names must hold. */
final class HistoryFilter<M, E> {

  private static final Param<String> ENTITY = Param.text("entity", "NAME");
  private static final Param<String> TYPE = Param.text("type", "EVENT");
  private static final Param<TimeText> SINCE = Param.of("since", TimeText.HINT, TimeText::read);
  private static final Param<TimeText> UNTIL = Param.of("until", TimeText.HINT, TimeText::read);
  private static final Param<Map.Entry<String, String>> PROVENANCE =
      Param.of("provenance", "KEY=VALUE", HistoryFilter::pair);

  /** What of it may be typed. */
  static final String HINT =
      "[actor:NAME] [session:ID] [message:ID] [entity:NAME] [type:EVENT] [since:2h|12:05|2026-03-04]"
          + " [until:...] [provenance:KEY=VALUE]";

  private final Domain<M, E> domain;
  private final StepFilter origin;
  private final Set<EntityRef> entities;
  private final Optional<String> type;

  private HistoryFilter(
      Domain<M, E> domain, StepFilter origin, Set<EntityRef> entities, Optional<String> type) {
    this.domain = domain;
    this.origin = origin;
    this.entities = entities;
    this.type = type;
  }

  /** A form with all that can be named. */
  static Form in(Form form) {
    return form.params(
        OriginParam.ACTOR.param(),
        OriginParam.SESSION.param(),
        OriginParam.MESSAGE.param(),
        ENTITY,
        TYPE,
        SINCE,
        UNTIL,
        PROVENANCE);
  }

  private static Reading<Map.Entry<String, String>> pair(String text) {
    int sign = text.indexOf('=');
    return sign > 0
        ? Reading.fit(Map.entry(text.substring(0, sign), text.substring(sign + 1)))
        : new Reading.Unfit<>("is no key with a value", Optional.of("asked=" + text));
  }

  /**
   * What a question names.
   *
   * @param isOfSteps whether it is about steps, so that what no step comes from is unknown
   * @throws NotDone if no step ever was of what it names
   */
  static <M, E> HistoryFilter<M, E> of(
      ParsedOp query,
      DomainLanguage<M, E> language,
      Document<M, E> document,
      WorkspaceSettings settings,
      boolean isOfSteps) {
    List<Step<E>> steps = document.session().state().history().steps();
    if (isOfSteps) {
      OriginParam.requireKnown(query, steps);
    }
    StepFilter origin = OriginParam.filter(query);
    if (SINCE.of(query).isPresent()) {
      origin = origin.since(SINCE.of(query).get().begin(settings));
    }
    if (UNTIL.of(query).isPresent()) {
      origin = origin.until(UNTIL.of(query).get().end(settings));
    }
    requireSpan(query, settings);
    if (PROVENANCE.of(query).isPresent()) {
      origin = origin.with(Map.ofEntries(PROVENANCE.of(query).get()));
    }
    EntityReferences<M, E> references =
        new EntityReferences<>(language, document.session().model(), steps);
    Set<EntityRef> entities =
        ENTITY
            .of(query)
            .map(name ->
                references.meant(name, better -> query.withParam(ENTITY.key(), better).text()))
            .orElse(Set.of());
    Optional<String> type = TYPE.of(query);
    type.ifPresent(name -> requireKnown(name, query, language.domain(), steps));
    return new HistoryFilter<>(language.domain(), origin, entities, type);
  }

  /** Refuses a time that ends before it begins, with the two the other way round. */
  private static void requireSpan(ParsedOp query, WorkspaceSettings settings) {
    Optional<TimeText> since = SINCE.of(query);
    Optional<TimeText> until = UNTIL.of(query);
    if (since.isEmpty()
        || until.isEmpty()
        || !until.get().end(settings).isBefore(since.get().begin(settings))) {
      return;
    }
    String begin = query.param(SINCE.key()).orElseThrow();
    String end = query.param(UNTIL.key()).orElseThrow();
    throw NotDone.because(
        "nothing is since %s and until %s, which is earlier"
            .formatted(Quoting.quote(begin), Quoting.quote(end)),
        query.withParam(SINCE.key(), end).withParam(UNTIL.key(), begin).text());
  }

  private static <E> void requireKnown(
      String type, ParsedOp query, Domain<?, E> domain, List<Step<E>> steps) {
    List<String> known =
        steps.stream()
            .flatMap(step -> step.events().stream())
            .map(event -> type(domain, event))
            .distinct()
            .sorted()
            .toList();
    if (!known.contains(type)) {
      throw new NotDone(
          new Refusal(
              "no step has an event of type %s%s"
                  .formatted(
                      Quoting.quoted(OperationText.shown(type)),
                      known.isEmpty() ? "" : "; there are " + String.join(", ", known)),
              Suggestions.closest(type, known)
                  .map(better -> query.withParam(TYPE.key(), better).text())
                  .or(() -> Optional.of("history"))));
    }
  }

  /** Whether a question names anything. */
  static boolean isIn(ParsedOp query) {
    return !query.params().isEmpty();
  }

  boolean accepts(Step<E> step) {
    return origin.accepts(step.origin(), step.time())
        && (!isOfEvents() || step.events().stream().anyMatch(this::accepts));
  }

  private boolean isOfEvents() {
    return !entities.isEmpty() || type.isPresent();
  }

  /** Whether an event is one of those that are asked for. */
  boolean accepts(E event) {
    return type.filter(name -> !name.equals(type(domain, event))).isEmpty()
        && (entities.isEmpty() || hasToDo(domain.touches(event)));
  }

  private boolean hasToDo(Touches touches) {
    return entities.stream().anyMatch(name -> !EntityRole.of(name, touches).isEmpty());
  }

  private static <E> String type(Domain<?, E> domain, E event) {
    return domain.eventCodec().encode(event).text("type");
  }

  /** Whether a record is one of those that {@link #audit} leaves and this means. */
  boolean accepts(AuditEntry<E> entry) {
    return entities.size() < 2 || entry.steps().stream().anyMatch(this::accepts);
  }

  /** The same as a question about records, except that it asks for one entity at most. */
  AuditQuery audit() {
    AuditQuery query = AuditQuery.ALL.by(origin);
    query = entities.size() == 1 ? query.about(entities.iterator().next()) : query;
    return type.isPresent() ? query.ofType(type.get()) : query;
  }
}
