package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.history.AuditQuery;
import dev.fcp.eventlog.history.AuditQuery.EntityRole;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepFilter;
import dev.fcp.eventlog.session.Audit;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.names.Suggestions;
import dev.fcp.verbs.run.OperationText;
import dev.fcp.verbs.syntax.ParsedOperation;
import dev.fcp.verbs.syntax.Quoting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The filter of a query about a history. Steps must match all given parameters. */
final class HistoryFilter<M, E> {

  private final Domain<M, E> domain;
  private final StepFilter stepFilter;
  private final Set<EntityRef> entities;
  private final Optional<String> type;

  private HistoryFilter(
      Domain<M, E> domain, StepFilter stepFilter, Set<EntityRef> entities, Optional<String> type) {
    this.domain = domain;
    this.stepFilter = stepFilter;
    this.entities = entities;
    this.type = type;
  }

  /**
   * The filter for the parameters of a query.
   *
   * @param aboutSteps whether the query lists steps, so that an origin without steps is refused
   * @throws OperationRefusedException if no step matches a parameter
   */
  static <M, E> HistoryFilter<M, E> of(
      ParsedOperation query,
      DomainLanguage<M, E> language,
      Document<M, E> document,
      WorkspaceSettings settings,
      boolean aboutSteps) {
    List<Step<E>> steps = document.session().state().history().steps();
    if (aboutSteps) {
      OriginParam.requireKnown(query, document.session().state());
    }
    Optional<Instant> since = SessionForms.SINCE.valueIn(query).map(time -> time.start(settings));
    Optional<Instant> until = SessionForms.UNTIL.valueIn(query).map(time -> time.end(settings));
    if (since.isPresent() && until.isPresent() && until.get().isBefore(since.get())) {
      throw timesInWrongOrder(query);
    }
    StepFilter stepFilter = OriginParam.filter(query);
    stepFilter = since.map(stepFilter::since).orElse(stepFilter);
    stepFilter = until.map(stepFilter::until).orElse(stepFilter);
    stepFilter =
        SessionForms.PROVENANCE
            .valueIn(query)
            .map(Map::ofEntries)
            .map(stepFilter::withProvenance)
            .orElse(stepFilter);
    EntityResolver<M, E> resolver =
        new EntityResolver<>(language, document.session().model(), steps);
    Set<EntityRef> entities =
        SessionForms.ENTITY
            .valueIn(query)
            .map(name ->
                resolver.resolveAll(
                    name,
                    replacement ->
                        query.withParam(SessionForms.ENTITY.key(), replacement).canonicalText()))
            .orElse(Set.of());
    Optional<String> type = SessionForms.TYPE.valueIn(query);
    type.ifPresent(name -> requireKnown(name, query, language.domain(), steps));
    return new HistoryFilter<>(language.domain(), stepFilter, entities, type);
  }

  /** The refusal of a time that ends before it begins; suggests the two in the other order. */
  private static OperationRefusedException timesInWrongOrder(ParsedOperation query) {
    String sinceText = query.param(SessionForms.SINCE.key()).orElseThrow();
    String untilText = query.param(SessionForms.UNTIL.key()).orElseThrow();
    return OperationRefusedException.because(
        "since %s is later than until %s"
            .formatted(Quoting.quoteIfNeeded(sinceText), Quoting.quoteIfNeeded(untilText)),
        query
            .withParam(SessionForms.SINCE.key(), untilText)
            .withParam(SessionForms.UNTIL.key(), sinceText)
            .canonicalText());
  }

  private static <E> void requireKnown(
      String type, ParsedOperation query, Domain<?, E> domain, List<Step<E>> steps) {
    List<String> known =
        steps.stream()
            .flatMap(step -> step.events().stream())
            .map(event -> typeOf(domain, event))
            .distinct()
            .sorted()
            .toList();
    if (!known.contains(type)) {
      throw new OperationRefusedException(
          new Refusal(
              "no step has an event of type %s%s"
                  .formatted(
                      Quoting.quoteAlways(OperationText.abbreviate(type)),
                      known.isEmpty() ? "" : "; there are " + String.join(", ", known)),
              Suggestions.findSimilar(type, known)
                  .map(replacement ->
                      query.withParam(SessionForms.TYPE.key(), replacement).canonicalText())
                  .or(() -> Optional.of("history"))));
    }
  }

  /** Whether a query has any filter parameter. */
  static boolean isGiven(ParsedOperation query) {
    return !query.params().isEmpty();
  }

  boolean accepts(Step<E> step) {
    return stepFilter.accepts(step.origin(), step.time())
        && (!restrictsEvents() || step.events().stream().anyMatch(this::accepts));
  }

  private boolean restrictsEvents() {
    return !entities.isEmpty() || type.isPresent();
  }

  /** Whether an event matches the type and the entities. */
  boolean accepts(E event) {
    return type.filter(name -> !name.equals(typeOf(domain, event))).isEmpty()
        && (entities.isEmpty() || involvesEntity(domain.touches(event)));
  }

  private boolean involvesEntity(Touches touches) {
    return entities.stream().anyMatch(entity -> !EntityRole.of(entity, touches).isEmpty());
  }

  private static <E> String typeOf(Domain<?, E> domain, E event) {
    return domain.eventCodec().encode(event).text("type");
  }

  /**
   * Whether a record found by {@link #toAuditQuery} also matches a filter with several entities.
   */
  boolean accepts(Audit.Entry<E> entry) {
    return entities.size() < 2 || entry.steps().stream().anyMatch(this::accepts);
  }

  /** This filter as a query for records, which can have one entity at most. */
  AuditQuery toAuditQuery() {
    AuditQuery query = AuditQuery.ALL.by(stepFilter);
    query = entities.size() == 1 ? query.about(entities.iterator().next()) : query;
    return type.isPresent() ? query.ofType(type.get()) : query;
  }
}
