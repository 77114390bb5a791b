package dev.fcp.agents;

import static dev.fcp.verbs.form.OperationRefusedException.because;
import static dev.fcp.verbs.form.OperationRefusedException.translatingIllegalArgument;

import dev.fcp.eventlog.domain.Domain;
import dev.fcp.eventlog.domain.Unit;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.plaintext.Text;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.EntityName;
import dev.fcp.verbs.Query;
import dev.fcp.verbs.ResultLine;
import dev.fcp.verbs.Verb;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.form.Param;
import dev.fcp.verbs.form.ReferenceArgument;
import dev.fcp.verbs.names.NameResolver;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The operation language of projects. */
public final class AgentsLanguage implements DomainLanguage<EntityModel<String, Item>, AgentEvent> {

  private static final AgentsDomain DOMAIN = new AgentsDomain();

  private static final Param<String> FOLDER = Param.text("folder", "PATH");
  private static final Param<String> PARENT = Param.text("parent", "AGENT");
  private static final Param<String> TRIGGER = Param.text("trigger", "TEXT");
  private static final Param<String> ROLE = Param.text("role", "user|coordinator|system");
  private static final Param<String> SESSION = Param.text("session", "ID");
  private static final Param<String> BLOCKS = Param.text("blocks", "JSON");
  private static final Param<Integer> INPUT = tokens("input");
  private static final Param<Integer> OUTPUT_TOKENS = tokens("output");
  private static final Param<Boolean> FAILED = Param.flag("failed");
  private static final Param<String> ASSERTION = Param.text("assert", "TEXT");
  private static final Param<String> BY = Param.text("by", "AGENT");
  private static final Param<String> OUTPUT = Param.text("output", "TEXT");
  private static final Param<String> PROMPT = Param.text("prompt", "TEXT");
  private static final Param<String> DETAIL = Param.text("detail", "TEXT");
  private static final Param<String> REASON = Param.text("reason", "TEXT");

  private final InstantSource clock;

  /** Creates the language; times come from the clock of the machine. */
  public AgentsLanguage() {
    this(InstantSource.system());
  }

  AgentsLanguage(InstantSource clock) {
    this.clock = clock;
  }

  private static Param<Integer> tokens(String key) {
    return Param.integer(key, "TOKENS", 0, Integer.MAX_VALUE);
  }

  @Override
  public Domain<EntityModel<String, Item>, AgentEvent> domain() {
    return DOMAIN;
  }

  @Override
  public Optional<String> title(EntityModel<String, Item> model) {
    return model
        .entitiesInOrder()
        .filter(item -> item.getValue() instanceof Item.Project)
        .map(item -> ItemSpec.name(item.getKey()))
        .findFirst();
  }

