package dev.fcp.verbs.tally;

import com.google.common.hash.Hashing;
import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.RepairedModel;
import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Domain.DanglingReference;
import dev.fcp.eventlog.domain.Domain.Effect;
import dev.fcp.eventlog.domain.Domain.EventMerge;
import dev.fcp.eventlog.domain.Domain.Touches;
import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.EventCodec;
import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The domain of tallies. */
public class TallyDomain implements Domain<Tally, TallyEvent> {

  private static final EntityRef SHELF = new EntityRef("shelf", "it");

  @Override
  public String name() {
    return "tally";
  }

  @Override
  public Tally empty() {
    return new Tally("", new TreeMap<>());
  }

  @Override
  public Tally replay(TallyEvent event, Tally model) {
    if (check(event, model).isPresent()) {
      throw new IllegalArgumentException(event + " does not apply to " + model);
    }
    return switch (event) {
      case TallyEvent.Added(var thing, var count) -> model.with(thing, count);
      case TallyEvent.Removed(var thing, var count) -> model.without(thing);
      case TallyEvent.Counted(var thing, var before, var after) -> model.with(thing, after);
      case TallyEvent.Titled(var before, var after) -> new Tally(after, model.counts());
    };
  }

  @Override
  public TallyEvent invert(TallyEvent event) {
    return switch (event) {
      case TallyEvent.Added(var thing, var count) -> new TallyEvent.Removed(thing, count);
      case TallyEvent.Removed(var thing, var count) -> new TallyEvent.Added(thing, count);
      case TallyEvent.Counted(var thing, var before, var after) ->
          new TallyEvent.Counted(thing, after, before);
      case TallyEvent.Titled(var before, var after) -> new TallyEvent.Titled(after, before);
    };
  }

  @Override
  public Optional<Conflict> check(TallyEvent event, Tally model) {
    return switch (event) {
      case TallyEvent.Added(var thing, var count) ->
          model.counts().containsKey(thing)
              ? Optional.of(Conflict.alreadyExists(thing(thing)))
              : Optional.empty();
      case TallyEvent.Removed(var thing, var count) -> checkCount(thing, count, model);
      case TallyEvent.Counted(var thing, var before, var after) -> checkCount(thing, before, model);
      case TallyEvent.Titled(var before, var after) ->
          before.equals(model.title())
              ? Optional.empty()
              : Optional.of(
                  Conflict.changed(
                      new Unit(SHELF, "title"), Optional.of(before), Optional.of(model.title())));
    };
  }

  private static Optional<Conflict> checkCount(String thing, int count, Tally model) {
    Integer current = model.counts().get(thing);
    if (current == null) {
      return Optional.of(Conflict.missing(thing(thing)));
    }
    Unit unit = new Unit(thing(thing), "count");
    return current == count
        ? Optional.empty()
        : Optional.of(Conflict.changed(unit, Optional.of("" + count), Optional.of("" + current)));
  }

  private static EntityRef thing(String name) {
    return new EntityRef("thing", name);
  }

  @Override
  public List<DanglingReference> danglingReferences(TallyEvent event, Tally model) {
    return List.of();
  }

  @Override
  public Touches touches(TallyEvent event) {
    Unit unit =
        switch (event) {
          case TallyEvent.Added(var thing, var count) -> Unit.whole(thing(thing));
          case TallyEvent.Removed(var thing, var count) -> Unit.whole(thing(thing));
          case TallyEvent.Counted(var thing, var before, var after) ->
              new Unit(thing(thing), "count");
          case TallyEvent.Titled titled -> new Unit(SHELF, "title");
        };
    return new Touches(Set.of(unit), Set.of(), Set.of());
  }

  @Override
  public List<TallyEvent> diff(Tally from, Tally to) {
    List<TallyEvent> events = new ArrayList<>();
    from.counts()
        .forEach((thing, before) -> {
          Integer after = to.counts().get(thing);
          if (after == null) {
            events.add(new TallyEvent.Removed(thing, before));
          } else if (!after.equals(before)) {
            events.add(new TallyEvent.Counted(thing, before, after));
          }
        });
    to.counts()
        .forEach((thing, count) -> {
          if (!from.counts().containsKey(thing)) {
            events.add(new TallyEvent.Added(thing, count));
          }
        });
    if (!from.title().equals(to.title())) {
      events.add(new TallyEvent.Titled(from.title(), to.title()));
    }
    return events;
  }

  @Override
  public Digest digest(Tally model) {
    return digestFromScratch(model);
  }

  @Override
  public Digest digestFromScratch(Tally model) {
    byte[] hash = Hashing.murmur3_128().hashBytes(format().write(model, List.of())).asBytes();
    ByteBuffer bytes = ByteBuffer.wrap(hash);
    int sum = model.counts().values().stream().mapToInt(Integer::intValue).sum();
    String summary = model.counts().size() + "t " + sum + "n";
    return new Digest(1, summary, bytes.getLong(), bytes.getLong());
  }

  @Override
  public Optional<TallyEvent> without(TallyEvent event, Set<Unit> units) {
    Set<Unit> own = touches(event).written();
    boolean meets = units.stream().anyMatch(unit -> own.stream().anyMatch(unit::overlaps));
    return meets ? Optional.empty() : Optional.of(event);
  }

  @Override
  public Effect effect(TallyEvent event) {
    return switch (event) {
      case TallyEvent.Added added -> Effect.CREATES;
      case TallyEvent.Removed removed -> Effect.DELETES;
      case TallyEvent.Counted counted -> Effect.MODIFIES;
      case TallyEvent.Titled titled -> Effect.MODIFIES;
    };
  }

