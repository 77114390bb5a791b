package dev.fcp.spec.domains;

import static dev.fcp.spec.domains.CounterFault.*;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.RepairedModel;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The written forms of counters and their events, with faults. */
final class FaultyCounterCodecs {

  private FaultyCounterCodecs() {}

  static EventCodec<CounterEvent> events(
      Set<CounterFault> faults, EventCodec<CounterEvent> delegate) {
    return new EventCodec<>() {
      @Override
      public Value.Fields encode(CounterEvent event) {
        if (event instanceof CounterEvent.Added(var n)) {
          String name = faults.contains(CODEC_RENAMES) ? "by" : "n";
          int number = faults.contains(CODEC_DROPS_SIGN) ? Math.abs(n) : n;
          Value type = faults.contains(CODEC_NUMBERS_TYPES) ? Value.of(1) : Value.of("added");
          return Value.Fields.of(Map.of("type", type, name, Value.of(number)));
        }
        return delegate.encode(event);
      }

      @Override
      public CounterEvent decode(Value.Fields fields) {
        if (faults.contains(CODEC_READS_UNTYPED) && fields.find("type").isEmpty()) {
          return new CounterEvent.Added(0);
        }
        if (isAddedOfAnyType(fields)) {
          return new CounterEvent.Added((int) fields.at("n").asLong());
        }
        if (fields.text("type").equals("added")) {
          if (faults.contains(CODEC_RENAMES)) {
            return new CounterEvent.Added((int) fields.at("by").asLong());
          }
          if (faults.contains(CODEC_STUMBLES)) {
            Value unused = fields.find("n").orElseThrow();
          }
        }
        return delegate.decode(fields);
      }

      private boolean isAddedOfAnyType(Value.Fields fields) {
        return fields.find("type").isPresent()
            && fields.find("n").isPresent()
            && (faults.contains(CODEC_NUMBERS_TYPES) || faults.contains(CODEC_READS_ANY_TYPE));
      }
    };
  }

  static ModelCodec<Counter> models(Set<CounterFault> faults, ModelCodec<Counter> delegate) {
    return new ModelCodec<>() {
      @Override
      public byte[] encode(Counter model) {
        return faults.contains(MODEL_CODEC_SHORT)
            ? ByteBuffer.allocate(Short.BYTES).putShort((short) model.value()).array()
            : delegate.encode(model);
      }

      @Override
      public Counter decode(byte[] bytes) {
        if (faults.contains(MODEL_CODEC_SHORT) && bytes.length == Short.BYTES) {
          return new Counter(ByteBuffer.wrap(bytes).getShort());
        }
        return faults.contains(MODEL_CODEC_STUMBLES)
            ? new Counter(ByteBuffer.wrap(bytes).getInt())
            : delegate.decode(bytes);
      }
    };
  }

  static DocumentFormat<Counter> files(Set<CounterFault> faults, DocumentFormat<Counter> delegate) {
    return new DocumentFormat<>() {
      @Override
      public List<String> extensions() {
        return delegate.extensions();
      }

      @Override
      public ReadResult<Counter> read(byte[] bytes) {
        return switch (delegate.read(bytes)) {
          case ReadResult.Readable<Counter>(var model, var source) ->
              new ReadResult.Readable<>(
                  model, faults.contains(READS_SHORT_SOURCE) ? stripped(source) : source);
          case ReadResult.Unreadable<Counter> refused -> {
            if (faults.contains(READ_STUMBLES)) {
              throw new NumberFormatException(refused.toString());
            }
            yield refused;
          }
        };
      }

      @Override
      public Optional<RepairedModel<Counter>> repair(byte[] bytes) {
        return delegate.repair(bytes);
      }

      @Override
      public byte[] write(Counter model, List<Source> sources) {
        Counter written =
            faults.contains(WRITES_NO_SIGN) ? new Counter(Math.abs(model.value())) : model;
        return delegate.write(
            written, faults.contains(WRITES_WITHOUT_SOURCES) ? List.of() : sources);
      }
    };
  }

  private static Source stripped(Source source) {
    String text = new String(source.bytes(), StandardCharsets.ISO_8859_1);
    return Source.of(text.strip().getBytes(StandardCharsets.ISO_8859_1));
  }
}
