package dev.fcp.midi.smf;

import dev.fcp.eventlog.entity.OrderKey;
import dev.fcp.midi.song.Bytes;
import dev.fcp.midi.song.Division;
import dev.fcp.midi.song.Message;
import dev.fcp.midi.song.MessageSequence;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongHeader;
import dev.fcp.midi.song.SongHeader.Wrapper;
import dev.fcp.midi.song.SongKey;
import dev.fcp.midi.song.Track;
import dev.fcp.midi.song.TrackMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Converts the content of a file to entities. Tracks get the ids {@code t1}, {@code t2} and so on,
 * other chunks {@code c1}, {@code c2} and so on.
 */
final class SongDecoder {

  private final List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
  private int trackCount;
  private int chunkCount;

  private SongDecoder() {}

  static List<Map.Entry<SongKey, SongEntity>> decode(SmfContent content) {
    SongDecoder decoder = new SongDecoder();
    decoder.entities.add(Map.entry(SongKey.header(), header(content)));
    for (int index = 0; index < content.chunks().size(); index++) {
      OrderKey order = OrderKey.initial(index);
      switch (content.chunks().get(index)) {
        case SmfContent.TrackChunk track -> decoder.addTrack(track, order);
        case SmfContent.OtherChunk chunk -> decoder.addChunk(chunk, order);
      }
    }
    return decoder.entities;
  }

  private static SongHeader header(SmfContent content) {
    return new SongHeader(
        content.format(),
        new Division(content.division()),
        toBytes(content.extra()),
        toBytes(content.trailing()),
        content.wrapper().map(it -> new Wrapper(toBytes(it.before()), toBytes(it.after()))));
  }

  /** The ids of the tracks of a file, in order; an infinite stream. */
  static Stream<String> trackIds() {
    return IntStream.iterate(0, index -> index + 1).mapToObj(SongDecoder::trackId);
  }

  private static String trackId(int index) {
    return "t" + (index + 1);
  }

  private void addTrack(SmfContent.TrackChunk track, OrderKey order) {
    String id = trackId(trackCount++);
    int endTick = Math.toIntExact(track.endTick());
    entities.add(
        Map.entry(SongKey.track(id), new Track(endTick, toBytes(track.trailing()), order)));
    entities.addAll(TrackMessages.entities(id, new ListMessageSequence(track.messages())));
  }

  /** A view of a message list that creates messages on access. */
  private record ListMessageSequence(MessageList messages) implements MessageSequence {

    @Override
    public int size() {
      return messages.size();
    }

    @Override
    public int tick(int index) {
      return (int) messages.absoluteTick(index);
    }

    @Override
    public int status(int index) {
      return messages.status(index);
    }

    @Override
    public int byteAt(int index, int offset) {
      return messages.byteAt(index, offset);
    }

    @Override
    public Message message(int index) {
      return new Message(Bytes.copyOf(messages.bytes(index)));
    }
  }

  private void addChunk(SmfContent.OtherChunk chunk, OrderKey order) {
    entities.add(
        Map.entry(
            SongKey.chunk("c" + ++chunkCount),
            new dev.fcp.midi.song.Chunk(toBytes(chunk.type()), toBytes(chunk.data()), order)));
  }

  private static Bytes toBytes(ByteRange range) {
    return Bytes.copyOf(range.toByteArray());
  }
}