  @Override
  public List<Verb<EntityModel<String, Item>, AgentEvent>> verbs() {
    return List.of(
        verb(
            form("project", "NAME", "opens the project").params(FOLDER),
            (op, edit) ->
                edit.add(
                    "project",
                    word(op, 0),
                    order -> new Item.Project(FOLDER.valueIn(op), Optional.empty(), order))),
        verb(
            form("spawn", "AGENT", "adds an agent, with what it is to do")
                .optional("ASSIGNMENT")
                .params(PARENT),
            AgentsLanguage::spawn),
        verb(
            form("assign", "AGENT", "gives an agent other work").required("ASSIGNMENT"),
            AgentsLanguage::assign),
        verb(
            form("state", "AGENT", "changes the state of an agent")
                .required(String.join("|", Item.Agent.STATES))
                .params(TRIGGER),
            AgentsLanguage::state),
        verb(
            form("dismiss", "AGENT", "ends the work of an agent").required("REASON").removing(),
            (op, edit) ->
                edit.change(
                    edit.agent(op, 0),
                    Map.of("dismissed", Optional.of(Value.of(word(op, 1)))),
                    AgentEvent.AgentDismissed::new)),
        verb(form("ping", "AGENT", "asks an agent whether it is there"), AgentsLanguage::ping),
        verb(form("select", "AGENT", "shows the conversation of an agent"), AgentsLanguage::select),
        verb(
            Form.of("focus", "attention", "the user pays attention to an item, or to none")
                .optional("ITEM")
                .suggestingQuotes(),
            (op, edit) -> {
              Optional<String> target = op.word(0).map(it -> edit.item(op, 0));
              return edit.add("focus", order -> new Item.Focus(target, now(), order));
            }),
        verb(
            form("say", "AGENT", "a message to an agent")
                .required("TEXT")
                .params(ROLE, SESSION, BLOCKS),
            (op, edit) -> {
              String agent = ItemSpec.name(edit.agent(op, 0));
              return edit.add(
                  "sent",
                  order ->
                      new Item.Sent(
                          agent,
                          ROLE.valueIn(op).orElse("user"),
                          SESSION.valueIn(op),
                          word(op, 1),
                          BLOCKS.valueIn(op),
                          Optional.of(now()),
                          order));
            }),
        verb(
            form("reply", "AGENT", "a message of an agent")
                .required("TEXT")
                .params(SESSION, BLOCKS, INPUT, OUTPUT_TOKENS),
            (op, edit) -> {
              String agent = ItemSpec.name(edit.agent(op, 0));
              return edit.add(
                  "received",
                  order ->
                      new Item.Received(
                          agent,
                          SESSION.valueIn(op),
                          word(op, 1),
                          BLOCKS.valueIn(op),
                          INPUT.valueIn(op).orElse(0),
                          OUTPUT_TOKENS.valueIn(op).orElse(0),
                          Optional.of(now()),
                          order));
            }),
        verb(
            form("tool", "AGENT", "an agent starts a tool").required("TOOL").optional("INPUT"),
            (op, edit) -> {
              String agent = ItemSpec.name(edit.agent(op, 0));
              return edit.add(
                  "tool",
                  order ->
                      new Item.Tool(
                          agent,
                          word(op, 1),
                          op.word(2).orElse(""),
                          Optional.of(now()),
                          Optional.empty(),
                          Optional.empty(),
                          false,
                          order));
            }),
        verb(
            form("finish", "TOOL", "a tool is finished").optional("OUTPUT").params(FAILED),
            this::finish),
        verb(
            form("commit", "AGENT", "an agent promises something")
                .required("DESCRIPTION")
                .params(ASSERTION),
            (op, edit) -> {
              String agent = ItemSpec.name(edit.agent(op, 0));
              return edit.add(
                  "commitment",
                  order ->
                      new Item.Commitment(
                          agent,
                          word(op, 1),
                          ASSERTION.valueIn(op),
                          "pending",
                          Optional.empty(),
                          Optional.empty(),
                          order));
            }),
        verb(
            form("verify", "COMMITMENT", "another agent checks a commitment, or has done so")
                .optional("passed|failed")
                .params(BY, OUTPUT)
                .syntax(
                    "verify COMMITMENT by:AGENT", "verify COMMITMENT passed|failed [output:TEXT]"),
            AgentsLanguage::verify),
        verb(
            form("write", "DOCUMENT", "creates a document or gives it another text")
                .required("TEXT"),
            AgentsLanguage::write),
        verb(
            form("delete", "DOCUMENT", "deletes a document").removing(),
            (op, edit) -> edit.remove(edit.resolve(op, 0, "document"))),
        verb(
            form("violation", "AGENT", "an agent broke a rule").required("RULE").params(DETAIL),
            (op, edit) -> {
              String agent = ItemSpec.name(edit.agent(op, 0));
              return edit.add(
                  "violation",
                  order ->
                      new Item.Violation(agent, word(op, 1), DETAIL.valueIn(op).orElse(""), order));
            }),
        verb(
            form("unsent", "AGENT", "a prompt could not be sent").required("ERROR").params(PROMPT),
            (op, edit) -> {
              String agent = ItemSpec.name(edit.agent(op, 0));
              return edit.add(
                  "unsent",
                  order ->
                      new Item.Unsent(agent, word(op, 1), PROMPT.valueIn(op).orElse(""), order));
            }),
        verb(
            form("corrupt", "SESSION", "a session cannot be continued").params(REASON),
            (op, edit) ->
                edit.add(
                    "corrupt",
                    order -> new Item.Corrupt(word(op, 0), REASON.valueIn(op).orElse(""), order))),
        verb(
            form("transcript", "AGENT", "adds lines of a transcript, JSON, that are new")
                .required("LINES"),
            (op, edit) -> {
              String agent = ItemSpec.name(edit.agent(op, 0));
              int added = new Transcript(agent, edit.context()::model, edit::emit).add(word(op, 1));
              return ResultLine.bulk(
                  added + " of " + word(op, 1).lines().count() + " lines are new");
            }),
        verb(
            form("correct", "ITEM", "gives a unit of an item another value, as in the file")
                .required("UNIT")
                .required("VALUE"),
            AgentsLanguage::correct),
        verb(
            form("remove", "ITEM", "takes an item out").removing(),
            (op, edit) -> edit.remove(edit.item(op, 0))));
  }

