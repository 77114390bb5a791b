package dev.fcp.agents;

import dev.fcp.agents.ProjectFile.FileItem;
import dev.fcp.agents.ProjectFile.ItemLine;
import dev.fcp.agents.ProjectFile.MalformedFileException;
import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A project as a text file in UTF-8, see {@link ItemLine}. Blank lines, lines that begin with
 * {@code #}, and the spelling of an item belong to the source.
 */
final class ProjectFormat implements DocumentFormat<EntityModel<String, Item>> {

  private final ItemSpec spec;

  ProjectFormat(ItemSpec spec) {
    this.spec = spec;
  }

  @Override
  public List<String> extensions() {
    return List.of("agents");
  }

  @Override
  public ReadResult<EntityModel<String, Item>> read(byte[] bytes) {
    try {
      List<Map.Entry<String, Item>> items = new ArrayList<>();
      ProjectFile.parse(spec, bytes)
          .items()
          .forEach((key, item) -> items.add(Map.entry(key, item.item())));
      return new ReadResult.Readable<>(EntityModel.of(spec, items), Source.of(bytes));
    } catch (MalformedFileException e) {
      return new ReadResult.Unreadable<>(e.offsetBytes(), e.reason(), Optional.empty());
    } catch (IllegalArgumentException e) {
      return new ReadResult.Unreadable<>(0, String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  @Override
  public byte[] write(EntityModel<String, Item> model, List<Source> sources) {
    List<ProjectFile> files = sources.stream().flatMap(this::parseIfReadable).toList();
    ProjectFile first = files.isEmpty() ? ProjectFile.EMPTY : files.get(0);
    StringBuilder text = new StringBuilder();
    for (String key : model.keysInOrder()) {
      FileItem known = first.items().get(key);
      append(known == null ? "" : known.linesAbove(), text, first.lineEnd());
      append(lines(key, model.at(key), files, first.lineEnd()), text, first.lineEnd());
    }
    append(first.trailingLines(), text, first.lineEnd());
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Stream<ProjectFile> parseIfReadable(Source source) {
    try {
      return Stream.of(ProjectFile.parse(spec, source.bytes()));
    } catch (MalformedFileException e) {
      return Stream.empty();
    }
  }

  /** Appends lines; ends the line before them if it has no end. */
  private static void append(String lines, StringBuilder text, String lineEnd) {
    if (!lines.isEmpty() && !text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append(lineEnd);
    }
    text.append(lines);
  }

  private String lines(String key, Item item, List<ProjectFile> files, String lineEnd) {
    Value content = spec.content(key, item);
    for (ProjectFile file : files) {
      FileItem known = file.items().get(key);
      if (known != null && known.content().equals(content)) {
        return known.lines();
      }
    }
    return format(spec, key, item, lineEnd);
  }

  /** The lines of an item as they are written without a source. */
  static String format(ItemSpec spec, String key, Item item, String lineEnd) {
    String kind = ItemSpec.kind(key);
    TreeMap<String, Value> units = new TreeMap<>(spec.units(item));
    ItemSpec.withDefaults(kind, Map.of()).forEach(units::remove);
    units.keySet().removeAll(List.of(ItemSpec.KIND, ItemSpec.ORDER));
    Optional<Value> text =
        ItemSpec.textUnit(kind).flatMap(it -> Optional.ofNullable(units.remove(it)));
    String lines =
        item instanceof Item.Document(var body, var order)
            ? body.toString()
            : text.map(Value::asText).orElse("");
    return ItemLine.format(key, units, lines, lineEnd);
  }
}
