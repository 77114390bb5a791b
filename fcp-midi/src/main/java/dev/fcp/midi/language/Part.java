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
final class Part {

  private final SongKey key;
  private final int number;
  private final Track track;
  private final List<Item> items;

  /**
   * A track.
   *
   * @param number among the tracks, from 1
   * @param items in any order
   */
  Part(SongKey key, int number, Track track, List<Item> items) {
    this.key = key;
    this.number = number;
    this.track = track;
    List<Item> sorted = new ArrayList<>(items);
    sorted.sort(Comparator.comparing(Item::at).thenComparing(Item::key));
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
  List<Item> items() {
    return items;
  }

  /** The messages of some kind. */
  List<Item.Sign> signs(MessageKind kind) {
    return signs(message -> message.kind() == kind);
  }

  /** The messages that say something, notes apart. */
  List<Item.Sign> signs(Predicate<Message> wanted) {
    List<Item.Sign> found = new ArrayList<>();
    for (Item item : items) {
      if (item instanceof Item.Sign sign && wanted.test(sign.message())) {
        found.add(sign);
      }
    }
    return found;
  }

  List<Item.Sound> sounds() {
    List<Item.Sound> found = new ArrayList<>();
    for (Item item : items) {
      if (item instanceof Item.Sound sound) {
        found.add(sound);
      }
    }
    return found;
  }

  /** The message that names it. */
  Optional<Item.Sign> nameSign() {
    return signs(MessageKind.TRACK_NAME).stream().findFirst();
  }

  /** What it is called; empty if the file has no name for it, or only a blank one. */
  Optional<String> name() {
    return nameSign().map(sign -> sign.message().text()).filter(name -> !name.isBlank());
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
  String told() {
    return name().map(name -> "track " + Texts.shown(name)).orElse("track " + tag());
  }

  /** How to type a reference to it. */
  String typed() {
    return Quoting.quote(name().orElse(tag()));
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
    for (Item.Sign sign : signs(Signs::isProgram)) {
      programs.putIfAbsent(sign.message().channel(), sign.message().data().at(0));
    }
    return programs;
  }

  /** Where it ends, in ticks. */
  int endTick() {
    int end = track.endTick();
    for (Item item : items) {
      end = Math.max(end, item instanceof Item.Sound s ? s.note().off().tick() : item.tick());
    }
    return end;
  }
}
