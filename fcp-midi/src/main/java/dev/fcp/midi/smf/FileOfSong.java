package dev.fcp.midi.smf;

import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.smf.SmfContent.Part;
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

/** What a file says that holds a song. */
final class FileOfSong {

  private final EntityModel<SongKey, SongEntity> song;
  private final Map<String, SmfContent.Track> known;
  private final SmfLimits limits;
  private final List<Part> parts = new ArrayList<>();
  private int tracks;
  private int messages;

  private FileOfSong(
      EntityModel<SongKey, SongEntity> song,
      Map<String, SmfContent.Track> known,
      SmfLimits limits) {
    this.song = song;
    this.known = known;
    this.limits = limits;
  }

  /**
   * What a file says that holds a song.
   *
   * @param known what is known to be said of some tracks, by their ids
   * @throws IllegalArgumentException if no file within the limits can say it
   */
  static SmfContent content(
      EntityModel<SongKey, SongEntity> song,
      Map<String, SmfContent.Track> known,
      SmfLimits limits) {
    FileOfSong file = new FileOfSong(song, known, limits);
    for (SongKey key : song.inOrder()) {
      file.add(key, song.find(key).orElseThrow());
    }
    requireFew("tracks", file.tracks, limits.tracks());
    requireFew("other chunks", file.parts.size() - file.tracks, limits.chunks());
    requireFew("messages", file.messages, limits.messages());
    return file.content();
  }

  private SmfContent content() {
    if (!(song.find(SongKey.header()).orElse(null) instanceof SongHeader header)) {
      throw new IllegalArgumentException("a song without header");
    }
    return new SmfContent(
        header.format(),
        header.division().word(),
        range(header.extra()),
        parts,
        range(header.trailing()),
        header.wrapper().map(it -> new SmfContent.Wrapper(range(it.before()), range(it.after()))));
  }

  private void add(SongKey key, SongEntity entity) {
    switch (entity) {
      case Track track -> {
        tracks++;
        SmfContent.Track content = known.get(key.track());
        SmfContent.Track part = content == null ? track(key.track(), track) : content;
        messages += part.messages().size();
        parts.add(part);
      }
      case Chunk chunk -> parts.add(new SmfContent.Chunk(range(chunk.type()), range(chunk.data())));
      case SongHeader header -> throw misplaced(key);
      case Note note -> throw misplaced(key);
      case SingleMessage single -> throw misplaced(key);
    }
  }

  private SmfContent.Track track(String id, Track track) {
    MessageList.Builder list = MessageList.builder();
    TrackMessages.send(song, id, new Listing(list));
    long endTick = Math.max(track.endTick(), list.lastTick());
    return new SmfContent.Track(list.build(), endTick, range(track.trailing()));
  }

  /** Adds messages to a list, notes without making messages of them. */
  private final class Listing implements TrackMessages.Sink {

    private final MessageList.Builder list;

    Listing(MessageList.Builder list) {
      this.list = list;
    }

    @Override
    public void begin(int count) {
      list.expectingMessages(count);
    }

    @Override
    public void single(SongKey key, SingleMessage single) {
      Message message = single.message();
      if (message.bytes().size() > limits.messageBytes() && !message.isOfChannel()) {
        requireFew("bytes in " + key, message.data().size(), limits.messageBytes());
      }
      list.add(single.at().tick(), message.bytes().toByteArray());
    }

    @Override
    public void on(SongKey key, Note note) {
      list.channel(note.on().tick(), 0x90 | note.channel(), note.pitch(), note.velocity());
    }

    @Override
    public void off(SongKey key, Note note) {
      Release release = note.release();
      int status = release.form().status() | note.channel();
      list.channel(note.off().tick(), status, note.pitch(), release.velocity());
    }
  }

  private static void requireFew(String what, int count, int limit) {
    if (count > limit) {
      throw new IllegalArgumentException(
          "%d %s, more than the limit of %d".formatted(count, what, limit));
    }
  }

  private static IllegalStateException misplaced(SongKey key) {
    return new IllegalStateException(key + " among the tracks");
  }

  private static ByteRange range(Bytes bytes) {
    return ByteRange.copyOf(bytes.toByteArray());
  }
}
