package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.Merge;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepIds;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.JournalRecord;
import dev.fcp.eventlog.journal.Snapshot;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionGroup;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.eventlog.session.Subscription;
import dev.fcp.spec.domain.ForwardingDomain;
import dev.fcp.spec.domains.counter.Counter;
import dev.fcp.spec.domains.counter.CounterDomain;
import dev.fcp.spec.domains.counter.CounterEvent;
import java.time.Instant;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * All that a session calls, with faults at every call: domain, codecs, journal, clock, ids, guards,
 * listeners.
 */
record FaultyWorld(Faults faults, InMemoryJournal kept, Supplier<StepId> ids) {

  private static final long SEED = 42;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  FaultyWorld(Faults faults, InMemoryJournal kept) {
    this(faults, kept, new StepIds(() -> NOW, new Random(SEED)));
  }

  /** Has a guard ask, and listeners of it and of its group hear, of all that a session does. */
  Session<Counter, CounterEvent> watched(Session<Counter, CounterEvent> session) {
    session.guard((label, change) -> {
      faults.at(Callback.GUARD);
      return Optional.empty();
    });
    session.listen(change -> faults.at(Callback.LISTENER));
    SessionGroup group = new SessionGroup();
    Subscription unused = group.add(session);
    group.activate(session);
    group.listen(change -> faults.at(Callback.GROUP_LISTENER));
    return session;
  }

  Domain<Counter, CounterEvent> domain() {
    return new FaultyDomain(faults);
  }

  Journal journal() {
    return new FaultyJournal(kept, faults);
  }

  SessionSettings settings() {
    return new SessionSettings(
        () -> {
          faults.at(Callback.CLOCK);
          return NOW;
        },
        () -> {
          faults.at(Callback.IDS);
          return ids.get();
        });
  }

  /** Wants a snapshot after every third record. */
  private record FaultyJournal(InMemoryJournal kept, Faults faults) implements Journal {

    @Override
    public long lastNumber() {
      faults.at(Callback.JOURNAL_LAST_NUMBER);
      return kept.lastNumber();
    }

    @Override
    public Appended append(long expectedLastNumber, JournalRecord record) {
      faults.at(Callback.JOURNAL_ENCODE);
      faults.at(Callback.JOURNAL_APPEND);
      Appended appended = kept.append(expectedLastNumber, record);
      faults.at(Callback.JOURNAL_APPENDED);
      return appended;
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      faults.at(Callback.JOURNAL_READ);
      List<JournalRecord> records = kept.read(fromNumber);
      return new AbstractList<>() {
        @Override
        public JournalRecord get(int index) {
          faults.at(Callback.JOURNAL_DECODE);
          return records.get(index);
        }

        @Override
        public int size() {
          return records.size();
        }
      };
    }

    @Override
    public boolean wantsSnapshot() {
      faults.at(Callback.JOURNAL_WANTS_SNAPSHOT);
      return kept.lastNumber() % 3 == 0;
    }

    @Override
    public void keep(Snapshot snapshot) {
      faults.at(Callback.JOURNAL_KEEP);
      kept.keep(snapshot);
    }

    @Override
    public List<Long> snapshots() {
      faults.at(Callback.JOURNAL_SNAPSHOTS);
      return kept.snapshots();
    }

    @Override
    public Optional<Snapshot> snapshot(long number) {
      return kept.snapshot(number);
    }
  }

  private static final class FaultyDomain extends ForwardingDomain<Counter, CounterEvent> {

    private final Faults faults;

    FaultyDomain(Faults faults) {
      super(new CounterDomain());
      this.faults = faults;
    }

    @Override
    public String name() {
      faults.at(Callback.NAME);
      return super.name();
    }

    @Override
    public Counter empty() {
      faults.at(Callback.EMPTY);
      return super.empty();
    }

    @Override
    public Counter replay(CounterEvent event, Counter model) {
      faults.at(Callback.REPLAY);
      return super.replay(event, model);
    }

    @Override
    public CounterEvent invert(CounterEvent event) {
      faults.at(Callback.INVERT);
      return super.invert(event);
    }

    @Override
    public Optional<Conflict> check(CounterEvent event, Counter model) {
      faults.at(Callback.CHECK);
      return super.check(event, model);
    }

    @Override
    public Digest digest(Counter model) {
      faults.at(Callback.DIGEST);
      return super.digest(model);
    }

    @Override
    public Digest digestFromScratch(Counter model) {
      faults.at(Callback.DIGEST_FROM_SCRATCH);
      return super.digestFromScratch(model);
    }

    @Override
    public Merge<CounterEvent> merge(CounterEvent first, CounterEvent second) {
      faults.at(Callback.MERGE);
      return super.merge(first, second);
    }

    @Override
    public ModelCodec<Counter> modelCodec() {
      faults.at(Callback.MODEL_CODEC);
      ModelCodec<Counter> codec = super.modelCodec();
      return new ModelCodec<>() {
        @Override
        public byte[] encode(Counter model) {
          faults.at(Callback.MODEL_ENCODE);
          return codec.encode(model);
        }

        @Override
        public Counter decode(byte[] bytes) {
          faults.at(Callback.MODEL_DECODE);
          return codec.decode(bytes);
        }
      };
    }

    @Override
    public EventCodec<CounterEvent> eventCodec() {
      faults.at(Callback.EVENT_CODEC);
      EventCodec<CounterEvent> codec = super.eventCodec();
      return new EventCodec<>() {
        @Override
        public Value.Fields encode(CounterEvent event) {
          faults.at(Callback.ENCODE);
          return codec.encode(event);
        }

        @Override
        public CounterEvent decode(Value.Fields fields) {
          faults.at(Callback.DECODE);
          return codec.decode(fields);
        }
      };
    }

    @Override
    public DocumentFormat<Counter> format() {
      faults.at(Callback.FORMAT);
      DocumentFormat<Counter> format = super.format();
      return new DocumentFormat<>() {
        @Override
        public List<String> extensions() {
          return format.extensions();
        }

        @Override
        public ReadResult<Counter> read(byte[] bytes) {
          faults.at(Callback.READ_FILE);
          return format.read(bytes);
        }

        @Override
        public byte[] write(Counter model, List<Source> sources) {
          faults.at(Callback.WRITE_FILE);
          return format.write(model, sources);
        }
      };
    }
  }
}
