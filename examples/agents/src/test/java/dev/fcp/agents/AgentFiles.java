package dev.fcp.agents;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Files of projects, and events for them. */
final class AgentFiles {

  static final AgentsDomain DOMAIN = new AgentsDomain();

  private static final List<String> ITEMS =
      List.of(
          "project Bree folder:work\n",
          "project Bree selected:Gandalf\r\n",
          "agent Elrond state:idle\n| coordinate\n",
          "agent Elrond state:working pings:2 trigger:\"a \\\"b\\\"\"\n|\n| two\n|\n",
          "agent Gandalf parent:Elrond state:idle\n",
          "agent  Gandalf state:done dismissed:\"it is over\"\n| a\r\n",
          "sent 1 agent:Gandalf role:user session:s1\n| Please.\n",
          "sent 1 agent:Gandalf role:system at:2026-03-04T12:05:00Z\n|\"a\\rb\"\n",
          "received 1 agent:Gandalf input:12 output:3\n| Done.\n",
          "received 2 agent:Gandalf blocks:\"[{}]\"\n",
          "tool 1 agent:Gandalf tool:Bash\n| make\n",
          "tool 1 agent:Gandalf tool:Bash failed:true output:\"12\" at:2026-03-04T12:05:00Z"
              + " end:2026-03-04T12:05:09Z\n",
          "commitment 1 agent:Gandalf status:pending\n| The build is green.\n",
          "commitment 1 agent:Gandalf status:verifying verifier:Elrond\n| The build is green.\n",
          "commitment 1 agent:Gandalf status:passed verifier:Elrond output:ok\n| The build is green.\n",
          "document plan.md\n| first\n| second\n",
          "document plan.md\n| first\n| another\n| second\n",
          "document \"a b\"\n",
          "focus 1 at:2026-03-04T12:05:00Z target:agent:Gandalf\n",
          "focus 2 at:2026-03-04T12:06:00Z\n",
          "violation 1 agent:Gandalf rule:\"build broken\"\n| exit 1\n",
          "unsent 1 agent:Gandalf error:timeout\n| Please.\n",
          "corrupt 1 session:s1\n| no end\n",
          "opaque 1 agent:Gandalf\n| {\"x\":null}\n");

  private AgentFiles() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static EntityModel<String, Item> read(byte[] file) {
    return DOMAIN.format().read(file)
            instanceof ReadResult.Readable<EntityModel<String, Item>>(var model, var source)
        ? model
        : DOMAIN.empty();
  }

  /** Generates files with some of the items in any order, with comments, and without a last end. */
  static Generator<byte[]> any() {
    return choices -> {
      List<String> parts = new ArrayList<>();
      List<String> keys = new ArrayList<>();
      List<String> items = new ArrayList<>(ITEMS);
      if (choices.percent(20)) {
        Collections.reverse(items);
      }
      for (String item : items) {
        String[] words = item.strip().split("\\s+", 3);
        String key = words[0] + " " + words[1];
        if (choices.percent(40) && !keys.contains(key)) {
          keys.add(key);
          parts.add((choices.percent(10) ? "# note\n\n" : "") + item);
        }
      }
      String text = String.join("", parts) + (choices.percent(10) ? "\n# end" : "");
      boolean isCut = choices.percent(20) && text.endsWith("\n");
      return bytes(isCut ? text.substring(0, text.length() - 1) : text);
    };
  }

  /** Generates events: differences to another model, or of one unit. */
  static Generator<AgentEvent> events(EntityModel<String, Item> model) {
    return choices -> {
      EntityModel<String, Item> from = choices.percent(20) ? read(any().generate(choices)) : model;
      List<String> keys = new ArrayList<>();
      from.keysInOrder().forEach(keys::add);
      if (!keys.isEmpty() && choices.percent(60)) {
        String key = choices.pick(keys);
        List<AgentEvent> events = changes(key, from, choices);
        if (!events.isEmpty()) {
          return choices.pick(events);
        }
      }
      List<AgentEvent> events = DOMAIN.diff(from, read(any().generate(choices)));
      return choices.pick(
          events.isEmpty() ? DOMAIN.diff(DOMAIN.empty(), read(bytes(ITEMS.get(2)))) : events);
    };
  }

  /** The changes of one unit of an item to the value of another item of its kind. */
  private static List<AgentEvent> changes(
      String key, EntityModel<String, Item> model, Choices choices) {
    List<AgentEvent> events = new ArrayList<>();
    Item item = model.at(key);
    EntityModel<String, Item> other = read(any().generate(choices));
    for (var entry : other.entities()) {
      if (entry.getValue().getClass() == item.getClass()) {
        AgentsDomain.SPEC
            .units(entry.getValue())
            .forEach((unit, value) -> {
              try {
                if (!value.equals(AgentsDomain.SPEC.units(item).get(unit))
                    && !(item instanceof Item.Document)) {
                  events.add(DOMAIN.changed(key, model, unit, value));
                }
              } catch (IllegalArgumentException e) {
                // This unit alone cannot have this value.
              }
            });
      }
    }
    if (item instanceof Item.Agent agent) {
      events.add(DOMAIN.changed(key, model, "pings", Value.of(agent.pings() + 1)));
    }
    if (item instanceof Item.Tool tool && tool.end().isEmpty()) {
      events.add(DOMAIN.changed(key, model, "end", Value.of("2026-03-04T12:07:00Z")));
    }
    return events;
  }
}