  @Override
  public Optional<TallyEvent> rebase(TallyEvent event, Tally model) {
    return switch (event) {
      case TallyEvent.Added(var thing, var count) ->
          model.counts().containsKey(thing) ? counted(thing, model, count) : Optional.of(event);
      case TallyEvent.Removed(var thing, var count) ->
          Optional.ofNullable(model.counts().get(thing))
              .map(current -> new TallyEvent.Removed(thing, current));
      case TallyEvent.Counted(var thing, var before, var after) -> counted(thing, model, after);
      case TallyEvent.Titled(var before, var after) ->
          after.equals(model.title())
              ? Optional.empty()
              : Optional.of(new TallyEvent.Titled(model.title(), after));
    };
  }

  private static Optional<TallyEvent> counted(String thing, Tally model, int count) {
    return Optional.ofNullable(model.counts().get(thing))
        .filter(current -> current != count)
        .map(current -> new TallyEvent.Counted(thing, current, count));
  }

  @Override
  public EventMerge<TallyEvent> merge(TallyEvent first, TallyEvent second) {
    return new EventMerge.NotMergeable<>();
  }

  @Override
  public EventCodec<TallyEvent> eventCodec() {
    return new TallyEventCodec();
  }

  @Override
  public ModelCodec<Tally> modelCodec() {
    return new TallyModelCodec();
  }

  /** Encodes models as files, which contain the whole model. */
  private record TallyModelCodec() implements ModelCodec<Tally> {

    @Override
    public byte[] encode(Tally model) {
      return new TallyFormat().write(model, List.of());
    }

    @Override
    public Tally decode(byte[] bytes) {
      return switch (new TallyFormat().read(bytes)) {
        case ReadResult.Readable<Tally>(var model, var source) -> model;
        case ReadResult.Unreadable<Tally> unreadable ->
            throw new MalformedValueException("no model of a tally: " + unreadable);
      };
    }
  }

  @Override
  public DocumentFormat<Tally> format() {
    return new TallyFormat();
  }

  /** Encodes events as fields. */
  private record TallyEventCodec() implements EventCodec<TallyEvent> {

    @Override
    public Value.Fields encode(TallyEvent event) {
      return switch (event) {
        case TallyEvent.Added(var thing, var count) ->
            fields("added", thing, Map.of("count", Value.of(count)));
        case TallyEvent.Removed(var thing, var count) ->
            fields("removed", thing, Map.of("count", Value.of(count)));
        case TallyEvent.Counted(var thing, var before, var after) ->
            fields("counted", thing, Map.of("before", Value.of(before), "after", Value.of(after)));
        case TallyEvent.Titled(var before, var after) ->
            fields("titled", "", Map.of("before", Value.of(before), "after", Value.of(after)));
      };
    }

    private static Value.Fields fields(String type, String thing, Map<String, Value> others) {
      Map<String, Value> all = new TreeMap<>(others);
      all.put("type", Value.of(type));
      all.put("thing", Value.of(thing));
      return Value.Fields.of(all);
    }

    @Override
    public TallyEvent decode(Value.Fields fields) {
      String thing = fields.text("thing");
      return switch (fields.text("type")) {
        case "added" -> new TallyEvent.Added(thing, whole(fields, "count"));
        case "removed" -> new TallyEvent.Removed(thing, whole(fields, "count"));
        case "counted" ->
            new TallyEvent.Counted(thing, whole(fields, "before"), whole(fields, "after"));
        case "titled" -> new TallyEvent.Titled(fields.text("before"), fields.text("after"));
        default -> throw new MalformedValueException("no event of a tally: " + fields);
      };
    }

    private static int whole(Value.Fields fields, String name) {
      return Math.toIntExact(fields.at(name).asLong());
    }
  }

  /**
   * Reads and writes tallies: a title after a number sign, then one line per thing.
   *
   * <pre>
   * # Fruit
   * apple=3
   * </pre>
   */
  private record TallyFormat() implements DocumentFormat<Tally> {

    @Override
    public List<String> extensions() {
      return List.of("tally");
    }

    @Override
    public ReadResult<Tally> read(byte[] bytes) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (!text.matches("# [^\n]*\n([^=\n]+=[0-9]{1,6}\n)*")) {
        return new ReadResult.Unreadable<>(0, "this is no tally", Optional.empty());
      }
      List<String> lines = text.lines().toList();
      Tally tally = new Tally(lines.get(0).substring(2), new TreeMap<>());
      for (String line : lines.subList(1, lines.size())) {
        int sign = line.indexOf('=');
        tally = tally.with(line.substring(0, sign), Integer.parseInt(line.substring(sign + 1)));
      }
      return new ReadResult.Readable<>(tally, Source.of(bytes));
    }

    /** Keeps the valid lines, if there are any. */
    @Override
    public Optional<RepairedModel<Tally>> repair(byte[] bytes) {
      Tally tally = new Tally("", new TreeMap<>());
      List<String> findings = new ArrayList<>();
      for (String line : new String(bytes, StandardCharsets.UTF_8).lines().toList()) {
        int sign = line.indexOf('=');
        if (line.matches("[^=]+=[0-9]{1,6}")) {
          tally = tally.with(line.substring(0, sign), Integer.parseInt(line.substring(sign + 1)));
        } else {
          findings.add("left out: " + line);
        }
      }
      return tally.counts().isEmpty()
          ? Optional.empty()
          : Optional.of(new RepairedModel<>(tally, findings));
    }

    @Override
    public byte[] write(Tally model, List<Source> sources) {
      StringBuilder text = new StringBuilder("# ").append(model.title()).append('\n');
      model.counts().forEach((thing, n) -> text.append(thing).append('=').append(n).append('\n'));
      return text.toString().getBytes(StandardCharsets.UTF_8);
    }
  }
}
