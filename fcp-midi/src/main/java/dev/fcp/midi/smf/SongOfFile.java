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
 * The entities of what a file says. Tracks are named {@code t1}, {@code t2} and so on, other chunks
 * {@code c1}, {@code c2} and so on.
 */
final class SongOfFile {

  private final List<Map.Entry<SongKey, SongEntity>> entities = new ArrayList<>();
  private int tracks;
  private int chunks;

  private SongOfFile() {}

  static List<Map.Entry<SongKey, SongEntity>> entities(SmfContent content) {
    SongOfFile song = new SongOfFile();
    song.entities.add(Map.entry(SongKey.header(), header(content)));
    for (int place = 0; place < content.parts().size(); place++) {
      OrderKey order = OrderKey.atLoading(place);
      switch (content.parts().get(place)) {
        case SmfContent.Track track -> song.add(track, order);
        case SmfContent.Chunk chunk -> song.add(chunk, order);
      }
    }
    return song.entities;
  }

  private static SongHeader header(SmfContent content) {
    return new SongHeader(
        content.format(),
        new Division(content.division()),
        bytes(content.extra()),
        bytes(content.trailing()),
        content.wrapper().map(it -> new Wrapper(bytes(it.before()), bytes(it.after()))));
  }

  /** The ids of the tracks of a file, in their order. */
  static Stream<String> trackIds() {
    return IntStream.iterate(0, index -> index + 1).mapToObj(SongOfFile::trackId);
  }

  private static String trackId(int index) {
    return "t" + (index + 1);
  }

  private void add(SmfContent.Track track, OrderKey order) {
    String id = trackId(tracks++);
    int endTick = Math.toIntExact(track.endTick());
    entities.add(Map.entry(SongKey.track(id), new Track(endTick, bytes(track.trailing()), order)));
    entities.addAll(TrackMessages.entities(id, new Sequence(track.messages())));
  }

  /** The messages of a list, none of which is made before it is asked for. */
  private record Sequence(MessageList messages) implements MessageSequence {

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
    public int byteAt(int index, int place) {
      return messages.byteAt(index, place);
    }

    @Override
    public Message message(int index) {
      return new Message(Bytes.copyOf(messages.bytes(index)));
    }
  }

  private void add(SmfContent.Chunk chunk, OrderKey order) {
    entities.add(
        Map.entry(
            SongKey.chunk("c" + ++chunks),
            new dev.fcp.midi.song.Chunk(bytes(chunk.type()), bytes(chunk.data()), order)));
  }

  private static Bytes bytes(ByteRange range) {
    return Bytes.copyOf(range.toByteArray());
  }
}
