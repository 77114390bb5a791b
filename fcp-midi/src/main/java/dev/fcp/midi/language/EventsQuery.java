package dev.fcp.midi.language;

import dev.fcp.midi.song.Note;
import dev.fcp.verbs.QueryResult;
import dev.fcp.verbs.form.Form;
import dev.fcp.verbs.syntax.ParsedOp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Notes and messages one by one: all of them, one of them, or those that hold a text. */
final class EventsQuery {

  static final Form EVENTS =
      Form.of("events", "queries", "lists notes and messages with their ids, track by track")
          .optional("TRACK")
          .selectors(Selection.FORMS);

  static final Form DESCRIBE =
      Form.of("describe", "queries", "tells all about a track, a note or a message")
          .required("TRACK|#ID")
          .selectors(Selection.FORMS);

  static final Form FIND =
      Form.of("find", "queries", "finds a text in names, markers, lyrics and instruments")
          .required("TEXT")
          .spaced();

  private EventsQuery() {}

  static QueryResult events(ParsedOp query, Score score) {
    Optional<Part> only =
        query.words().isEmpty() ? Optional.empty() : Optional.of(Finder.part(score, query, 0));
    List<String> lines = new ArrayList<>();
    Part last = null;
    Map<Part, TimeMap> times = new HashMap<>();
    for (Selection.Chosen it : Selection.any(score, query, item -> true)) {
      if (only.isPresent() && it.part() != only.get()) {
        continue;
      }
      if (it.part() != last) {
        lines.add(it.part().told() + (it.part().name().isPresent() ? " " + it.part().tag() : ""));
        last = it.part();
      }
      TimeMap time = times.computeIfAbsent(it.part(), score::time);
      lines.add("  " + told(it.item(), time));
    }
    return QueryResult.lines(lines.isEmpty() ? List.of("there is no note or message") : lines);
  }

  /** An item on a line: when, its id, and what. */
  private static String told(Item item, TimeMap time) {
    String channel = item.channel().map(number -> ", channel " + (number + 1)).orElse("");
    String more =
        item instanceof Item.Sound(var key, Note note)
            ? ", " + Arguments.shownLength(note.duration(), time) + ", velocity " + note.velocity()
            : "";
    return time.shown(item.tick()) + " " + item.tag() + " " + Found.told(item) + more + channel;
  }

  static QueryResult describe(ParsedOp query, Score score) {
    String reference = query.words().get(0);
    boolean track = score.parts().stream().anyMatch(part -> part.tag().equals(reference));
    if (reference.startsWith("#") && !track) {
      Selection.Chosen it = Found.item(score, query, 0);
      return QueryResult.lines(item(it, score.time(it.part())));
    }
    return QueryResult.lines(part(Finder.part(score, query, 0), score));
  }

  private static List<String> item(Selection.Chosen it, TimeMap time) {
    List<String> lines = new ArrayList<>();
    lines.add(told(it.item(), time));
    lines.add("in " + it.part().told());
    switch (it.item()) {
      case Item.Sound(var key, Note note) -> {
        lines.add(
            "pitch "
                + note.pitch()
                + " ("
                + Pitch.name(note.pitch())
                + "), ticks "
                + note.on().tick()
                + " to "
                + note.off().tick());
        lines.add(
            "begins "
                + note.onMessage().bytes().hex()
                + ", ends "
                + note.offMessage().bytes().hex());
      }
      case Item.Sign(var key, var single) ->
          lines.add(
              "tick " + single.at().tick() + ", bytes " + hex(single.message().bytes().hex()));
    }
    return lines;
  }

  private static String hex(String digits) {
    int most = 64;
    return digits.length() <= most
        ? digits
        : digits.substring(0, most) + "... (" + digits.length() / 2 + " bytes)";
  }

  private static List<String> part(Part part, Score score) {
    TimeMap time = score.time(part);
    List<String> lines = new ArrayList<>();
    lines.add(MapQuery.told(part));
    if (!part.items().isEmpty()) {
      lines.add(
          "from " + time.shown(part.items().get(0).tick()) + " to " + time.shown(part.endTick()));
    }
    StatsQuery.counts(part.items()).forEach((what, count) -> lines.add(what + ": " + count));
    return lines;
  }

  static QueryResult find(ParsedOp query, Score score) {
    String wanted = query.words().get(0);
    if (wanted.isEmpty()) {
      return QueryResult.refused("find needs a text", "find \"verse\"");
    }
    String folded = wanted.toLowerCase(java.util.Locale.ROOT);
    List<String> lines = new ArrayList<>();
    for (Part part : score.parts()) {
      TimeMap time = score.time(part);
      for (Item.Sign sign : part.signs(EventsQuery::hasWords)) {
        if (words(sign).toLowerCase(java.util.Locale.ROOT).contains(folded)) {
          lines.add(part.told() + ": " + told(sign, time));
        }
      }
    }
    if (lines.isEmpty()) {
      lines.add("nothing holds " + Texts.shown(wanted));
    }
    return QueryResult.lines(lines);
  }

  private static boolean hasWords(dev.fcp.midi.song.Message message) {
    return Signs.isText(message) || Signs.isProgram(message);
  }

  private static String words(Item.Sign sign) {
    return Signs.isText(sign.message()) ? sign.message().text() : Signs.told(sign.message());
  }
}
