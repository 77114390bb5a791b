package dev.fcp.midi.language;

import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A track with its items, ordered by time. */
final class TrackView {

  private final SongKey key;
  private final int number;
  private final Track track;
  private final List<TrackItem> items;

  /**
   * Creates a view.
   *
   * @param number the number among the tracks, from 1
   * @param items the items in any order
   */
  TrackView(SongKey key, int number, Track track, List<TrackItem> items) {
    this.key = key;
    this.number = number;
    this.track = track;
    List<TrackItem> sorted = new ArrayList<>(items);
    sorted.sort(Comparator.comparing(TrackItem::position).thenComparing(TrackItem::key));
    this.items = List.copyOf(sorted);
  }

  SongKey key() {
    return key;
  }

  String id() {
    return key.track();
  }

  Track track() {
    return track;
  }

  /** Notes and other messages, ordered by start. */
  List<TrackItem> items() {
    return items;
  }

  /** The messages of a kind. */
  List<TrackItem.MessageItem> messages(MessageKind kind) {
    return messages(message -> message.kind() == kind);
  }

  /** The messages that match a filter, without notes. */
  List<TrackItem.MessageItem> messages(Predicate<Message> filter) {
    List<TrackItem.MessageItem> found = new ArrayList<>();
    for (TrackItem item : items) {
      if (item instanceof TrackItem.MessageItem message && filter.test(message.message())) {
        found.add(message);
      }
    }
    return found;
  }

  List<TrackItem.NoteItem> notes() {
    List<TrackItem.NoteItem> found = new ArrayList<>();
    for (TrackItem item : items) {
      if (item instanceof TrackItem.NoteItem noteItem) {
        found.add(noteItem);
      }
    }
    return found;
  }

  /** The track-name message, if there is one. */
  Optional<TrackItem.MessageItem> nameMessage() {
    return messages(MessageKind.TRACK_NAME).stream().findFirst();
  }

  /** The name; empty if the track has none, or only a blank one. */
  Optional<String> name() {
    return nameMessage().map(message -> message.message().text()).filter(name -> !name.isBlank());
  }

  /** The name, or a name made from its number if it has none. */
  String title() {
    return name().orElseGet(() -> "track " + number);
  }

  /** The reference to this track by id. */
  String tag() {
    return "#" + id();
  }

  /** Describes the track in a result. */
  String describe() {
    return name().map(name -> "track " + SongTexts.display(name)).orElse("track " + tag());
  }

  /** A reference to this track that can be used in an operation. */
  String typedReference() {
    return Quoting.quoteIfNeeded(name().orElse(tag()));
  }

  /** The channels of its messages, from 0. */
  NavigableSet<Integer> channels() {
    NavigableSet<Integer> channels = new TreeSet<>();
    items.forEach(item -> item.channel().ifPresent(channels::add));
    return channels;
  }

  /** The first program of each channel; both are counted from 0. */
  SortedMap<Integer, Integer> programs() {
    SortedMap<Integer, Integer> programs = new TreeMap<>();
    for (TrackItem.MessageItem message : messages(MessageText::isProgram)) {
      programs.putIfAbsent(message.message().channel(), message.message().data().at(0));
    }
    return programs;
  }

  /** The tick at which the track ends. */
  int endTick() {
    int end = track.endTick();
    for (TrackItem item : items) {
      end =
          Math.max(
              end,
              item instanceof TrackItem.NoteItem noteItem
                  ? noteItem.note().off().tick()
                  : item.tick());
    }
    return end;
  }
}
