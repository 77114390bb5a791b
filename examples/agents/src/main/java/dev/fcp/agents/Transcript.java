package dev.fcp.agents;

import dev.fcp.eventlog.domain.MalformedValueException;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Adds the lines of a transcript as a coding agent keeps it: one JSON object for each message, with
 * its role, its content (a text or blocks), its session, its time and the tokens it used.
 *
 * <pre>
 * {"sessionId":"s1","timestamp":"2026-03-04T12:05:00Z","message":{"role":"user","content":"Hi"}}
 * {"role":"assistant","content":[{"type":"text","text":"Hi"},{"type":"tool_use","id":"t1",...}]}
 * </pre>
 *
 * <p>A line with another meaning is kept as it is. The name of an item is a hash of its line, so a
 * line that was added before is not added again; equal lines are counted.
 */
final class Transcript {

  private static final int NAME_CHARS = 16;

  private final String agent;
  private final Supplier<EntityModel<String, Item>> model;
  private final Consumer<AgentEvent> emitter;
  private final AgentsDomain domain = new AgentsDomain();
  private final Map<String, Integer> lineCounts = new HashMap<>();

  /**
   * Creates an import.
   *
   * @param agent the name of the agent to which the messages belong
   * @param model the model after the events emitted so far
   */
  Transcript(
      String agent, Supplier<EntityModel<String, Item>> model, Consumer<AgentEvent> emitter) {
    this.agent = agent;
    this.model = model;
    this.emitter = emitter;
  }

  /**
   * Adds the lines that are new.
   *
   * @return how many
   */
  int add(String lines) {
    int added = 0;
    for (String line : lines.lines().filter(it -> !it.isBlank()).toList()) {
      String name = name(line, lineCounts.merge(line, 1, Integer::sum));
      boolean isKnown =
          Set.of("sent", "received", "opaque").stream()
              .anyMatch(kind -> model.get().contains(ItemSpec.key(kind, name)));
      if (!isKnown) {
        addLine(name, line);
        added++;
      }
    }
    return added;
  }

