package dev.fcp.midi.language;

import com.google.common.base.Suppliers;
import com.google.common.collect.Streams;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongIndex;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.TrackMessages;
import dev.fcp.verbs.syntax.Quoting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A track with its items, ordered by time and read only as far as they are asked for. */
final class TrackView {

  /** The order of the items of a track. */
  static final Comparator<TrackItem> IN_ORDER =
      Comparator.comparing(TrackItem::position).thenComparing(TrackItem::key);

  private final EntityModel<SongKey, SongEntity> song;
  private final SongKey key;
  private final int number;
  private final Supplier<List<TrackItem>> items = Suppliers.memoize(this::readItems);
  private final Supplier<Optional<TrackItem.MessageItem>> nameMessage =
      Suppliers.memoize(() -> messages(MessageKind.TRACK_NAME).stream().findFirst());

  /**
   * Creates a view.
   *
   * @param number the number among the tracks, from 1
   */
  TrackView(EntityModel<SongKey, SongEntity> song, SongKey key, int number) {
    this.song = song;
    this.key = key;
    this.number = number;
  }

  private List<TrackItem> readItems() {
    List<TrackItem> read = new ArrayList<>();
    TrackMessages.visit(
        song,
        key.track(),
        new TrackMessages.MessageVisitor() {
          @Override
          public void single(SongKey item, SingleMessage single) {
            read.add(new TrackItem.MessageItem(item, single));
          }

          @Override
          public void on(SongKey item, Note note) {
            read.add(new TrackItem.NoteItem(item, note));
          }

          @Override
          public void off(SongKey item, Note note) {}
        });
    return List.copyOf(read);
  }

  SongKey key() {
    return key;
  }

  String id() {
    return key.track();
  }

  /** Notes and other messages, ordered by start. */
  List<TrackItem> items() {
    return items.get();
  }

  /** The items that start in a range of ticks, ordered by start. */
  List<TrackItem> itemsIn(TimeMap.TickRange range) {
    return Streams.stream(song.keysInOrder(key, range.start(), range.end()))
        .distinct()
        .map(this::item)
        .filter(item -> range.contains(item.tick()))
        .toList();
  }

  /** The items at a tick. */
  List<TrackItem> itemsAt(int tick) {
    return itemsIn(new TimeMap.TickRange(tick, tick + 1L));
  }

  /** The items of a channel, ordered by start; of the notes, those in a range of pitches. */
  List<TrackItem> itemsIn(int channel, int lowestPitch, int highestPitch) {
    return Streams.stream(SongIndex.of(song).keysInChannel(key, channel, lowestPitch, highestPitch))
        .map(this::item)
        .sorted(IN_ORDER)
        .toList();
  }

  /** The item with an id, if it exists. */
  Optional<TrackItem> find(String id) {
    return Optional.of(id)
        .filter(it -> !it.isEmpty())
        .map(it -> SongKey.message(key.track(), it))
        .filter(song::contains)
        .map(this::item);
  }

  private TrackItem item(SongKey item) {
    SongEntity entity = song.at(item);
    return entity instanceof Note note
        ? new TrackItem.NoteItem(item, note)
        : new TrackItem.MessageItem(item, (SingleMessage) entity);
  }

  /** The messages of a kind without a channel. */
  List<TrackItem.MessageItem> messages(MessageKind kind) {
    return Streams.stream(SongIndex.of(song).messages(key, kind))
        .map(item -> new TrackItem.MessageItem(item, (SingleMessage) song.at(item)))
        .toList();
  }

  /** The messages that match a filter, without notes. */
  List<TrackItem.MessageItem> messages(Predicate<Message> filter) {
    List<TrackItem.MessageItem> found = new ArrayList<>();
    for (TrackItem item : items()) {
      if (item instanceof TrackItem.MessageItem message && filter.test(message.message())) {
        found.add(message);
      }
    }
    return found;
  }

  List<TrackItem.NoteItem> notes() {
    List<TrackItem.NoteItem> found = new ArrayList<>();
    for (TrackItem item : items()) {
      if (item instanceof TrackItem.NoteItem noteItem) {
        found.add(noteItem);
      }
    }
    return found;
  }

  /** The track-name message, if there is one. */
  Optional<TrackItem.MessageItem> nameMessage() {
    return nameMessage.get();
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
    return SongIndex.of(song).channels(key);
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
    return TrackMessages.endTick(song, key.track());
  }
}
