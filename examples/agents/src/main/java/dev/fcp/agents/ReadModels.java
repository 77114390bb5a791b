package dev.fcp.agents;

import dev.fcp.eventlog.domain.ModelCodec;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.eventlog.session.Projection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What is derived from a project, each updated with the events since it was read. Values that are
 * much smaller than a long project are stored, so that a project that is opened again need not be
 * searched for them.
 */
final class ReadModels {

  /** The agents by key, with their states and parents. */
  static final Projection<EntityModel<String, Item>, AgentEvent, PersistentMap<String, Item.Agent>>
      AGENTS = new Rows<>("agents", Item.Agent.class, true);

  /** The messages to and from agents by key. */
  static final Projection<
          EntityModel<String, Item>, AgentEvent, PersistentMap<String, Item.Message>>
      MESSAGES = new Rows<>("messages", Item.Message.class, false);

  /** The commitments by key. */
  static final Projection<
          EntityModel<String, Item>, AgentEvent, PersistentMap<String, Item.Commitment>>
      COMMITMENTS = new Rows<>("commitments", Item.Commitment.class, true);

  /** How long the user paid attention to each item. */
  static final Projection<EntityModel<String, Item>, AgentEvent, Attention> ATTENTION =
      new AttentionProjection();

  /** The tokens and the tool calls of each agent. */
  static final Projection<EntityModel<String, Item>, AgentEvent, UsageTable> USAGE =
      new UsageProjection();

  private ReadModels() {}

  /**
   * The attention of the user.
   *
   * @param changes the changes of focus by key
   * @param times by the key of an item, how long the focus was on it until it went elsewhere
   */
  record Attention(
      PersistentMap<String, Item.Focus> changes, PersistentMap<String, Duration> times) {

    private static Attention of(PersistentMap<String, Item.Focus> changes) {
      PersistentMap<String, Duration> times = PersistentMap.empty();
      List<Item.Focus> inOrder = inOrder(changes).stream().map(Map.Entry::getValue).toList();
      for (int i = 0; i + 1 < inOrder.size(); i++) {
        Duration time = between(inOrder.get(i).at(), inOrder.get(i + 1).at());
        String target = inOrder.get(i).target().orElse("");
        if (!target.isEmpty()) {
          Duration known = times.get(target);
          times = times.with(target, known == null ? time : known.plus(time));
        }
      }
      return new Attention(changes, times);
    }

    /** The item that has the focus now. */
    Optional<String> current() {
      List<Map.Entry<String, Item.Focus>> inOrder = inOrder(changes);
      return inOrder.isEmpty() ? Optional.empty() : inOrder.getLast().getValue().target();
    }
  }

  /** The time between two instants; none if the clock went back. */
  private static Duration between(String from, String to) {
    Duration time = Duration.between(Instant.parse(from), Instant.parse(to));
    return time.isNegative() ? Duration.ZERO : time;
  }

  /**
   * What an agent used.
   *
   * @param input the tokens it read
   * @param output the tokens it wrote
   * @param calls the tools it started
   * @param toolTime how long its finished tools took
   */
  record Usage(long input, long output, int calls, Duration toolTime) {

    static final Usage NONE = new Usage(0, 0, 0, Duration.ZERO);

    Usage plus(Usage other) {
      return new Usage(
          input + other.input,
          output + other.output,
          calls + other.calls,
          toolTime.plus(other.toolTime));
    }

    Usage minus(Usage other) {
      return plus(new Usage(-other.input, -other.output, -other.calls, other.toolTime.negated()));
    }
  }

  /**
   * What the agents used.
   *
   * @param shares by the key of an item, its agent and what it adds to the usage of that agent
   * @param byAgent by the name of an agent
   */
  record UsageTable(
      PersistentMap<String, Map.Entry<String, Usage>> shares,
      PersistentMap<String, Usage> byAgent) {

    private static final UsageTable EMPTY =
        new UsageTable(PersistentMap.empty(), PersistentMap.empty());

    /** This table after a change of an item, which is empty if the item is deleted. */
    private UsageTable with(String key, Optional<Item> item) {
      PersistentMap<String, Usage> totals = byAgent;
      Map.Entry<String, Usage> before = shares.get(key);
      if (before != null) {
        Usage rest = Objects.requireNonNull(totals.get(before.getKey())).minus(before.getValue());
        totals =
            rest.equals(Usage.NONE)
                ? totals.without(before.getKey())
                : totals.with(before.getKey(), rest);
      }
      Optional<Map.Entry<String, Usage>> after =
          item.flatMap(UsageTable::share).filter(it -> !it.getValue().equals(Usage.NONE));
      if (after.isEmpty()) {
        return new UsageTable(shares.without(key), totals);
      }
      Usage known = totals.get(after.get().getKey());
      Usage sum = (known == null ? Usage.NONE : known).plus(after.get().getValue());
      return new UsageTable(shares.with(key, after.get()), totals.with(after.get().getKey(), sum));
    }

    private static Optional<Map.Entry<String, Usage>> share(Item item) {
      return switch (item) {
        case Item.Received it ->
            Optional.of(
                Map.entry(it.agent(), new Usage(it.input(), it.output(), 0, Duration.ZERO)));
        case Item.Tool it -> Optional.of(Map.entry(it.agent(), new Usage(0, 0, 1, toolTime(it))));
        case Item.Project it -> Optional.empty();
        case Item.Agent it -> Optional.empty();
        case Item.Sent it -> Optional.empty();
        case Item.Commitment it -> Optional.empty();
        case Item.Document it -> Optional.empty();
        case Item.Focus it -> Optional.empty();
        case Item.Violation it -> Optional.empty();
        case Item.Unsent it -> Optional.empty();
        case Item.Corrupt it -> Optional.empty();
        case Item.Opaque it -> Optional.empty();
      };
    }

    private static Duration toolTime(Item.Tool tool) {
      return tool.at().isPresent() && tool.end().isPresent()
          ? between(tool.at().get(), tool.end().get())
          : Duration.ZERO;
    }
  }

