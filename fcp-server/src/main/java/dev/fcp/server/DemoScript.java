package dev.fcp.server;

import dev.fcp.midi.smf.MessageList;
import dev.fcp.midi.smf.SmfContent;
import dev.fcp.midi.smf.SmfFile;
import dev.fcp.midi.smf.SmfLimits;
import dev.fcp.midi.smf.SmfReadResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/**
 * The script of the demonstration for one document.
 *
 * @param example the name of the document, which the program carries
 * @param batch operations that succeed
 * @param failingBatch operations of which the last one fails
 * @param furtherEdits operations after the checkpoint
 * @param noun the plural noun for the parts of the file
 * @param partsOf splits the file into parts that people can compare
 */
record DemoScript(
    String example,
    List<String> batch,
    List<String> failingBatch,
    List<String> furtherEdits,
    String noun,
    Function<byte[], List<String>> partsOf) {

  static final DemoScript DIAGRAM =
      new DemoScript(
          "shop.drawio",
          List.of(
              "add db \"Audit log\" near:Payments",
              "connect Payments -> \"Audit log\" label:\"every payment\"",
              "style Payments fill:#ffe6cc",
              "label Search \"Product search\""),
          List.of("remove Basket", "add cloud \"CDN\"", "connect CDN -> \"Web shpo\""),
          List.of("remove Payments", "orient LR", "title \"Another shop\""),
          "lines",
          bytes -> new String(bytes, StandardCharsets.UTF_8).lines().toList());

  static final DemoScript SONG =
      new DemoScript(
          "harbour.mid",
          List.of(
              "note Melody B5 D6 at:15.3 dur:half vel:pp",
              "transpose 12 @track:Bass @range:8",
              "tempo 66 at:15",
              "mute Drums"),
          List.of("remove @track:Chords", "marker Coda at:15", "note Melodie G5 at:16"),
          List.of("track remove Drums", "program Melody violin", "title \"Another harbour\""),
          "messages",
          DemoScript::messages);

  static final List<DemoScript> ALL = List.of(DIAGRAM, SONG);

  DemoScript {
    batch = List.copyOf(batch);
    failingBatch = List.copyOf(failingBatch);
    furtherEdits = List.copyOf(furtherEdits);
  }

  /** The messages of a MIDI file, track by track, each with its tick and bytes. */
  private static List<String> messages(byte[] file) {
    return switch (SmfFile.read(file, SmfLimits.standard())) {
      case SmfReadResult.Success(var smf) -> messages(smf.content());
      case SmfReadResult.Refused(var offsetBytes, var reason) ->
          throw new IllegalStateException("at byte " + offsetBytes + ": " + reason);
    };
  }

  private static List<String> messages(SmfContent content) {
    List<String> lines = new ArrayList<>();
    int number = 0;
    for (SmfContent.TrackChunk track : content.tracks().toList()) {
      number++;
      MessageList messages = track.messages();
      for (int i = 0; i < messages.size(); i++) {
        String bytes = HexFormat.ofDelimiter(" ").formatHex(messages.bytes(i));
        lines.add("track %d, tick %d: %s".formatted(number, messages.absoluteTick(i), bytes));
      }
    }
    return lines;
  }
}
