package dev.fcp.spec.session;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.history.StepId.UlidGenerator;
import dev.fcp.eventlog.journal.InMemoryJournal;
import dev.fcp.eventlog.journal.Journal;
import dev.fcp.eventlog.journal.Journal.Snapshot;
import dev.fcp.eventlog.journal.JournalRecord;
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
 * Everything that a session calls, with faults at every call: domain, codecs, journal, clock, ids,
 * guards, listeners.
 */
record FaultyEnvironment(
    FaultInjector faults, InMemoryJournal storedJournal, Supplier<StepId> ids) {

  private static final long SEED = 42;
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  FaultyEnvironment(FaultInjector faults, InMemoryJournal storedJournal) {
    this(faults, storedJournal, new UlidGenerator(() -> NOW, new Random(SEED)));
  }

  /** Adds a guard, a listener of the session and a listener of its group. */
  Session<Counter, CounterEvent> watched(Session<Counter, CounterEvent> session) {
    session.addGuard((label, change) -> {
      faults.enter(Callback.GUARD);
      return Optional.empty();
    });
    session.listen(change -> faults.enter(Callback.LISTENER));
    SessionGroup group = new SessionGroup();
    Subscription unused = group.add(session);
    group.activate(session);
    group.listen(change -> faults.enter(Callback.GROUP_LISTENER));
    return session;
  }

  Domain<Counter, CounterEvent> domain() {
    return new FaultyDomain(faults);
  }

  Journal journal() {
    return new FaultyJournal(storedJournal, faults);
  }

  SessionSettings settings() {
    return new SessionSettings(
        () -> {
          faults.enter(Callback.CLOCK);
          return NOW;
        },
        () -> {
          faults.enter(Callback.IDS);
          return ids.get();
        });
  }

  /** A journal that requests a snapshot after every third record. */
  private record FaultyJournal(InMemoryJournal delegate, FaultInjector faults) implements Journal {

    @Override
    public long lastNumber() {
      faults.enter(Callback.JOURNAL_LAST_NUMBER);
      return delegate.lastNumber();
    }

    @Override
    public AppendResult append(long expectedLastNumber, JournalRecord record) {
      faults.enter(Callback.JOURNAL_ENCODE);
      faults.enter(Callback.JOURNAL_APPEND);
      AppendResult appended = delegate.append(expectedLastNumber, record);
      faults.enter(Callback.JOURNAL_APPENDED);
      return appended;
    }

    @Override
    public List<JournalRecord> read(long fromNumber) {
      faults.enter(Callback.JOURNAL_READ);
      List<JournalRecord> records = delegate.read(fromNumber);
      return new AbstractList<>() {
        @Override
        public JournalRecord get(int index) {
          faults.enter(Callback.JOURNAL_DECODE);
          return records.get(index);
        }

        @Override
        public int size() {
          return records.size();
        }
      };
    }

    @Override
    public boolean isSnapshotDue() {
      faults.enter(Callback.JOURNAL_WANTS_SNAPSHOT);
      return delegate.lastNumber() % 3 == 0;
    }

    @Override
    public void writeSnapshot(Snapshot snapshot) {
      faults.enter(Callback.JOURNAL_KEEP);
      delegate.writeSnapshot(snapshot);
    }

    @Override
    public List<Long> snapshotNumbers() {
      faults.enter(Callback.JOURNAL_SNAPSHOTS);
      return delegate.snapshotNumbers();
    }

    @Override
    public Optional<Snapshot> snapshot(long recordNumber) {
      return delegate.snapshot(recordNumber);
    }
  }

  private static final class FaultyDomain extends ForwardingDomain<Counter, CounterEvent> {

    private final FaultInjector faults;

    FaultyDomain(FaultInjector faults) {
      super(new CounterDomain());
      this.faults = faults;
    }

    @Override
    public String name() {
      faults.enter(Callback.NAME);
      return super.name();
    }

    @Override
    public Counter empty() {
      faults.enter(Callback.EMPTY);
      return super.empty();
    }

    @Override
    public Counter replay(CounterEvent event, Counter model) {
      faults.enter(Callback.REPLAY);
      return super.replay(event, model);
    }

    @Override
    public CounterEvent invert(CounterEvent event) {
      faults.enter(Callback.INVERT);
      return super.invert(event);
    }

    @Override
    public Optional<Conflict> check(CounterEvent event, Counter model) {
      faults.enter(Callback.CHECK);
      return super.check(event, model);
    }

    @Override
    public Digest digest(Counter model) {
      faults.enter(Callback.DIGEST);
      return super.digest(model);
    }

    @Override
    public Digest digestFromScratch(Counter model) {
      faults.enter(Callback.DIGEST_FROM_SCRATCH);
      return super.digestFromScratch(model);
    }

    @Override
    public EventMerge<CounterEvent> merge(CounterEvent first, CounterEvent second) {
      faults.enter(Callback.MERGE);
      return super.merge(first, second);
    }

    @Override
    public ModelCodec<Counter> modelCodec() {
      faults.enter(Callback.MODEL_CODEC);
      ModelCodec<Counter> codec = super.modelCodec();
      return new ModelCodec<>() {
        @Override
        public byte[] encode(Counter model) {
          faults.enter(Callback.MODEL_ENCODE);
          return codec.encode(model);
        }

        @Override
        public Counter decode(byte[] bytes) {
          faults.enter(Callback.MODEL_DECODE);
          return codec.decode(bytes);
        }
      };
    }

    @Override
    public EventCodec<CounterEvent> eventCodec() {
      faults.enter(Callback.EVENT_CODEC);
      EventCodec<CounterEvent> codec = super.eventCodec();
      return new EventCodec<>() {
        @Override
        public Value.Fields encode(CounterEvent event) {
          faults.enter(Callback.ENCODE);
          return codec.encode(event);
        }

        @Override
        public CounterEvent decode(Value.Fields fields) {
          faults.enter(Callback.DECODE);
          return codec.decode(fields);
        }
      };
    }

    @Override
    public DocumentFormat<Counter> format() {
      faults.enter(Callback.FORMAT);
      DocumentFormat<Counter> format = super.format();
      return new DocumentFormat<>() {
        @Override
        public List<String> extensions() {
          return format.extensions();
        }

        @Override
        public ReadResult<Counter> read(byte[] bytes) {
          faults.enter(Callback.READ_FILE);
          return format.read(bytes);
        }

        @Override
        public byte[] write(Counter model, List<Source> sources) {
          faults.enter(Callback.WRITE_FILE);
          return format.write(model, sources);
        }
      };
    }
  }
}
