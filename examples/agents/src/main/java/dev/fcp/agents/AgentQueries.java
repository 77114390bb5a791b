package dev.fcp.agents;

import static dev.fcp.verbs.form.OperationRefusedException.because;

import dev.fcp.agents.ReadModels.Attention;
import dev.fcp.agents.ReadModels.UsageTable;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.persistent.PersistentMap;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.QueryContext;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Phrases;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The queries about projects. */
final class AgentQueries {

  private AgentQueries() {}

  static List<Query<EntityModel<String, Item>>> all() {
    return List.of(
        Query.of(
            form("agents", "the agents and their states; or what one of them knew at some moment")
                .optional("AGENT")
                .optional("at")
                .optional("WHEN")
                .syntax(
                    "agents",
                    "agents AGENT [at NAME|STEP|TIME|ITEM]",
                    "agents at NAME|STEP|TIME|ITEM"),
            AgentQueries::agents),
        Query.of(
            form("board", "the commitments by status"),
            (query, context) -> {
              List<String> lines = board(context.read(ReadModels.COMMITMENTS));
              return lines.isEmpty()
                  ? QueryResult.lines("no agent has made a commitment")
                  : QueryResult.lines(lines);
            }),
        Query.of(
            form("messages", "the messages, or those of an agent").optional("AGENT"),
            (query, context) -> {
              Optional<String> agent = agent(query, context);
              return QueryResult.lines(messages(agent, context.read(ReadModels.MESSAGES)));
            }),
        Query.of(
            form("timeline", "what happened, or what concerns an agent").optional("AGENT"),
            AgentQueries::timeline),
        Query.of(
            form("metrics", "tokens and tools of the agents, and the attention of the user"),
            (query, context) ->
                QueryResult.lines(
                    metrics(context.read(ReadModels.USAGE), context.read(ReadModels.ATTENTION)))),
        Query.of(
            form("map", "all items"),
            (query, context) -> QueryResult.lines(matching("", context.model()))),
        Query.of(
            form("find", "the items with a text").required("TEXT").suggestingQuotes(),
            (query, context) -> QueryResult.lines(matching(query.words().get(0), context.model()))),
        Query.of(
            form("describe", "an item as in the file").required("ITEM").suggestingQuotes(),
            (query, context) -> QueryResult.lines(described(query, context.model()))),
        Query.of(
            form("stats", "how many items of each kind there are"),
            (query, context) -> QueryResult.lines(context.model().digest().summary())));
  }

  private static Form form(String name, String summary) {
    return Form.of(name, "queries", summary);
  }

  private static Optional<String> agent(
      ParsedOperation query, QueryContext<EntityModel<String, Item>> context) {
    return query
        .word(0)
        .map(name -> agent(ReferenceArgument.word(query, 0), context.read(ReadModels.AGENTS)));
  }

  private static String agent(
      ReferenceArgument reference, PersistentMap<String, Item.Agent> agents) {
    List<String> names = agents.keys().stream().map(ItemSpec::name).toList();
    return reference.resolveIn(NameResolver.of(names, name -> name), "agent");
  }

  private static QueryResult agents(
      ParsedOperation query, QueryContext<EntityModel<String, Item>> context) {
    List<String> words = query.words();
    int at = words.size() - 2;
    boolean isPast = at >= 0 && words.get(at).equals("at");
    if (!isPast && words.size() > 1) {
      throw because("agents takes a name, and at with a moment");
    }
    EntityModel<String, Item> model =
        isPast ? modelAt(ReferenceArgument.word(query, at + 1), context) : context.model();
    PersistentMap<String, Item.Agent> agents =
        isPast ? ReadModels.AGENTS.project(model) : context.read(ReadModels.AGENTS);
    return QueryResult.lines(
        words.size() == (isPast ? 2 : 0)
            ? tree(agents)
            : knowledge(agent(ReferenceArgument.word(query, 0), agents), model));
  }

  /** The project right after an item was changed last, or at another moment of its history. */
  private static EntityModel<String, Item> modelAt(
      ReferenceArgument when, QueryContext<EntityModel<String, Item>> context) {
    Map<String, String> stepIds = new LinkedHashMap<>();
    for (Step<?> step : context.history().steps()) {
      for (Object event : step.events()) {
        if (event instanceof AgentEvent change) {
          moments(change.change()).forEach(name -> stepIds.put(name, step.id().ulid()));
        }
      }
    }
    String stepId = stepIds.get(when.reference());
    return context
        .history()
        .modelAt(stepId == null ? when : new ReferenceArgument(stepId, when.withReference()));
  }

  /** The names of the moment of a change: those of its item, and the rule that was broken. */
  private static List<String> moments(Change<String, Item> change) {
    List<String> names = new ArrayList<>(ItemNames.of(change.key()));
    if (change instanceof Change.Created<String, Item>(var key, Item.Violation violation)) {
      names.add(violation.rule());
    }
    return names;
  }