  private static Form form(String name, String argument, String summary) {
    return Form.of(name, "work", summary).required(argument).suggestingQuotes();
  }

  private static Verb<EntityModel<String, Item>, AgentEvent> verb(Form form, Handler handler) {
    return Verb.returningLine(form, (op, context) -> handler.apply(op, new Edit(context)));
  }

  private static String word(ParsedOperation op, int index) {
    return op.words().get(index);
  }

  private String now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static ResultLine spawn(ParsedOperation op, Edit edit) {
    Optional<String> parent =
        ReferenceArgument.param(op, PARENT).map(it -> ItemSpec.name(edit.resolve(it, "agent")));
    return edit.add(
        "agent",
        word(op, 0),
        order ->
            new Item.Agent(
                op.word(1).orElse(""),
                "idle",
                Optional.empty(),
                parent,
                Optional.empty(),
                0,
                order));
  }

  private static ResultLine assign(ParsedOperation op, Edit edit) {
    String key = edit.agent(op, 0);
    edit.change(
        key,
        Map.of("assignment", Optional.of(Value.of(word(op, 1)))),
        AgentEvent.AgentAssigned::new);
    return setState(key, "working", Optional.of("assigned"), edit);
  }

  private static ResultLine state(ParsedOperation op, Edit edit) {
    return setState(edit.agent(op, 0), word(op, 1), TRIGGER.valueIn(op), edit);
  }

  private static ResultLine setState(
      String key, String state, Optional<String> trigger, Edit edit) {
    return edit.change(
        key,
        Map.of("state", Optional.of(Value.of(state)), "trigger", trigger.map(Value::of)),
        AgentEvent.AgentStateChanged::new);
  }

  private static ResultLine ping(ParsedOperation op, Edit edit) {
    String key = edit.agent(op, 0);
    int pings = ((Item.Agent) edit.model().at(key)).pings();
    return edit.change(
        key, Map.of("pings", Optional.of(Value.of(pings + 1))), AgentEvent.AgentPinged::new);
  }

  private static ResultLine select(ParsedOperation op, Edit edit) {
    String agent = ItemSpec.name(edit.agent(op, 0));
    String project =
        edit.keys("project").stream()
            .findFirst()
            .orElseThrow(() -> because("no project is open; project NAME opens one"));
    return edit.change(
        project, Map.of("selected", Optional.of(Value.of(agent))), AgentEvent.AgentSelected::new);
  }

  private ResultLine finish(ParsedOperation op, Edit edit) {
    String key = edit.resolve(op, 0, "tool");
    if (((Item.Tool) edit.model().at(key)).end().isPresent()) {
      throw because(ItemText.label(key) + " is finished already");
    }
    return edit.change(
        key,
        Map.of(
            "end", Optional.of(Value.of(now())),
            "output", op.word(1).map(Value::of),
            "failed", Optional.of(Value.of(FAILED.valueIn(op).orElse(false)))),
        AgentEvent.ToolFinished::new);
  }

