package dev.fcp.midi;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageKind;
import dev.fcp.midi.song.MessagePosition;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Generates events for a song; most of them apply. */
final class SongEventGenerator {

  private static final SongDomain DOMAIN = new SongDomain();

  private final EntityModel<SongKey, SongEntity> song;
  private final Choices choices;

  private SongEventGenerator(EntityModel<SongKey, SongEntity> song, Choices choices) {
    this.song = song;
    this.choices = choices;
  }

  static Generator<SongEvent> events(EntityModel<SongKey, SongEntity> song) {
    return choices -> new SongEventGenerator(song, choices).event();
  }

  private SongEvent event() {
    return switch (choices.upTo(9)) {
      case 0, 1, 2, 3, 4 -> modification();
      case 5, 6 -> creation();
      case 7, 8 -> deletion();
      default -> new SongDomain().invert(modification());
    };
  }

  private List<Map.Entry<SongKey, SongEntity>> entries() {
    List<Map.Entry<SongKey, SongEntity>> entries = new ArrayList<>();
    song.entities().forEach(entries::add);
    return entries;
  }

  private SongEvent modification() {
    Map.Entry<SongKey, SongEntity> entry = choices.pick(entries());
    SongEntity changed = changed(entry.getValue());
    boolean isPossible =
        SongSpec.INSTANCE.isSameKind(entry.getValue(), changed)
            && !changed.equals(entry.getValue());
    return isPossible
        ? DOMAIN.between(entry.getKey(), entry.getValue(), changed).orElseThrow()
        : creation();
  }

  private SongEntity changed(SongEntity entity) {
    return switch (entity) {
      case SongHeader header ->
          choices.percent(50)
              ? header.withFormat((header.format() + choices.between(1, 2)) % 3)
              : SongGenerator.header(choices);
      case Track track ->
          choices.percent(50)
              ? track.withEndTick(choices.upTo(20))
              : SongGenerator.track(choices, order());
      case Chunk chunk -> SongGenerator.chunk(choices, order());
      case Note note -> changed(note);
      case SingleMessage single -> changed(single);
    };
  }

  private OrderKey order() {
    return OrderKey.initial(choices.upTo(5));
  }

  private Note changed(Note note) {
    return switch (choices.upTo(6)) {
      case 0 -> note.withVelocity(SongGenerator.velocity(choices));
      case 1 -> note.withPitch(SongGenerator.pitch(choices));
      case 2 -> note.withChannel(SongGenerator.channel(choices));
      case 3 -> note.withRelease(release());
      case 4 -> note.withPitch(SongGenerator.pitch(choices)).withVelocity(99);
      case 5 ->
          note.withPositions(
              note.on(),
              new MessagePosition(note.on().tick() + choices.between(1, 9), note.off().order()));
      default -> {
        MessagePosition on = SongGenerator.position(choices);
        yield note.withPositions(on, on.withTick(on.tick() + choices.upTo(6)));
      }
    };
  }

  private Release release() {
    return choices.percent(50)
        ? new Release(Release.ReleaseForm.NOTE_ON, 0)
        : new Release(Release.ReleaseForm.NOTE_OFF, choices.upTo(127));
  }

  private SingleMessage changed(SingleMessage single) {
    if (choices.percent(40)) {
      return single.withPosition(SongGenerator.position(choices));
    }
    Message message = single.message();
    return single.withMessage(
        switch (single.kind()) {
          case CONTROL_CHANGE ->
              Message.controlChange(SongGenerator.channel(choices), 7, choices.upTo(127));
          case PITCH_BEND ->
              Message.pitchBend(SongGenerator.channel(choices), choices.upTo(0x3FFF));
          case MARKER -> Message.marker("M" + choices.upTo(9));
          case TRACK_NAME -> Message.trackName("T" + choices.upTo(9));
          case TEMPO, TIME_SIGNATURE, KEY_SIGNATURE -> entryOfKind(message.kind());
          case OPAQUE ->
              message.isNoteOn() || message.isNoteOff()
                  ? Message.of(message.status(), message.bytes().at(1), choices.upTo(127))
                  : SongGenerator.opaque(choices, 0);
        });
  }

  private Message entryOfKind(MessageKind kind) {
    Message entry = SongGenerator.entry(choices);
    return entry.kind() == kind ? entry : new dev.fcp.midi.song.Tempo(choices.upTo(99)).message();
  }

  private SongEvent creation() {
    Optional<SongKey> track =
        choices.pickIfAny(song.entities().keys().stream().filter(SongKey::isTrack).toList());
    if (track.isEmpty() || choices.percent(10)) {
      return choices.percent(30)
          ? DOMAIN.added(
              SongKey.chunk("d" + choices.upTo(3)), SongGenerator.chunk(choices, order()))
          : DOMAIN.added(
              SongKey.track("u" + choices.upTo(3)), SongGenerator.track(choices, order()));
    }
    SongKey key = SongKey.message(track.get().track(), "x" + choices.upTo(9));
    return DOMAIN.added(key, item());
  }

  private SongEntity item() {
    MessagePosition position = SongGenerator.position(choices);
    if (choices.percent(50)) {
      MessagePosition end = position.withTick(position.tick() + choices.upTo(6));
      return new Note(position, end, SongGenerator.channel(choices), 60, 80, release());
    }
    return new SingleMessage(position, SongGenerator.message(choices));
  }

  private SongEvent deletion() {
    List<Map.Entry<SongKey, SongEntity>> all = entries();
    all.removeIf(entry -> entry.getKey().isHeader());
    return choices
        .pickIfAny(all)
        .map(entry -> DOMAIN.removed(entry.getKey(), song))
        .orElseGet(this::creation);
  }
}