  /** The agents, those that an agent spawned indented below it. */
  static List<String> tree(PersistentMap<String, Item.Agent> agents) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, Item.Agent> agent : ReadModels.inOrder(agents)) {
      boolean isRoot =
          agent.getValue().parent().filter(it -> agents.containsKey(ItemSpec.agent(it))).isEmpty();
      if (isRoot) {
        addTree(agent, agents, "", lines);
      }
    }
    return lines;
  }

  private static void addTree(
      Map.Entry<String, Item.Agent> agent,
      PersistentMap<String, Item.Agent> agents,
      String indent,
      List<String> lines) {
    lines.add(indent + ItemText.describe(agent.getKey(), agent.getValue()));
    Optional<String> name = Optional.of(ItemSpec.name(agent.getKey()));
    for (Map.Entry<String, Item.Agent> child : ReadModels.inOrder(agents)) {
      if (child.getValue().parent().equals(name)) {
        addTree(child, agents, indent + "  ", lines);
      }
    }
  }

  /** What an agent knows: its work, its commitments, the documents, its messages and its tools. */
  static List<String> knowledge(String agent, EntityModel<String, Item> model) {
    List<String> lines = new ArrayList<>();
    String key = ItemSpec.agent(agent);
    lines.add(ItemText.describe(key, model.at(key)));
    model
        .entitiesInOrder()
        .filter(
            item -> item.getValue() instanceof Item.Document || concerns(item.getValue(), agent))
        .filter(item -> !item.getKey().equals(key))
        .forEach(item -> lines.add("  " + ItemText.describe(item.getKey(), item.getValue())));
    return lines;
  }

  /** Whether an item is of an agent. */
  private static boolean concerns(Item item, String agent) {
    return switch (item) {
      case Item.Project it -> false;
      case Item.Agent it -> it.parent().equals(Optional.of(agent));
      case Item.Sent it -> it.agent().equals(agent);
      case Item.Received it -> it.agent().equals(agent);
      case Item.Tool it -> it.agent().equals(agent);
      case Item.Commitment it ->
          it.agent().equals(agent) || it.verifier().equals(Optional.of(agent));
      case Item.Document it -> false;
      case Item.Focus it -> it.target().equals(Optional.of(ItemSpec.agent(agent)));
      case Item.Violation it -> it.agent().equals(agent);
      case Item.Unsent it -> it.agent().equals(agent);
      case Item.Corrupt it -> false;
      case Item.Opaque it -> it.agent().equals(agent);
    };
  }

  static List<String> board(PersistentMap<String, Item.Commitment> items) {
    List<Map.Entry<String, Item.Commitment>> commitments = ReadModels.inOrder(items);
    List<String> lines = new ArrayList<>();
    for (String status : Item.Commitment.STATUSES) {
      List<Map.Entry<String, Item.Commitment>> those =
          commitments.stream().filter(it -> it.getValue().status().equals(status)).toList();
      if (!those.isEmpty()) {
        lines.add(status + ":");
        those.forEach(it ->
            lines.add(
                "  "
                    + ItemText.describe(it.getKey(), it.getValue())
                    + it.getValue().assertion().map(text -> "; " + text).orElse("")));
      }
    }
    return lines;
  }

  private static List<String> messages(
      Optional<String> agent, PersistentMap<String, Item.Message> messages) {
    return ReadModels.inOrder(messages).stream()
        .filter(it -> agent.filter(name -> !concerns(it.getValue(), name)).isEmpty())
        .map(it -> ItemText.describe(it.getKey(), it.getValue()))
        .toList();
  }

  private static QueryResult timeline(
      ParsedOperation query, QueryContext<EntityModel<String, Item>> context) {
    // An agent may be named that was rolled back.
    Optional<String> agent = query.word(0);
    List<String> lines = new ArrayList<>();
    for (Step<?> step : context.history().steps()) {
      boolean isByAgent = agent.isEmpty() || agent.get().equals(step.origin().actor());
      for (Object event : step.events()) {
        if (event instanceof AgentEvent it && (isByAgent || concerns(it.change(), agent.get()))) {
          lines.add(
              "%s %s %s"
                  .formatted(
                      step.time().truncatedTo(ChronoUnit.SECONDS),
                      step.origin().actor(),
                      AgentsLanguage.describe(it)));
        }
      }
    }
    return QueryResult.lines(lines);
  }

  private static boolean concerns(Change<String, Item> change, String agent) {
    boolean isAgent = change.key().equals(ItemSpec.agent(agent));
    return switch (change) {
      case Change.Created<String, Item>(var key, var item) -> isAgent || concerns(item, agent);
      case Change.Deleted<String, Item>(var key, var item) -> isAgent || concerns(item, agent);
      case Change.Modified<String, Item> modified -> isAgent;
    };
  }

  static List<String> metrics(UsageTable usages, Attention attention) {
    List<String> lines = new ArrayList<>();
    usages
        .byAgent()
        .forEach(usage ->
            lines.add(
                "agent %s: %d tokens in, %d out; %s, %d s"
                    .formatted(
                        usage.getKey(),
                        usage.getValue().input(),
                        usage.getValue().output(),
                        Phrases.count(usage.getValue().calls(), "tool call", "tool calls"),
                        usage.getValue().toolTime().toSeconds())));
    attention
        .times()
        .forEach(time ->
            lines.add(
                "attention to %s: %d s"
                    .formatted(ItemText.label(time.getKey()), time.getValue().toSeconds())));
    attention.current().ifPresent(key -> lines.add("attention now: " + ItemText.label(key)));
    return lines;
  }

  private static List<String> matching(String text, EntityModel<String, Item> model) {
    return model
        .entitiesInOrder()
        .filter(item -> lines(item.getKey(), item.getValue()).contains(text))
        .map(item -> ItemText.describe(item.getKey(), item.getValue()))
        .toList();
  }

  private static List<String> described(ParsedOperation query, EntityModel<String, Item> model) {
    List<String> keys = model.entitiesInOrder().map(Map.Entry::getKey).toList();
    String key =
        ReferenceArgument.word(query, 0)
            .resolveIn(NameResolver.of(keys, ItemNames::of, it -> it), "item");
    return lines(key, model.at(key)).lines().toList();
  }

  private static String lines(String key, Item item) {
    return ProjectFormat.format(AgentsDomain.SPEC, key, item, "\n");
  }
}
