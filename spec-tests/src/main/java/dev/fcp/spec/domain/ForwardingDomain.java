package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Dependent;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Effect;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Touches;
import dev.fcp.eventlog.domain.Unit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A domain that does what another one does, for tests that change one thing about it.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class ForwardingDomain<M, E> implements Domain<M, E> {

  /** The other one. */
  protected final Domain<M, E> whole;

  /** Does what this domain does. */
  protected ForwardingDomain(Domain<M, E> whole) {
    this.whole = whole;
  }

  @Override
  public String name() {
    return whole.name();
  }

  @Override
  public M empty() {
    return whole.empty();
  }

  @Override
  public M replay(E event, M model) {
    return whole.replay(event, model);
  }

  @Override
  public E invert(E event) {
    return whole.invert(event);
  }

  @Override
  public Optional<Conflict> check(E event, M model) {
    return whole.check(event, model);
  }

  @Override
  public List<Dependent> dependents(E event, M model) {
    return whole.dependents(event, model);
  }

  @Override
  public Touches touches(E event) {
    return whole.touches(event);
  }

  @Override
  public List<E> diff(M from, M to) {
    return whole.diff(from, to);
  }

  @Override
  public Digest digest(M model) {
    return whole.digest(model);
  }

  @Override
  public Digest digestFromScratch(M model) {
    return whole.digestFromScratch(model);
  }

  @Override
  public Optional<E> without(E event, Set<Unit> units) {
    return whole.without(event, units);
  }

  @Override
  public Effect effect(E event) {
    return whole.effect(event);
  }

  @Override
  public Optional<E> rebase(E event, M model) {
    return whole.rebase(event, model);
  }

  @Override
  public Merge<E> merge(E first, E second) {
    return whole.merge(first, second);
  }

  @Override
  public EventCodec<E> eventCodec() {
    return whole.eventCodec();
  }

  @Override
  public ModelCodec<M> modelCodec() {
    return whole.modelCodec();
  }

  @Override
  public DocumentFormat<M> format() {
    return whole.format();
  }
}
