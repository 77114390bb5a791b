package dev.fcp.spec.domains.notes;

import dev.fcp.eventlog.domain.DocumentFormat;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.json.ValueJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Notes as a text file in UTF-8: one line of JSON for each board, followed by those of its notes.
 * Blank lines, lines that begin with {@code #}, and the spelling of a line belong to the source.
 *
 * <pre>
 * # shopping
 * {"board":"Saturday"}
 * {"id":"m","text":"market"}
 * {"text":"apples", "parent":"m"}
 * </pre>
 */
final class NoteFormat implements DocumentFormat<EntityModel<NoteKey, NoteEntity>> {

  private final NoteEntitySpec spec;

  NoteFormat(NoteEntitySpec spec) {
    this.spec = spec;
  }

  @Override
  public List<String> extensions() {
    return List.of("notes");
  }

  @Override
  public ReadResult<EntityModel<NoteKey, NoteEntity>> read(byte[] bytes) {
    try {
      NoteFile file = NoteFile.parse(spec, bytes);
      List<Map.Entry<NoteKey, NoteEntity>> items = new ArrayList<>();
      file.lines().forEach(line -> items.add(Map.entry(line.key(), line.item())));
      return new ReadResult.Readable<>(EntityModel.of(spec, items), Source.of(bytes));
    } catch (NoteFile.MalformedNotesException e) {
      return new ReadResult.Unreadable<>(e.offsetBytes(), e.reason(), Optional.empty());
    } catch (IllegalArgumentException e) {
      return new ReadResult.Unreadable<>(0, String.valueOf(e.getMessage()), Optional.empty());
    }
  }

  @Override
  public byte[] write(EntityModel<NoteKey, NoteEntity> model, List<Source> sources) {
    List<NoteFile> files = sources.stream().flatMap(this::parseIfReadable).toList();
    NoteFile first = files.isEmpty() ? NoteFile.EMPTY : files.get(0);
    StringBuilder text = new StringBuilder();
    for (NoteKey board : model.keysInOrder()) {
      append(board, model, files, text);
      for (NoteKey note : model.keysInOrder(board)) {
        append(note, model, files, text);
      }
    }
    terminateLastLine(text, first.trailingLines().isEmpty() ? 0 : 1);
    return text.append(first.trailingLines()).toString().getBytes(StandardCharsets.UTF_8);
  }

  private java.util.stream.Stream<NoteFile> parseIfReadable(Source source) {
    try {
      return java.util.stream.Stream.of(NoteFile.parse(spec, source.bytes()));
    } catch (NoteFile.MalformedNotesException e) {
      return java.util.stream.Stream.empty();
    }
  }

  private void append(
      NoteKey key,
      EntityModel<NoteKey, NoteEntity> model,
      List<NoteFile> files,
      StringBuilder text) {
    Value.Fields content = spec.content(key, model.find(key).orElseThrow());
    terminateLastLine(text, 1);
    text.append(files.isEmpty() ? "" : files.get(0).linesAbove(key));
    for (NoteFile file : files) {
      Optional<String> line = file.originalLine(key, content);
      if (line.isPresent()) {
        text.append(line.get());
        return;
      }
    }
    text.append(ValueJson.write(content)).append('\n');
  }

  /** Adds a line end to the last line if something follows it. */
  private static void terminateLastLine(StringBuilder text, int following) {
    if (following > 0 && !text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
  }
}