  private static ResultLine verify(ParsedOperation op, Edit edit) {
    String key = edit.resolve(op, 0, "commitment");
    var commitment = (Item.Commitment) edit.model().at(key);
    if (op.word(1).isPresent() == BY.valueIn(op).isPresent()) {
      throw because("verify takes by:AGENT to begin, and passed or failed at the end");
    }
    if (op.word(1).isEmpty()) {
      String verifier =
          ItemSpec.name(edit.resolve(ReferenceArgument.param(op, BY).orElseThrow(), "agent"));
      return edit.change(
          key,
          Map.of(
              "status", Optional.of(Value.of("verifying")),
              "verifier", Optional.of(Value.of(verifier))),
          AgentEvent.VerificationStarted::new);
    }
    if (!commitment.status().equals("verifying")) {
      throw because(
          ItemText.label(key) + " is " + commitment.status() + "; by:AGENT begins a verification");
    }
    if (!List.of("passed", "failed").contains(word(op, 1))) {
      throw because("a verification has passed or failed");
    }
    return edit.change(
        key,
        Map.of(
            "status", Optional.of(Value.of(word(op, 1))),
            "output", OUTPUT.valueIn(op).map(Value::of)),
        AgentEvent.VerificationCompleted::new);
  }

  private static ResultLine write(ParsedOperation op, Edit edit) {
    String key = ItemSpec.key("document", word(op, 0));
    Text text = translatingIllegalArgument(() -> Text.of(word(op, 1)));
    if (!edit.model().contains(key)) {
      return edit.add("document", word(op, 0), order -> new Item.Document(text, order));
    }
    Item before = edit.model().at(key);
    DOMAIN.between(key, before, new Item.Document(text, before.order())).ifPresent(edit::emit);
    return edit.changed(key);
  }

  private static ResultLine correct(ParsedOperation op, Edit edit) {
    String key = edit.item(op, 0);
    String unit = word(op, 1);
    Value before =
        AgentsDomain.SPEC
            .unit(edit.model().at(key), unit)
            .filter(value -> !unit.equals(ItemSpec.BODY) && !unit.equals(ItemSpec.KIND))
            .orElseThrow(
                () -> because(ItemText.label(key) + " has no value " + ItemText.shorten(unit)));
    Value after =
        switch (before) {
          case Value.Int number when word(op, 2).matches("[0-9]{1,9}") ->
              Value.of(Long.parseLong(word(op, 2)));
          case Value.Bool flag when word(op, 2).matches("true|false") ->
              Value.of(word(op, 2).equals("true"));
          case Value any -> Value.of(word(op, 2));
        };
    return edit.change(key, Map.of(unit, Optional.of(after)), AgentEvent.ItemCorrected::new);
  }

  /** Applies an operation. */
  private interface Handler {
    ResultLine apply(ParsedOperation op, Edit edit);
  }

  /** The changes that verbs make. */
  private record Edit(VerbContext<EntityModel<String, Item>, AgentEvent> context) {

    EntityModel<String, Item> model() {
      return context.model();
    }

    void emit(AgentEvent event) {
      context.emit(event);
    }

    /** The keys of the items of a kind, in order. */
    List<String> keys(String kind) {
      return model()
          .entitiesInOrder()
          .map(Map.Entry::getKey)
          .filter(key -> ItemSpec.kind(key).equals(kind))
          .toList();
    }

    String agent(ParsedOperation op, int index) {
      return resolve(op, index, "agent");
    }

    String resolve(ParsedOperation op, int index, String kind) {
      return resolve(ReferenceArgument.word(op, index), kind);
    }

    /** The key of an item of a kind; a commitment is also found by its description. */
    String resolve(ReferenceArgument reference, String kind) {
      NameResolver<String> resolver =
          NameResolver.of(
              keys(kind),
              key ->
                  model().at(key) instanceof Item.Commitment commitment
                          && !commitment.description().isBlank()
                      ? List.of(ItemSpec.name(key), commitment.description())
                      : List.of(ItemSpec.name(key)),
              ItemSpec::name);
      return reference.resolveIn(resolver, kind);
    }

