package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Redactor;
import dev.fcp.eventlog.domain.Unit;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A domain that forwards all calls to another one, for tests that override one method.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class ForwardingDomain<M, E> implements Domain<M, E> {

  /** The domain that calls are forwarded to. */
  protected final Domain<M, E> delegate;

  /** Creates a domain that forwards to the given one. */
  protected ForwardingDomain(Domain<M, E> delegate) {
    this.delegate = delegate;
  }

  @Override
  public String name() {
    return delegate.name();
  }

  @Override
  public M empty() {
    return delegate.empty();
  }

  @Override
  public M replay(E event, M model) {
    return delegate.replay(event, model);
  }

  @Override
  public E invert(E event) {
    return delegate.invert(event);
  }

  @Override
  public E redacted(E event, M model, Redactor redactor) {
    return delegate.redacted(event, model, redactor);
  }

  @Override
  public M redacted(M model, Redactor redactor) {
    return delegate.redacted(model, redactor);
  }

  @Override
  public Optional<Conflict> check(E event, M model) {
    return delegate.check(event, model);
  }

  @Override
  public List<DanglingReference> danglingReferences(E event, M model) {
    return delegate.danglingReferences(event, model);
  }

  @Override
  public Touches touches(E event) {
    return delegate.touches(event);
  }

  @Override
  public List<E> diff(M from, M to) {
    return delegate.diff(from, to);
  }

  @Override
  public List<E> diff(M from, M to, EarlierEvents<E> earlier) {
    return delegate.diff(from, to, earlier);
  }

  @Override
  public Digest digest(M model) {
    return delegate.digest(model);
  }

  @Override
  public Digest digestFromScratch(M model) {
    return delegate.digestFromScratch(model);
  }

  @Override
  public Optional<E> without(E event, Set<Unit> units) {
    return delegate.without(event, units);
  }

  @Override
  public Effect effect(E event) {
    return delegate.effect(event);
  }

  @Override
  public M withoutUnneeded(M model, List<E> keptEvents) {
    return delegate.withoutUnneeded(model, keptEvents);
  }

  @Override
  public boolean hasTexts() {
    return delegate.hasTexts();
  }

  @Override
  public boolean reformats(E event) {
    return delegate.reformats(event);
  }

  @Override
  public boolean addsNothing(E event) {
    return delegate.addsNothing(event);
  }

  @Override
  public Optional<E> rebase(E event, M model) {
    return delegate.rebase(event, model);
  }

  @Override
  public EventMerge<E> merge(E first, E second) {
    return delegate.merge(first, second);
  }

  @Override
  public EventCodec<E> eventCodec() {
    return delegate.eventCodec();
  }

  @Override
  public ModelCodec<M> modelCodec() {
    return delegate.modelCodec();
  }

  @Override
  public DocumentFormat<M> format() {
    return delegate.format();
  }
}
