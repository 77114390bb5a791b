package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Value;
import java.util.Optional;
import java.util.function.Supplier;

/** A domain in which one call throws, before or after it has done its work. */
final class FailingDomain<M, E> extends ForwardingDomain<M, E> {

  /** The exception that the failing call throws. */
  static final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Fault(String message) {
      super(message);
    }
  }

  private int failingCall = -1;
  private int callCount;

  FailingDomain(Domain<M, E> delegate) {
    super(delegate);
  }

  /** Makes the call with the given index, counted from now on, fail. */
  void failAt(int call) {
    failingCall = call;
    callCount = 0;
  }

  /** Returns the number of calls so far. */
  int callCount() {
    return callCount;
  }

  private <T> T call(String operation, Supplier<T> work) {
    boolean fails = callCount++ == failingCall;
    if (fails && failingCall % 2 == 0) {
      throw new Fault("call " + failingCall + ", before " + operation);
    }
    T result = work.get();
    if (fails) {
      throw new Fault("call " + failingCall + ", after " + operation + " gave " + result);
    }
    return result;
  }

  @Override
  public M replay(E event, M model) {
    return call("replay", () -> delegate.replay(event, model));
  }

  @Override
  public E invert(E event) {
    return call("invert", () -> delegate.invert(event));
  }

  @Override
  public Optional<Conflict> check(E event, M model) {
    return call("check", () -> delegate.check(event, model));
  }

  @Override
  public Digest digest(M model) {
    return call("digest", () -> delegate.digest(model));
  }

  @Override
  public EventCodec<E> eventCodec() {
    EventCodec<E> codec = delegate.eventCodec();
    return new EventCodec<>() {
      @Override
      public Value.Fields encode(E event) {
        return call("encode", () -> codec.encode(event));
      }

      @Override
      public E decode(Value.Fields fields) {
        return call("decode", () -> codec.decode(fields));
      }
    };
  }
}