  /** The rows of a read model in the order of the file. */
  static <R extends Item> List<Map.Entry<String, R>> inOrder(PersistentMap<String, R> rows) {
    return rows.stream()
        .sorted(
            Comparator.<Map.Entry<String, R>, OrderKey>comparing(row -> row.getValue().order())
                .thenComparing(Map.Entry::getKey))
        .toList();
  }

  /**
   * The items of a type by key.
   *
   * @param isStored whether they are stored, as a project of these items alone
   */
  private record Rows<R extends Item>(String name, Class<R> type, boolean isStored)
      implements Projection<EntityModel<String, Item>, AgentEvent, PersistentMap<String, R>> {

    @Override
    public PersistentMap<String, R> project(EntityModel<String, Item> model) {
      PersistentMap<String, R> rows = PersistentMap.empty();
      for (String key : model.entities().keys()) {
        rows = updated(rows, key, model);
      }
      return rows;
    }

    @Override
    public PersistentMap<String, R> apply(
        PersistentMap<String, R> value, List<AgentEvent> events, EntityModel<String, Item> model) {
      PersistentMap<String, R> rows = value;
      for (AgentEvent event : events) {
        rows = updated(rows, event.change().key(), model);
      }
      return rows;
    }

    private PersistentMap<String, R> updated(
        PersistentMap<String, R> rows, String key, EntityModel<String, Item> model) {
      Optional<R> found = model.find(key).filter(type::isInstance).map(type::cast);
      return found.isPresent() ? rows.with(key, found.get()) : rows.without(key);
    }

    @Override
    public Optional<ModelCodec<PersistentMap<String, R>>> codec() {
      return isStored ? Optional.of(new RowsCodec<>(this)) : Optional.empty();
    }
  }

  /** Encodes the items of a type like a project. */
  private record RowsCodec<R extends Item>(Rows<R> rows)
      implements ModelCodec<PersistentMap<String, R>> {

    private static final ModelCodec<EntityModel<String, Item>> PROJECTS =
        new AgentsDomain().modelCodec();

    @Override
    public byte[] encode(PersistentMap<String, R> value) {
      List<Map.Entry<String, Item>> items = new ArrayList<>();
      value.forEach(row -> items.add(Map.entry(row.getKey(), row.getValue())));
      return PROJECTS.encode(EntityModel.of(AgentsDomain.SPEC, items));
    }

    @Override
    public PersistentMap<String, R> decode(byte[] bytes) {
      return rows.project(PROJECTS.decode(bytes));
    }
  }

  /** The attention of the user, computed from the changes of focus whenever there is another. */
  private record AttentionProjection(Rows<Item.Focus> changes)
      implements Projection<EntityModel<String, Item>, AgentEvent, Attention>,
          ModelCodec<Attention> {

    AttentionProjection() {
      this(new Rows<>("attention", Item.Focus.class, true));
    }

    @Override
    public String name() {
      return changes.name();
    }

    @Override
    public Attention project(EntityModel<String, Item> model) {
      return Attention.of(changes.project(model));
    }

    @Override
    public Attention apply(
        Attention value, List<AgentEvent> events, EntityModel<String, Item> model) {
      PersistentMap<String, Item.Focus> after = changes.apply(value.changes(), events, model);
      return after.equals(value.changes()) ? value : Attention.of(after);
    }

    @Override
    public Optional<ModelCodec<Attention>> codec() {
      return Optional.of(this);
    }

    @Override
    public byte[] encode(Attention value) {
      return new RowsCodec<>(changes).encode(value.changes());
    }

    @Override
    public Attention decode(byte[] bytes) {
      return Attention.of(new RowsCodec<>(changes).decode(bytes));
    }
  }

  /** What the agents used. Its value is as large as the project, and not stored. */
  private record UsageProjection()
      implements Projection<EntityModel<String, Item>, AgentEvent, UsageTable> {

    @Override
    public String name() {
      return "usage";
    }

    @Override
    public UsageTable project(EntityModel<String, Item> model) {
      UsageTable table = UsageTable.EMPTY;
      for (String key : model.entities().keys()) {
        table = table.with(key, model.find(key));
      }
      return table;
    }

    @Override
    public UsageTable apply(
        UsageTable value, List<AgentEvent> events, EntityModel<String, Item> model) {
      UsageTable table = value;
      for (AgentEvent event : events) {
        String key = event.change().key();
        table = table.with(key, model.find(key));
      }
      return table;
    }
  }
}
