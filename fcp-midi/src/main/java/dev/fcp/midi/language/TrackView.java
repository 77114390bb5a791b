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

/** A track with all that stands in it, in the order of time. */
final class TrackView {

  private final SongKey key;
  private final int number;
  private final Track track;
  private final List<TrackItem> items;

  /**
   * A track.
   *
   * @param number among the tracks, from 1
   * @param items in any order
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

  /** Notes and other messages, by where they begin. */
  List<TrackItem> items() {
    return items;
  }

  /** The messages of some kind. */
  List<TrackItem.MessageItem> messages(MessageKind kind) {
    return messages(message -> message.kind() == kind);
  }

  /** The messages that say something, notes apart. */
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

  /** The message that names it. */
  Optional<TrackItem.MessageItem> nameMessage() {
    return messages(MessageKind.TRACK_NAME).stream().findFirst();
  }

  /** What it is called; empty if the file has no name for it, or only a blank one. */
  Optional<String> name() {
    return nameMessage().map(message -> message.message().text()).filter(name -> !name.isBlank());
  }

  /** The name, or else the number among the tracks. */
  String title() {
    return name().orElseGet(() -> "track " + number);
  }

  /** How an operation refers to it, whatever its name. */
  String tag() {
    return "#" + id();
  }

  /** The track for an answer. */
  String describe() {
    return name().map(name -> "track " + SongTexts.display(name)).orElse("track " + tag());
  }

  /** How to type a reference to it. */
  String typedReference() {
    return Quoting.quoteIfNeeded(name().orElse(tag()));
  }

  /** The channels it speaks to, from 0. */
  NavigableSet<Integer> channels() {
    NavigableSet<Integer> channels = new TreeSet<>();
    items.forEach(item -> item.channel().ifPresent(channels::add));
    return channels;
  }

  /** The first program of each channel, from 0. */
  SortedMap<Integer, Integer> programs() {
    SortedMap<Integer, Integer> programs = new TreeMap<>();
    for (TrackItem.MessageItem message : messages(MessageText::isProgram)) {
      programs.putIfAbsent(message.message().channel(), message.message().data().at(0));
    }
    return programs;
  }

  /** Where it ends, in ticks. */
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
