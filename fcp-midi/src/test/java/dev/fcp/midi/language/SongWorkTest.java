package dev.fcp.midi.language;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The work of an operation does not depend on the notes that it does not touch. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SongWorkTest {

  private static final int SMALL = 10_000;
  private static final int LARGE = 100_000;
  private static final int TRACKS = 4;

  /** Opened once for all operations; each is undone. */
  private final SongUnderTest shortSong = song(SMALL);

  private final SongUnderTest longSong = song(LARGE);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "note #t1 C9 at:2",
        "note \"Part 2\" C9 E9 at:2,3",
        "remove #n960.64 @track:#t1",
        "remove #n960.64 @track:\"Part 1\"",
        "remove @track:#t1 @range:3.1",
        "velocity 20 @track:#t1 @range:3.1",
        "velocity 20 @range:3.1",
        "velocity 20 @pitch:C1",
        "transpose +12 @track:#t1 @range:2.1",
        "length 32nd @track:#t1 @range:2.1",
        "move by:32nd @track:#t1 @range:2.1",
        "cc #t1 volume 20 at:2",
        "bend #t1 20 at:2",
        "program #t1 piano at:2",
        "tempo 90 at:2",
        "time-sig 3/4 at:2",
        "marker Verse at:2",
        "track add More channel:9",
        "track rename \"Part 2\" Other",
        "mute #t1",
        "title Other"
      })
  void an_operation_visits_only_the_notes_that_it_touches(String operation) {
    long inShortSong = bytesAllocatedBy(List.of(operation), shortSong);
    long inLongSong = bytesAllocatedBy(List.of(operation), longSong);
    shortSong.undo();
    longSong.undo();
    assertThat(inLongSong).isLessThan(2 * inShortSong);
  }

  @Test
  void the_work_of_a_batch_is_proportional_to_its_operations() {
    SongUnderTest song = song(LARGE);
    long one = bytesAllocatedBy(List.of("note #t1 C9 at:2"), song);
    List<String> batch = IntStream.range(0, 50).mapToObj(i -> "note #t1 B8 at:" + (i + 1)).toList();
    assertThat(bytesAllocatedBy(batch, song)).isLessThan(2 * 50 * one);
  }

  /**
   * The memory that operations allocate, as a measure of the notes that are visited: an iteration
   * over entries or in order allocates some for each. {@code ArchitectureTest} excludes others.
   */
  private static long bytesAllocatedBy(List<String> operations, SongUnderTest song) {
    // The first operation after opening a file reads the whole song.
    song.runSuccessfully(operations.get(0));
    song.undo();
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    song.runAll(operations);
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** Tracks of eighth notes, each on its own channel, with one note of a low pitch. */
  private static SongUnderTest song(int notes) {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {'M', 'T', 'h', 'd', 0, 0, 0, 6, 0, 1, 0, TRACKS, 1, (byte) 0xE0});
    for (int track = 1; track <= TRACKS; track++) {
      byte[] body = trackBody(track, notes / TRACKS);
      file.writeBytes(new byte[] {'M', 'T', 'r', 'k'});
      file.writeBytes(ByteBuffer.allocate(4).putInt(body.length).array());
      file.writeBytes(body);
    }
    return SongUnderTest.of(file.toByteArray());
  }

  private static byte[] trackBody(int track, int notes) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] name = ("Part " + track).getBytes(StandardCharsets.US_ASCII);
    body.writeBytes(new byte[] {0, (byte) 0xFF, 3, (byte) name.length});
    body.writeBytes(name);
    for (int i = 0; i < notes; i++) {
      int pitch = i == 7 ? 24 : 60 + i % 40;
      body.writeBytes(
          new byte[] {(byte) (i == 0 ? 0 : 120), (byte) (0x90 | track), (byte) pitch, 64});
      body.writeBytes(new byte[] {120, (byte) (0x80 | track), (byte) pitch, 64});
    }
    body.writeBytes(new byte[] {0, (byte) 0xFF, 0x2F, 0});
    return body.toByteArray();
  }
}
