package dev.fcp.eventlog.journal;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.domain.ValueJson;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.journal.Journal.StepPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Reads the records of a journal from its segments. Safe for use by several threads. */
final class JournalReader {

  private final JournalFolder folder;
  private final Segments segments;
  private final SourceFiles sources;
  private final Upcasters upcasters;

  JournalReader(JournalFolder folder, Segments segments, SourceFiles sources, Upcasters upcasters) {
    this.folder = folder;
    this.segments = segments;
    this.sources = sources;
    this.upcasters = upcasters;
  }

  /** The records from one number to another, each read when it is asked for. */
  List<JournalRecord> records(long from, long to) {
    return new Records(from, Math.toIntExact(to - from + 1));
  }

  /** Records that are read when they are asked for. */
  private final class Records extends AbstractList<JournalRecord> {

    private final long from;
    private final int count;

    Records(long from, int count) {
      this.from = from;
      this.count = count;
    }

    @Override
    public JournalRecord get(int index) {
      return record(from + Objects.checkIndex(index, count));
    }

    @Override
    public int size() {
      return count;
    }
  }

  private JournalRecord record(long number) {
    try {
      byte[] line = line(number);
      JournalLine frame =
          JournalLine.read(line, 0, line.length)
              .filter(found -> found.number() == number)
              .orElseThrow(() -> new DamagedRecordException(number, "it is no longer as it was"));
      Value.Fields fields = ValueJson.read(frame.json(line)).asFields();
      return lifted(JournalRecordCodec.decode(fields, sources::find));
    } catch (MalformedValueException e) {
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      throw new DamagedRecordException(number, reason, e);
    } catch (IOException e) {
      throw new JournalException(
          "journal %s: record %d cannot be read: %s".formatted(folder.path(), number, e), e);
    }
  }

  private byte[] line(long number) throws IOException {
    return folder.reading(() -> {
      LineTable.Place place = segments.place(number);
      return folder.disk().read(place.file(), place.offsetBytes(), place.lengthBytes());
    });
  }

  private JournalRecord lifted(JournalRecord record) {
    List<Step<Value.Fields>> steps = new ArrayList<>();
    for (Step<Value.Fields> step : record.steps()) {
      List<Value.Fields> events =
          step.events().stream().flatMap(it -> upcasters.lift(it).stream()).toList();
      steps.add(events.equals(step.events()) ? step : step.withEvents(events));
    }
    return steps.isEmpty() ? record : record.with(steps);
  }

  /** Where the steps of the records up to a number stand. */
  List<StepPlace> stepPlaces(long until) {
    return folder.look(() -> {
      List<StepPlace> places = new ArrayList<>();
      Path file = folder.path();
      StepScan scan = new StepScan(new byte[0], places);
      for (long number = segments.firstNumber(); number <= until; number++) {
        LineTable.Place place = segments.place(number);
        if (!place.file().equals(file)) {
          file = place.file();
          scan = new StepScan(folder.read(file), places);
        }
        scan.read(number, place.offsetBytes() + JournalLine.contentStart(number));
      }
      return places;
    });
  }

  /** The ids of texts that records name, of those with these numbers, and that are gone. */
  List<String> lostSources(List<Long> numbers) throws IOException {
    List<String> lost = new ArrayList<>();
    for (long number : numbers) {
      Optional<String> id = sources.namedBy(line(number));
      if (id.isPresent() && sources.find(id.get()).isEmpty() && !lost.contains(id.get())) {
        lost.add(id.get());
      }
    }
    return lost;
  }
}
