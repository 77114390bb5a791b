package dev.fcp.midi.language;

import dev.fcp.eventlog.domain.EntityRef;
import dev.fcp.eventlog.domain.Value;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.verbs.form.Reading;
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
 * The notes that a text means, as changes are told: {@code note D5 at 1.1 in track "Melody"}, or a
 * part of that with the pitch. A note counts by each pitch and place that it has or had.
 */
final class NoteNames {

  private static final Pattern NAME =
      Pattern.compile("(?:note )?(\\S+)(?: at (\\S+))?(?: in track (.+))?");

  private final EntityModel<SongKey, SongEntity> song;
  private final Map<SongKey, Known> notes = new TreeMap<>();

  /** What a note ever was. */
  private record Known(Set<Long> pitches, Set<Long> ticks, Set<Long> channels) {

    Known() {
      this(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
    }

    void add(Note note) {
      pitches.add((long) note.pitch());
      ticks.add((long) note.on().tick());
      channels.add((long) note.channel());
    }

    void add(Value.Fields units) {
      units.find("pitch").ifPresent(pitch -> pitches.add(pitch.asWhole()));
      units.find("channel").ifPresent(channel -> channels.add(channel.asWhole()));
      units
          .find("timing")
          .filter(Value.Fields.class::isInstance)
          .flatMap(timing -> ((Value.Fields) timing).find("tick"))
          .ifPresent(tick -> ticks.add(tick.asWhole()));
    }
  }

  /**
   * Notes.
   *
   * @param song those that are there
   * @param events that made others, or changed them
   */
  NoteNames(EntityModel<SongKey, SongEntity> song, List<SongEvent> events) {
    this.song = song;
    for (Map.Entry<SongKey, SongEntity> entry : song.entities()) {
      if (entry.getValue() instanceof Note note) {
        known(entry.getKey()).add(note);
      }
    }
    events.forEach(this::add);
  }

  private void add(SongEvent event) {
    if (event instanceof SongEvent.NoteAdded(var key, var note)) {
      known(key).add(note);
    } else if (event instanceof SongEvent.NoteRemoved(var key, var note)) {
      known(key).add(note);
    } else if (event instanceof SongEvent.NoteModified(var key, var before, var after)) {
      known(key).add(before);
      known(key).add(after);
    }
  }

  private Known known(SongKey key) {
    return notes.computeIfAbsent(key, any -> new Known());
  }

  /** The notes that a text means; none if it names no pitch. */
  Set<EntityRef> meant(String text) {
    Matcher name = NAME.matcher(text.strip());
    if (!name.matches()
        || !(Pitch.read(name.group(1)) instanceof Reading.Fit<Integer>(var pitch))) {
      return Set.of();
    }
    boolean isDrum = Percussion.of(name.group(1)).isPresent();
    Optional<String> at = Optional.ofNullable(name.group(2));
    Optional<String> track = Optional.ofNullable(name.group(3));
    SongPlaces places = new SongPlaces(song);
    return notes.entrySet().stream()
        .filter(entry -> entry.getValue().pitches().contains((long) pitch))
        .filter(entry -> !isDrum || entry.getValue().channels().contains((long) Percussion.CHANNEL))
        .filter(entry -> at.filter(it -> !stoodAt(it, entry, places)).isEmpty())
        .map(Map.Entry::getKey)
        .filter(key -> track.filter(it -> !isTrack(it, places.track(key))).isEmpty())
        .map(key -> song.spec().ref(key))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean stoodAt(String place, Map.Entry<SongKey, Known> note, SongPlaces places) {
    return note.getValue().ticks().stream()
        .anyMatch(tick -> places.shown(note.getKey(), Math.toIntExact(tick)).equals(place));
  }

  private static boolean isTrack(String name, String told) {
    return told.equals("track " + name) || told.equals("track " + Texts.shown(name));
  }
}
