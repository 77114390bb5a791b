package dev.fcp.midi.smf;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Chunk;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.Release;
import dev.fcp.midi.song.SingleMessage;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.midi.song.TrackMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Converts a song to the content of a file. */
final class SongEncoder {

  private final EntityModel<SongKey, SongEntity> song;
  private final Map<String, SmfContent.TrackChunk> knownTracks;
  private final SmfLimits limits;
  private final List<FileChunk> chunks = new ArrayList<>();
  private int trackCount;
  private int messageCount;

  private SongEncoder(
      EntityModel<SongKey, SongEntity> song,
      Map<String, SmfContent.TrackChunk> knownTracks,
      SmfLimits limits) {
    this.song = song;
    this.knownTracks = knownTracks;
    this.limits = limits;
  }

  /**
   * Converts a song to the content of a file.
   *
   * @param knownTracks the content of tracks that is already known, by track id
   * @throws IllegalArgumentException if a file within the limits cannot represent the song
   */
  static SmfContent encode(
      EntityModel<SongKey, SongEntity> song,
      Map<String, SmfContent.TrackChunk> knownTracks,
      SmfLimits limits) {
    SongEncoder encoder = new SongEncoder(song, knownTracks, limits);
    for (SongKey key : song.keysInOrder()) {
      encoder.add(key, song.find(key).orElseThrow());
    }
    requireAtMost("tracks", encoder.trackCount, limits.tracks());
    requireAtMost("other chunks", encoder.chunks.size() - encoder.trackCount, limits.chunks());
    requireAtMost("messages", encoder.messageCount, limits.messages());
    return encoder.build();
  }

  private SmfContent build() {
    if (!(song.find(SongKey.header()).orElse(null) instanceof SongHeader header)) {
      throw new IllegalArgumentException("a song without header");
    }
    return new SmfContent(
        header.format(),
        header.division().word(),
        toByteRange(header.extra()),
        chunks,
        toByteRange(header.trailing()),
        header
            .wrapper()
            .map(it ->
                new SmfContent.RmidWrapper(toByteRange(it.before()), toByteRange(it.after()))));
  }

  private void add(SongKey key, SongEntity entity) {
    switch (entity) {
      case Track track -> {
        trackCount++;
        SmfContent.TrackChunk knownContent = knownTracks.get(key.track());
        SmfContent.TrackChunk trackChunk =
            knownContent == null ? encodeTrack(key.track(), track) : knownContent;
        messageCount += trackChunk.messages().size();
        chunks.add(trackChunk);
      }
      case Chunk chunk ->
          chunks.add(
              new SmfContent.OtherChunk(toByteRange(chunk.type()), toByteRange(chunk.data())));
      case SongHeader header -> throw unexpectedEntity(key);
      case Note note -> throw unexpectedEntity(key);
      case SingleMessage single -> throw unexpectedEntity(key);
    }
  }

  private SmfContent.TrackChunk encodeTrack(String id, Track track) {
    MessageList.Builder messages = MessageList.builder();
    TrackMessages.visit(song, id, new MessageCollector(messages));
    long endTick = Math.max(track.endTick(), messages.lastTick());
    return new SmfContent.TrackChunk(messages.build(), endTick, toByteRange(track.trailing()));
  }

  /** Collects messages in a list, without creating message objects for notes. */
  private final class MessageCollector implements TrackMessages.MessageVisitor {

    private final MessageList.Builder messages;

    MessageCollector(MessageList.Builder messages) {
      this.messages = messages;
    }

    @Override
    public void begin(int count) {
      messages.expectingMessages(count);
    }

    @Override
    public void single(SongKey key, SingleMessage single) {
      Message message = single.message();
      if (message.bytes().size() > limits.messageBytes() && !message.isChannelMessage()) {
        requireAtMost("bytes in " + key, message.data().size(), limits.messageBytes());
      }
      messages.add(single.position().tick(), message.bytes().toByteArray());
    }

    @Override
    public void on(SongKey key, Note note) {
      messages.addChannelMessage(
          note.on().tick(), 0x90 | note.channel(), note.pitch(), note.velocity());
    }

    @Override
    public void off(SongKey key, Note note) {
      Release release = note.release();
      int status = release.form().status() | note.channel();
      messages.addChannelMessage(note.off().tick(), status, note.pitch(), release.velocity());
    }
  }

  private static void requireAtMost(String label, int count, int limit) {
    if (count > limit) {
      throw new IllegalArgumentException(
          "%d %s, more than the limit of %d".formatted(count, label, limit));
    }
  }

  private static IllegalStateException unexpectedEntity(SongKey key) {
    return new IllegalStateException(key + " among the tracks");
  }

  private static ByteRange toByteRange(Bytes bytes) {
    return ByteRange.copyOf(bytes.toByteArray());
  }
}
