package dev.fcp.spec.domains.counter;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The domain of counters. It has no entities that can be created or deleted, only one number. */
public final class CounterDomain implements Domain<Counter, CounterEvent> {

  /** The only unit. */
  public static final Unit VALUE = new Unit(new EntityRef("counter", "it"), "value");

  private static final int DIGEST_VERSION = 1;

  @Override
  public String name() {
    return "counter";
  }

  @Override
  public Counter empty() {
    return new Counter(0);
  }

  @Override
  public Counter replay(CounterEvent event, Counter model) {
    check(event, model)
        .ifPresent(conflict -> {
          throw new IllegalArgumentException(conflict.reason());
        });
    return switch (event) {
      case CounterEvent.Added(var n) -> new Counter(model.value() + n);
      case CounterEvent.Set(var before, var after) -> new Counter(after);
    };
  }

  @Override
  public CounterEvent invert(CounterEvent event) {
    return switch (event) {
      case CounterEvent.Added(var n) -> new CounterEvent.Added(-n);
      case CounterEvent.Set(var before, var after) -> new CounterEvent.Set(after, before);
    };
  }

  @Override
  public Optional<Conflict> check(CounterEvent event, Counter model) {
    return switch (event) {
      case CounterEvent.Added added -> Optional.empty();
      case CounterEvent.Set(var before, var after) ->
          before == model.value()
              ? Optional.empty()
              : Optional.of(Conflict.changed(VALUE, text(before), text(model.value())));
    };
  }

  private static Optional<String> text(int value) {
    return Optional.of(Integer.toString(value));
  }

  @Override
  public List<DanglingReference> danglingReferences(CounterEvent event, Counter model) {
    return List.of();
  }

  @Override
  public Touches touches(CounterEvent event) {
    return new Touches(Set.of(VALUE), Set.of(), Set.of());
  }

  @Override
  public List<CounterEvent> diff(Counter from, Counter to) {
    return from.equals(to) ? List.of() : List.of(new CounterEvent.Set(from.value(), to.value()));
  }

  @Override
  public Digest digest(Counter model) {
    return digestFromScratch(model);
  }

  @Override
  public Digest digestFromScratch(Counter model) {
    HashCode hash = Hashing.murmur3_128().hashInt(model.value());
    ByteBuffer bytes = ByteBuffer.wrap(hash.asBytes());
    return new Digest(DIGEST_VERSION, "n=" + model.value(), bytes.getLong(), bytes.getLong());
  }

  @Override
  public Optional<CounterEvent> without(CounterEvent event, Set<Unit> units) {
    return units.stream().anyMatch(VALUE::overlaps) ? Optional.empty() : Optional.of(event);
  }

  @Override
  public Effect effect(CounterEvent event) {
    return Effect.MODIFIES;
  }

  @Override
  public Optional<CounterEvent> rebase(CounterEvent event, Counter model) {
    return switch (event) {
      case CounterEvent.Added added -> Optional.empty();
      case CounterEvent.Set(var before, var after) ->
          after == model.value()
              ? Optional.empty()
              : Optional.of(new CounterEvent.Set(model.value(), after));
    };
  }

  @Override
  public EventMerge<CounterEvent> merge(CounterEvent first, CounterEvent second) {
    return switch (first) {
      case CounterEvent.Added(var n) ->
          switch (second) {
            case CounterEvent.Added(var m) -> added(n + m);
            case CounterEvent.Set(var before, var after) -> set(before - n, after);
          };
      case CounterEvent.Set(var before, var between) ->
          switch (second) {
            case CounterEvent.Added(var m) -> set(before, between + m);
            case CounterEvent.Set(var expected, var after) ->
                expected == between ? set(before, after) : new EventMerge.NotMergeable<>();
          };
    };
  }

  private static EventMerge<CounterEvent> added(int n) {
    return n == 0
        ? new EventMerge.CancelledOut<>()
        : new EventMerge.MergedInto<>(new CounterEvent.Added(n));
  }

  private static EventMerge<CounterEvent> set(int before, int after) {
    return before == after
        ? new EventMerge.CancelledOut<>()
        : new EventMerge.MergedInto<>(new CounterEvent.Set(before, after));
  }

  @Override
  public EventCodec<CounterEvent> eventCodec() {
    return new Codec();
  }

  @Override
  public ModelCodec<Counter> modelCodec() {
    return new BinaryCodec();
  }

  @Override
  public DocumentFormat<Counter> format() {
    return new CounterFormat();
  }

  private record Codec() implements EventCodec<CounterEvent> {

    @Override
    public Value.Fields encode(CounterEvent event) {
      return switch (event) {
        case CounterEvent.Added(var n) ->
            Value.Fields.of(Map.of("type", Value.of("added"), "n", Value.of(n)));
        case CounterEvent.Set(var before, var after) ->
            Value.Fields.of(
                Map.of(
                    "type", Value.of("set"), "before", Value.of(before), "after", Value.of(after)));
      };
    }

    @Override
    public CounterEvent decode(Value.Fields fields) {
      return switch (fields.text("type")) {
        case "added" -> new CounterEvent.Added(intField(fields, "n"));
        case "set" -> new CounterEvent.Set(intField(fields, "before"), intField(fields, "after"));
        default -> throw new MalformedValueException("no counter event: " + fields);
      };
    }

    private static int intField(Value.Fields fields, String name) {
      long number = fields.at(name).asLong();
      if (number != (int) number) {
        throw new MalformedValueException("\"" + name + "\" is out of range: " + number);
      }
      return (int) number;
    }
  }

  private record BinaryCodec() implements ModelCodec<Counter> {

    @Override
    public byte[] encode(Counter model) {
      return ByteBuffer.allocate(Integer.BYTES).putInt(model.value()).array();
    }

    @Override
    public Counter decode(byte[] bytes) {
      if (bytes.length != Integer.BYTES) {
        throw new MalformedValueException("a counter has 4 bytes, not " + bytes.length);
      }
      return new Counter(ByteBuffer.wrap(bytes).getInt());
    }
  }
}