  private String name(String line, int occurrence) {
    try {
      byte[] text = (agent + "\n" + occurrence + "\n" + line).getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return "x" + HexFormat.of().formatHex(hash).substring(0, NAME_CHARS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private void addLine(String name, String line) {
    Optional<Message> message = Message.parse(line);
    if (message.isEmpty()) {
      create("opaque", name, order -> new Item.Opaque(agent, line, order));
      return;
    }
    Message it = message.get();
    if (it.role().equals("assistant")) {
      create(
          "received",
          name,
          order ->
              new Item.Received(
                  agent,
                  it.session(),
                  it.text(),
                  it.blocks(),
                  it.input(),
                  it.output(),
                  it.at(),
                  order));
    } else {
      create(
          "sent",
          name,
          order ->
              new Item.Sent(
                  agent, it.role(), it.session(), it.text(), it.blocks(), it.at(), order));
    }
    it.parts().forEach(block -> addToolEvent(block, it.at()));
  }

  private void addToolEvent(Value.Fields block, Optional<String> at) {
    Optional<String> started = text(block, "id").filter(id -> isOf(block, "tool_use"));
    Optional<String> finished = text(block, "tool_use_id").filter(id -> isOf(block, "tool_result"));
    if (started.filter(id -> !id.isEmpty() && !model.get().contains(tool(id))).isPresent()) {
      String tool = text(block, "name").orElse("");
      String input = block.find("input").map(ValueJson::write).orElse("");
      create(
          "tool",
          started.get(),
          order ->
              new Item.Tool(
                  agent, tool, input, at, Optional.empty(), Optional.empty(), false, order));
    }
    if (finished.flatMap(id -> model.get().find(tool(id))).orElse(null) instanceof Item.Tool before
        && before.end().isEmpty()) {
      boolean failed = block.find("is_error").equals(Optional.of(Value.of(true)));
      Item after =
          new Item.Tool(
              before.agent(),
              before.tool(),
              before.input(),
              before.at(),
              at.or(before::at),
              block.find("content").map(Message::textOf),
              failed,
              before.order());
      domain.between(tool(finished.orElseThrow()), before, after).ifPresent(emitter);
    }
  }

  private static String tool(String id) {
    return ItemSpec.key("tool", id);
  }

  private void create(String kind, String name, Function<OrderKey, Item> newItem) {
    Item item = newItem.apply(model.get().orderKeyAtEnd());
    emitter.accept(domain.added(ItemSpec.key(kind, name), item));
  }

  private static boolean isOf(Value.Fields block, String type) {
    return text(block, "type").equals(Optional.of(type));
  }

  private static Optional<String> text(Value.Fields fields, String name) {
    return fields.find(name).orElse(null) instanceof Value.Text(var text)
        ? Optional.of(text)
        : Optional.empty();
  }

  /**
   * A message of a transcript.
   *
   * @param blocks the content as JSON, if it is more than text
   * @param parts the blocks of the content
   */
  private record Message(
      String role,
      Optional<String> session,
      Optional<String> at,
      String text,
      Optional<String> blocks,
      List<Value.Fields> parts,
      int input,
      int output) {

    /** The message of a line; empty if the line is not a message. */
    static Optional<Message> parse(String line) {
      Value.Fields entry;
      try {
        entry =
            TolerantJson.read(line) instanceof Value.Fields fields ? fields : Value.Fields.EMPTY;
      } catch (MalformedValueException e) {
        return Optional.empty();
      }
      Value.Fields message =
          entry.find("message").orElse(entry) instanceof Value.Fields fields ? fields : entry;
      Optional<String> role = Transcript.text(message, "role");
      Optional<Value> content = message.find("content");
      if (role.isEmpty() || content.isEmpty()) {
        return Optional.empty();
      }
      List<Value.Fields> parts = new ArrayList<>();
      if (content.get() instanceof Value.Sequence(var items)) {
        items.forEach(item -> {
          if (item instanceof Value.Fields block) {
            parts.add(block);
          }
        });
      }
      boolean isText = content.get() instanceof Value.Text;
      Value.Fields usage =
          message.find("usage").or(() -> entry.find("usage")).orElse(Value.Fields.EMPTY)
                  instanceof Value.Fields fields
              ? fields
              : Value.Fields.EMPTY;
      return Optional.of(
          new Message(
              role.get(),
              Transcript.text(entry, "sessionId").or(() -> Transcript.text(entry, "session_id")),
              Transcript.text(entry, "timestamp").filter(Message::isTime),
              textOf(content.get()),
              isText ? Optional.empty() : Optional.of(ValueJson.write(content.get())),
              parts,
              count(usage, "input_tokens"),
              count(usage, "output_tokens")));
    }

    /** The text of a content: of its text blocks, one below the other. */
    static String textOf(Value content) {
      List<String> texts = new ArrayList<>();
      switch (content) {
        case Value.Text(var text) -> texts.add(text);
        case Value.Sequence(var items) ->
            items.forEach(item -> {
              if (item instanceof Value.Fields block && isOf(block, "text")) {
                Transcript.text(block, "text").ifPresent(texts::add);
              }
            });
        case Value.Fields fields -> Transcript.text(fields, "text").ifPresent(texts::add);
        case Value.Int number -> texts.add(Long.toString(number.number()));
        case Value.Bool flag -> texts.add(Boolean.toString(flag.value()));
        case Value.InMemory object -> texts.add(object.toString());
      }
      return String.join("\n", texts);
    }

    private static boolean isTime(String text) {
      try {
        Instant unused = Instant.parse(text);
        return true;
      } catch (DateTimeException e) {
        return false;
      }
    }

    private static int count(Value.Fields usage, String name) {
      return usage.find(name).orElse(null) instanceof Value.Int(var number)
          ? Math.clamp(number, 0, Integer.MAX_VALUE)
          : 0;
    }
  }
}
