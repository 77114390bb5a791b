package dev.fcp.spec.domain;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Value;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A domain that can be interrupted: one call to it ends in a fault, before the work or after it.
 */
final class FailingDomain<M, E> extends ForwardingDomain<M, E> {

  /** What the interrupted call throws. */
  static final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Fault(String message) {
      super(message);
    }
  }

  private int failing = -1;
  private int calls;

  FailingDomain(Domain<M, E> whole) {
    super(whole);
  }

  /** Lets a call fail, counted from 0 and from now on. */
  void failAt(int call) {
    failing = call;
    calls = 0;
  }

  /** How many calls there were. */
  int calls() {
    return calls;
  }

  private <T> T call(String operation, Supplier<T> work) {
    boolean fails = calls++ == failing;
    if (fails && failing % 2 == 0) {
      throw new Fault("call " + failing + ", before " + operation);
    }
    T done = work.get();
    if (fails) {
      throw new Fault("call " + failing + ", after " + operation + " gave " + done);
    }
    return done;
  }

  @Override
  public M replay(E event, M model) {
    return call("replay", () -> whole.replay(event, model));
  }

  @Override
  public E invert(E event) {
    return call("invert", () -> whole.invert(event));
  }

  @Override
  public Optional<Conflict> check(E event, M model) {
    return call("check", () -> whole.check(event, model));
  }

  @Override
  public Digest digest(M model) {
    return call("digest", () -> whole.digest(model));
  }

  @Override
  public EventCodec<E> eventCodec() {
    EventCodec<E> codec = whole.eventCodec();
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
