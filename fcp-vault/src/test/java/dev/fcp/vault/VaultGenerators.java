package dev.fcp.vault;

import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change.Created;
import dev.fcp.eventlog.entity.Change.Deleted;
import dev.fcp.eventlog.entity.Change.Modified;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.spec.domain.InMemoryFolder;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Generates vaults as unusual as folders allow, and events of all types. */
final class VaultGenerators {

  private static final List<String> PATHS =
      List.of(
          "a.md", "b.md", "canon/pcs/ann.md", "canon/timeline.md", "canon", "a.md/b", "ä b.txt");

  private static final Generator<String> LINES =
      Generator.of(
          "x",
          "",
          "y",
          "---",
          "type: pc",
          "hp: 12",
          "name: \"Ann\"",
          "list:",
          "  - one",
          "- one",
          "* one",
          "## Day 1",
          "### Morning",
          "### ~~X~~",
          "<!-- rpg:thread:01ARZ3NDEKTSV4RRFFQ69G5FAV -->",
          "# T",
          "```",
          "<!-- rpg:event:01ARZ3NDEKTSV4RRFFQ69G5FAV:begin -->",
          "trailing  ",
          "# comment",
          "a\rb",
          "\r",
          "\uFEFF",
          "\t",
          "text: |",
          "&a: *a");

  private static final Generator<String> LINE_ENDS = Generator.of("\n", "\n", "\r\n", "\n");

  private static final Generator<byte[]> CONTENTS =
      choices -> {
        if (choices.percent(8)) {
          return new byte[] {(byte) choices.upTo(255), (byte) 0xC3, 0};
        }
        StringBuilder text = new StringBuilder(choices.percent(10) ? "\uFEFF" : "");
        if (choices.percent(40)) {
          text.append("---\ntype: ").append(choices.percent(50) ? "pc" : "npc").append("\n");
          LINES.list(0, 3).generate(choices).forEach(line -> text.append(line).append('\n'));
          text.append("---\n");
        }
        String end = LINE_ENDS.generate(choices);
        for (String line : LINES.list(0, 7).generate(choices)) {
          text.append(line).append(choices.percent(10) ? LINE_ENDS.generate(choices) : end);
        }
        if (choices.percent(40)) {
          text.append(LINES.generate(choices));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
      };

  private VaultGenerators() {}

  /** Generates folders with some files. */
  static Generator<InMemoryFolder> folders() {
    return choices -> {
      InMemoryFolder folder = InMemoryFolder.EMPTY;
      int count = choices.upTo(4);
      for (int i = 0; i < count; i++) {
        String path = choices.pick(PATHS);
        boolean isFree =
            folder.files().keySet().stream()
                .noneMatch(other -> other.startsWith(path + "/") || path.startsWith(other + "/"));
        if (isFree) {
          folder = folder.with(path, CONTENTS.generate(choices), choices.percent(15));
        }
      }
      return folder;
    };
  }

  /** Generates vaults that were just read. */
  static Generator<EntityModel<String, VaultFile>> models() {
    return folders().map(VaultUnderTest::read);
  }

  /** Generates events; most of them apply to a vault. */
  static Generator<VaultEvent> events(EntityModel<String, VaultFile> vault) {
    return choices ->
        switch (choices.upTo(5)) {
          case 0, 1 -> difference(vault, choices);
          case 2 -> created(choices);
          default -> modified(vault, choices);
        };
  }

  /** An event that leads to another vault, or from one unrelated vault to another. */
  private static VaultEvent difference(EntityModel<String, VaultFile> vault, Choices choices) {
    EntityModel<String, VaultFile> from = choices.percent(30) ? models().generate(choices) : vault;
    List<VaultEvent> events = new VaultDomain().diff(from, models().generate(choices));
    return events.isEmpty() ? created(choices) : choices.pick(events);
  }

  private static VaultEvent created(Choices choices) {
    String path = choices.pick(PATHS);
    VaultFile file =
        VaultUnderTest.read(InMemoryFolder.EMPTY.with(path, CONTENTS.generate(choices), false))
            .at(path);
    String key = choices.percent(50) ? path : "file " + choices.upTo(2);
    return choices.pick(
        List.<VaultEvent>of(
            new VaultEvent.FileAdded(new Created<>(key, file)),
            new VaultEvent.EntityCreated(new Created<>(key, file), note(choices)),
            new VaultEvent.EntityDeleted(new Deleted<>(key, file), note(choices)),
            new VaultEvent.FileRemoved(new Deleted<>(key, file))));
  }

  private static Value.Fields note(Choices choices) {
    return Value.Fields.of(
        Map.of("kind", Value.of("npc"), "entity_id", Value.of("id " + choices.upTo(2))));
  }

  private static VaultEvent modified(EntityModel<String, VaultFile> vault, Choices choices) {
    List<String> keys = new ArrayList<>();
    for (Map.Entry<String, VaultFile> entry : vault.entities()) {
      if (entry.getValue() instanceof TextFile) {
        keys.add(entry.getKey());
      }
    }
    if (keys.isEmpty()) {
      return created(choices);
    }
    // Often the same file, so that events follow each other that can be merged.
    String key = choices.percent(60) ? keys.get(0) : choices.pick(keys);
    TextFile file = (TextFile) vault.at(key);
    Modified<String, VaultFile> change = file.changeTo(key, edited(file, choices));
    return change.isEmpty() ? created(choices) : named(change, choices);
  }

  private static TextFile edited(TextFile file, Choices choices) {
    PartArranger arranger = new PartArranger(file.parts());
    if (choices.percent(40)) {
      int line = choices.upTo(file.parts().size());
      for (int i = 0; i < file.parts().size(); i++) {
        Part part = file.parts().get(i);
        arranger.keep(i == line ? part.withText(LINES.generate(choices)) : part);
      }
      return file.withParts(arranger.parts());
    }
    for (Part part : file.parts()) {
      switch (choices.upTo(9)) {
        case 0 -> arranger.addLine(LINES.generate(choices));
        case 1 -> arranger.move(part);
        case 2 -> arranger.keep(part.withText(LINES.generate(choices)));
        default -> arranger.keep(part);
      }
      if (choices.percent(10)) {
        arranger.addLine(LINES.generate(choices));
      }
    }
    if (choices.percent(30)) {
      arranger.addLine(LINES.generate(choices));
    }
    return file.withParts(arranger.parts());
  }

  private static VaultEvent named(Modified<String, VaultFile> change, Choices choices) {
    List<BiFunction<Modified<String, VaultFile>, Value.Fields, VaultEvent>> types =
        List.of(
            (it, note) -> EventDivider.event(it),
            (it, note) -> EventDivider.event(it),
            (it, note) -> EventDivider.event(it),
            (it, note) -> EventDivider.event(it),
            (it, note) -> new VaultEvent.HeadingsAdded(it),
            (it, note) -> new VaultEvent.HeadingsRemoved(it),
            (it, note) -> new VaultEvent.HeadingsModified(it),
            (it, note) -> new VaultEvent.FrontMatterAdded(it),
            (it, note) -> new VaultEvent.FrontMatterRemoved(it),
            VaultEvent.TimelineAppended::new,
            VaultEvent.TimelineRemoved::new,
            VaultEvent.ThreadAdded::new,
            VaultEvent.ThreadRemoved::new,
            VaultEvent.ThreadResolved::new,
            VaultEvent.ThreadReopened::new);
    return choices.pick(types).apply(change, note(choices));
  }
}