    /** The key of an item, which is given by it, by its kind and name, or by its name alone. */
    String item(ParsedOperation op, int index) {
      List<String> keys = model().entitiesInOrder().map(Map.Entry::getKey).toList();
      return ReferenceArgument.word(op, index)
          .resolveIn(NameResolver.of(keys, key -> ItemNames.of(key), key -> key), "item");
    }

    ResultLine add(String kind, Function<OrderKey, Item> newItem) {
      int number = keys(kind).size() + 1;
      while (model().contains(ItemSpec.key(kind, Integer.toString(number)))) {
        number++;
      }
      return add(kind, Integer.toString(number), newItem);
    }

    ResultLine add(String kind, String name, Function<OrderKey, Item> newItem) {
      String key = ItemSpec.key(kind, name);
      if (model().contains(key)) {
        throw because(ItemText.label(key) + " exists already");
      }
      OrderKey order = model().orderKeyAtEnd();
      emit(translatingIllegalArgument(() -> DOMAIN.added(key, newItem.apply(order))));
      return ResultLine.created(
          model().contains(key) ? ItemText.describe(key, model().at(key)) : key);
    }

    ResultLine remove(String key) {
      String line = ItemText.describe(key, model().at(key));
      emit(DOMAIN.removed(key, model()));
      return ResultLine.deleted(line);
    }

    /**
     * Sets units of an item.
     *
     * @param units the values; empty for a unit that becomes absent
     */
    ResultLine change(
        String key,
        Map<String, Optional<Value>> units,
        Function<Change.Modified<String, Item>, AgentEvent> type) {
      TreeMap<String, Value> after = new TreeMap<>();
      units.forEach((unit, value) -> value.ifPresent(it -> after.put(unit, it)));
      Item from = model().at(key);
      Item to =
          translatingIllegalArgument(
              () -> AgentsDomain.SPEC.modified(key, from, units.keySet(), Value.Fields.of(after)));
      Change.Modified<String, Item> change = AgentsDomain.SPEC.modification(key, from, to);
      if (!change.isEmpty()) {
        emit(type.apply(change));
      }
      return changed(key);
    }

    ResultLine changed(String key) {
      return ResultLine.changed(ItemText.describe(key, model().at(key)));
    }
  }

  @Override
  public List<ResultLine> describeChanges(
      List<AgentEvent> events, EntityModel<String, Item> before, EntityModel<String, Item> after) {
    return events.stream().map(AgentsLanguage::describe).toList();
  }

  static ResultLine describe(AgentEvent event) {
    return switch (event.change()) {
      case Change.Created<String, Item>(var key, var item) ->
          ResultLine.created(ItemText.describe(key, item));
      case Change.Deleted<String, Item>(var key, var item) ->
          ResultLine.deleted(ItemText.describe(key, item));
      case Change.Modified<String, Item> change -> ResultLine.changed(ItemText.describe(change));
    };
  }

  @Override
  public String describeUnit(Unit unit, AgentEvent event, EntityModel<String, Item> model) {
    return unit.name() + " of " + ItemText.label(event.change().key());
  }

  @Override
  public List<EntityName> entityNames(EntityModel<String, Item> model) {
    return model.entitiesInOrder().flatMap(item -> names(item.getKey()).stream()).toList();
  }

  @Override
  public List<EntityName> entityNamesIn(AgentEvent event) {
    return event.change() instanceof Change.Modified ? List.of() : names(event.change().key());
  }

  private static List<EntityName> names(String key) {
    List<EntityName> names = new ArrayList<>();
    ItemNames.of(key).forEach(name -> names.add(new EntityName(name, AgentsDomain.SPEC.ref(key))));
    return names;
  }

  @Override
  public List<Query<EntityModel<String, Item>>> queries() {
    return AgentQueries.all();
  }
}
