package dev.fcp.midi.language;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.OperationRefusedException;
import dev.fcp.verbs.form.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/**
 * Emits the events of one operation: each creation, change and deletion of an entity is one event.
 */
final class SongEdit {

  private final SongDomain domain;
  private final VerbContext<EntityModel<SongKey, SongEntity>, SongEvent> context;

  SongEdit(SongDomain domain, VerbContext<EntityModel<SongKey, SongEntity>, SongEvent> context) {
    this.domain = domain;
    this.context = context;
  }

  /** The song after the events so far. */
  EntityModel<SongKey, SongEntity> model() {
    return context.model();
  }

  SongView songView() {
    return SongView.of(model());
  }

  /** The positions for new messages of a track in the current song. */
  PositionAllocator positions(SongKey track) {
    return new PositionAllocator(model(), track, Optional.empty());
  }

  void create(SongKey key, SongEntity entity) {
    emit(domain.added(key, entity), entity);
  }

  void delete(SongKey key) {
    SongEntity entity = model().find(key).orElseThrow();
    emit(domain.removed(key, model()), entity);
  }

  /** Replaces an entity; emits no event if the new one is equal. */
  void change(SongKey key, SongEntity newEntity) {
    domain
        .between(key, model().find(key).orElseThrow(), newEntity)
        .ifPresent(event -> emit(event, newEntity));
  }

  /** Emits an event; if it does not apply, refuses the operation and names the conflicting item. */
  private void emit(SongEvent event, SongEntity entity) {
    Optional<Conflict> conflict = domain.check(event, model());
    if (conflict.isPresent()) {
      throw OverlapRefusal.find(songView(), event.change().key(), entity)
          .orElseGet(() -> new OperationRefusedException(Refusal.of(conflict.get())));
    }
    context.emit(event);
  }

  /** Adds a track after the others; a song of format 0 with a track is converted to format 1. */
  SongKey addTrack() {
    SongHeader header = (SongHeader) model().find(SongKey.header()).orElseThrow();
    if (header.format() == 0 && !songView().tracks().isEmpty()) {
      change(SongKey.header(), header.withFormat(1));
    }
    List<SongKey> rootKeys =
        StreamSupport.stream(model().keysInOrder().spliterator(), false).toList();
    int number = 1;
    while (model().contains(SongKey.track("t" + number))) {
      number++;
    }
    SongKey key = SongKey.track("t" + number);
    Optional<OrderKey> lastOrderKey =
        rootKeys.isEmpty()
            ? Optional.empty()
            : Optional.of(orderKeyOf(rootKeys.get(rootKeys.size() - 1)));
    create(key, Track.empty(OrderKey.between(lastOrderKey, Optional.empty())));
    return key;
  }

  private OrderKey orderKeyOf(SongKey key) {
    return model().spec().sortKey(model().find(key).orElseThrow()).orElseThrow().orderKey();
  }

  /** Adds a note. */
  SongKey addNote(SongKey track, Note note) {
    SongKey key = unusedKey(track, "n" + note.on().tick() + "." + note.pitch(), "");
    create(key, note);
    return key;
  }

  /** Adds a message before the note-ons of its tick. */
  SongKey addMessage(SongKey track, int tick, Message message) {
    SongKey key = unusedKey(track, "m" + tick, ".0");
    create(key, new SingleMessage(positions(track).beforeNoteOns(tick), message));
    return key;
  }

  /** Adds a message before all others of a track. */
  void addMessageFirst(SongKey track, Message message) {
    SongKey key = unusedKey(track, "m0", ".0");
    create(key, new SingleMessage(positions(track).beforeAll(), message));
  }

  /**
   * Replaces the last matching message at a tick, or adds a message if there is none.
   *
   * @return whether a message was replaced
   */
  boolean putMessage(
      TrackView trackView, int tick, Message message, Predicate<Message> isReplaced) {
    Optional<TrackItem.MessageItem> existing =
        trackView.itemsAt(tick).stream()
            .filter(TrackItem.MessageItem.class::isInstance)
            .map(TrackItem.MessageItem.class::cast)
            .filter(existingMessage -> isReplaced.test(existingMessage.message()))
            .reduce((first, second) -> second);
    existing.ifPresentOrElse(
        existingMessage ->
            change(existingMessage.key(), existingMessage.single().withMessage(message)),
        () -> addMessage(trackView.key(), tick, message));
    return existing.isPresent();
  }

  private SongKey unusedKey(SongKey track, String prefix, String firstSuffix) {
    SongKey key = SongKey.message(track.track(), prefix + firstSuffix);
    for (int number = 1; model().contains(key); number++) {
      key = SongKey.message(track.track(), prefix + "." + number);
    }
    return key;
  }

  /** Creates a note with the default release. */
  static Note newNote(
      MessagePosition start, MessagePosition end, int channel, int pitch, int velocity) {
    return new Note(start, end, channel, pitch, velocity, Release.DEFAULT);
  }
}
