package dev.fcp.midi.language;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.Change;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.form.ParsedArgument;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds notes by a text in the form of change descriptions: {@code note D5 at 1.1 in track
 * "Melody"}, or a part of it with the pitch. A note matches by any pitch and position that it has
 * or had.
 */
final class NoteDescriptionMatcher {

  private static final Pattern NAME =
      Pattern.compile("(?:note )?(\\S+)(?: at (\\S+))?(?: in track (.+))?");

  private final EntityModel<SongKey, SongEntity> song;
  private final Map<SongKey, NoteHistory> historyByNote = new TreeMap<>();

  /** All pitches, ticks and channels that a note has or had. */
  private record NoteHistory(Set<Long> pitches, Set<Long> ticks, Set<Long> channels) {

    NoteHistory() {
      this(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }

    void add(Note note) {
      pitches.add((long) note.pitch());
      ticks.add((long) note.on().tick());
      channels.add((long) note.channel());
    }

    void add(Value.Fields units) {
      units.find("pitch").ifPresent(pitch -> pitches.add(pitch.asLong()));
      units.find("channel").ifPresent(channel -> channels.add(channel.asLong()));
      units
          .find("timing")
          .filter(Value.Fields.class::isInstance)
          .flatMap(timing -> ((Value.Fields) timing).find("tick"))
          .ifPresent(tick -> ticks.add(tick.asLong()));
    }
  }

  /**
   * Creates a matcher.
   *
   * @param song the song with the current notes
   * @param events the events that created, changed or removed notes
   */
  NoteDescriptionMatcher(EntityModel<SongKey, SongEntity> song, List<SongEvent> events) {
    this.song = song;
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      if (entry.getValue() instanceof Note note) {
        historyOf(entry.getKey()).add(note);
      }
    }
    events.forEach(this::add);
  }

  private void add(SongEvent event) {
    if (event instanceof SongEvent.NoteAdded(Change.Created(var key, Note note))) {
      historyOf(key).add(note);
    } else if (event instanceof SongEvent.NoteRemoved(Change.Deleted(var key, Note note))) {
      historyOf(key).add(note);
    } else if (event
        instanceof SongEvent.NoteModified(Change.Modified(var key, var before, var after))) {
      historyOf(key).add(before);
      historyOf(key).add(after);
    }
  }

  private NoteHistory historyOf(SongKey key) {
    return historyByNote.computeIfAbsent(key, unused -> new NoteHistory());
  }

  /** Returns the notes that match a text; empty if it does not name a pitch. */
  Set<EntityRef> match(String text) {
    Matcher name = NAME.matcher(text.strip());
    if (!name.matches()
        || !(Pitch.parse(name.group(1)) instanceof ParsedArgument.Valid<Integer>(var pitch))) {
      return Set.of();
    }
    boolean isDrum = Drum.forWord(name.group(1)).isPresent();
    Optional<String> position = Optional.ofNullable(name.group(2));
    Optional<String> track = Optional.ofNullable(name.group(3));
    SongLookup lookup = new SongLookup(song);
    return historyByNote.entrySet().stream()
        .filter(entry -> entry.getValue().pitches().contains((long) pitch))
        .filter(entry -> !isDrum || entry.getValue().channels().contains((long) Drum.CHANNEL))
        .filter(entry -> position.filter(it -> !wasAt(it, entry, lookup)).isEmpty())
        .map(Map.Entry::getKey)
        .filter(key -> track.filter(it -> !isTrackLabel(it, lookup.trackLabel(key))).isEmpty())
        .map(key -> song.spec().ref(key))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean wasAt(
      String position, Map.Entry<SongKey, NoteHistory> note, SongLookup lookup) {
    return note.getValue().ticks().stream()
        .anyMatch(
            tick -> lookup.formatPosition(note.getKey(), Math.toIntExact(tick)).equals(position));
  }

  private static boolean isTrackLabel(String name, String label) {
    return label.equals("track " + name) || label.equals("track " + SongTexts.display(name));
  }
}
