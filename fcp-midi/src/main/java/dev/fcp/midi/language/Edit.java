package dev.fcp.midi.language;

import dev.fcp.eventlog.domain.Conflict;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Moment;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.verbs.VerbContext;
import dev.fcp.verbs.form.NotDone;
import dev.fcp.verbs.form.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;

/** What one operation does to the model: entities that come, change and go, each as one event. */
final class Edit {

  private final SongDomain domain;
  private final VerbContext<EntityModel<SongKey, SongEntity>, SongEvent> context;

  Edit(SongDomain domain, VerbContext<EntityModel<SongKey, SongEntity>, SongEvent> context) {
    this.domain = domain;
    this.context = context;
  }

  /** The song with all that was done so far. */
  EntityModel<SongKey, SongEntity> model() {
    return context.model();
  }

  Score score() {
    return Score.of(model());
  }

  void create(SongKey key, SongEntity entity) {
    emit(SongEvent.created(key, entity), entity);
  }

  void delete(SongKey key) {
    SongEntity entity = model().find(key).orElseThrow();
    emit(SongEvent.deleted(key, entity), entity);
  }

  /** Makes an entity another one; nothing happens if it stays as it is. */
  void change(SongKey key, SongEntity to) {
    SongEvent.between(key, model().find(key).orElseThrow(), to).ifPresent(event -> emit(event, to));
  }

  /** Emits an event; one that does not apply ends the operation with what stands in its way. */
  private void emit(SongEvent event, SongEntity entity) {
    Optional<Conflict> conflict = domain.check(event, model());
    if (conflict.isPresent()) {
      throw Overlap.of(score(), event.key(), entity)
          .orElseGet(
              () -> new NotDone(new Refusal(conflict.get().reason(), conflict.get().suggestion())));
    }
    context.emit(event);
  }

  /** Adds a track behind the others; a song of format 0 becomes one of format 1 for it. */
  SongKey addTrack() {
    SongHeader header = (SongHeader) model().find(SongKey.header()).orElseThrow();
    if (header.format() == 0) {
      change(SongKey.header(), header.withFormat(1));
    }
    List<SongKey> others = StreamSupport.stream(model().inOrder().spliterator(), false).toList();
    int number = 1;
    while (model().contains(SongKey.track("t" + number))) {
      number++;
    }
    SongKey key = SongKey.track("t" + number);
    Optional<OrderKey> last =
        others.isEmpty() ? Optional.empty() : Optional.of(order(others.get(others.size() - 1)));
    create(key, Track.at(OrderKey.between(last, Optional.empty())));
    return key;
  }

  private OrderKey order(SongKey key) {
    return model().spec().place(model().find(key).orElseThrow()).orElseThrow().order();
  }

  /** Adds a note. What begins at a tick comes behind all that stands there. */
  SongKey addNote(Places places, Note note) {
    SongKey key = free(places.track(), "n" + note.on().tick() + "." + note.pitch(), "");
    create(key, note);
    places.take(key, note);
    return key;
  }

  /** Adds a message, before the notes that begin at its tick. */
  SongKey addMessage(Places places, int tick, Message message) {
    SongKey key = free(places.track(), "m" + tick, ".0");
    create(key, new SingleMessage(places.beforeNotes(tick), message));
    return key;
  }

  /** Puts a message before all others of a track. */
  void addFirst(SongKey track, Message message) {
    SongKey key = free(track, "m0", ".0");
    create(key, new SingleMessage(Places.of(model(), track).first(), message));
  }

  /**
   * Puts a message at a tick: in the place of the last one there that it replaces, else anew.
   *
   * @return whether it replaced one
   */
  boolean put(Part part, int tick, Message message, Predicate<Message> replaced) {
    Optional<Item.Sign> there =
        part.signs(replaced).stream()
            .filter(sign -> sign.tick() == tick)
            .reduce((first, second) -> second);
    there.ifPresentOrElse(
        sign -> change(sign.key(), sign.single().withMessage(message)),
        () -> addMessage(Places.of(model(), part.key()), tick, message));
    return there.isPresent();
  }

  private SongKey free(SongKey track, String start, String first) {
    SongKey key = SongKey.message(track.track(), start + first);
    for (int number = 1; model().contains(key); number++) {
      key = SongKey.message(track.track(), start + "." + number);
    }
    return key;
  }

  /** A note as verbs make it. */
  static Note note(Moment on, Moment off, int channel, int pitch, int velocity) {
    return new Note(on, off, channel, pitch, velocity, Release.USUAL);
  }
}
