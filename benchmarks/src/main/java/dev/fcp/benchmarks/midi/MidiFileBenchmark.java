package dev.fcp.benchmarks.midi;

import dev.fcp.eventlog.domain.Digest;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.Source;
import dev.fcp.eventlog.entity.EntityModel;
import dev.fcp.midi.SongDomain;
import dev.fcp.midi.SongEvent;
import dev.fcp.midi.smf.ByteRange;
import dev.fcp.midi.smf.MessageList;
import dev.fcp.midi.smf.SmfContent;
import dev.fcp.midi.smf.SmfFile;
import dev.fcp.midi.smf.SmfLimits;
import dev.fcp.midi.smf.SmfReadResult;
import dev.fcp.midi.song.Note;
import dev.fcp.midi.song.SongEntity;
import dev.fcp.midi.song.SongKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.sound.midi.InvalidMidiDataException;
import javax.sound.midi.MidiSystem;
import javax.sound.midi.Sequence;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Reading and writing one MIDI file of 16 tracks. The Java platform reads it into a {@link
 * Sequence} and writes that. FCP reads and writes the lossless file, after an edit of one message,
 * and the editable song with names, digest and order, after an edit of one note.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgs = {"-Xmx3g", "-XX:+UseParallelGC"})
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH sets the fields of a state before it calls anything else
public class MidiFileBenchmark {

  private static final int TRACKS = 16;
  private static final SongDomain DOMAIN = new SongDomain();

  @Param({"1000", "100000"})
  public int notes;

  private byte[] bytes;
  private Source source;
  private Sequence sequence;
  private SmfFile file;
  private SmfContent editedContent;
  private EntityModel<SongKey, SongEntity> editedSong;
  private SongEvent edit;

  /** Creates the file and reads it. */
  @Setup
  public void prepare() throws InvalidMidiDataException, IOException {
    bytes = SmfFile.write(content(notes), List.of());
    source = Source.of(bytes);
    file = readFile();
    sequence = readSequence();
    editedContent = edited(file.content());
    EntityModel<SongKey, SongEntity> song = readSong();
    edit = edit(song);
    editedSong = DOMAIN.replay(edit, song);
  }

  private static SmfContent content(int notes) {
    List<SmfContent.FileChunk> tracks = new ArrayList<>();
    for (int track = 0; track < TRACKS; track++) {
      MessageList.Builder messages = MessageList.builder();
      for (int i = 0; i < notes / TRACKS; i++) {
        byte pitch = (byte) (36 + i * 7 % 48);
        messages.add(i * 120L, new byte[] {(byte) (0x90 | track), pitch, (byte) (40 + i % 80)});
        messages.add(i * 120L + 100, new byte[] {(byte) (0x80 | track), pitch, 64});
      }
      MessageList list = messages.build();
      tracks.add(new SmfContent.TrackChunk(list, list.lastTick(), ByteRange.NONE));
    }
    return new SmfContent(1, 480, ByteRange.NONE, tracks, ByteRange.NONE, Optional.empty());
  }

  private static SmfContent edited(SmfContent content) {
    SmfContent.TrackChunk first = content.tracks().findFirst().orElseThrow();
    MessageList.Builder messages = MessageList.builder();
    for (int i = 0; i < first.messages().size(); i++) {
      byte[] message = first.messages().bytes(i);
      message[2] ^= (byte) (i == 0 ? 1 : 0);
      messages.add(first.messages().absoluteTick(i), message);
    }
    List<SmfContent.FileChunk> parts = new ArrayList<>(content.chunks());
    parts.set(0, new SmfContent.TrackChunk(messages.build(), first.endTick(), first.trailing()));
    return new SmfContent(
        content.format(),
        content.division(),
        content.extra(),
        parts,
        content.trailing(),
        content.wrapper());
  }

  /** Returns a change of the velocity of a note in the middle of a song. */
  private static SongEvent edit(EntityModel<SongKey, SongEntity> song) {
    for (int index = song.size() / 2; ; index++) {
      Map.Entry<SongKey, SongEntity> entry = song.entities().entryAt(index).orElseThrow();
      if (entry.getValue() instanceof Note note) {
        Note other = note.withVelocity((note.velocity() ^ 1) | 2);
        return DOMAIN.between(entry.getKey(), note, other).orElseThrow();
      }
    }
  }

  /** Java platform: reads messages. */
  @Benchmark
  public Sequence readSequence() throws InvalidMidiDataException, IOException {
    return MidiSystem.getSequence(new ByteArrayInputStream(bytes));
  }

  /** FCP: reads messages with the offset of each. */
  @Benchmark
  public SmfFile readFile() {
    return switch (SmfFile.read(bytes, SmfLimits.standard())) {
      case SmfReadResult.Success(var read) -> read;
      case SmfReadResult.Refused refused -> throw new IllegalStateException(refused.toString());
    };
  }

  /** FCP: reads a song. */
  @Benchmark
  public EntityModel<SongKey, SongEntity> readSong() {
    return switch (DOMAIN.format().read(bytes)) {
      case ReadResult.Readable<EntityModel<SongKey, SongEntity>>(var song, var read) -> song;
      case ReadResult.Unreadable<EntityModel<SongKey, SongEntity>> refused ->
          throw new IllegalStateException(refused.toString());
    };
  }

  /**
   * FCP: reads a song and computes its order, its digest and everything else that the first edit
   * needs.
   */
  @Benchmark
  public Digest openSong() {
    return DOMAIN.replay(edit, readSong()).digest();
  }

  /** FCP: edits one note and undoes that, with the digests of both states. */
  @Benchmark
  public long editSong() {
    EntityModel<SongKey, SongEntity> back = DOMAIN.replay(DOMAIN.invert(edit), editedSong);
    return DOMAIN.replay(edit, back).digest().low() ^ back.digest().low();
  }

  /** Java platform: writes messages. */
  @Benchmark
  public byte[] writeSequence() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    MidiSystem.write(sequence, 1, out);
    return out.toByteArray();
  }

  /** FCP: writes messages, all but one with their original bytes. */
  @Benchmark
  public byte[] writeFile() {
    return SmfFile.write(editedContent, List.of(file));
  }

  /** FCP: writes an edited song; this includes reading its source. */
  @Benchmark
  public byte[] writeSong() {
    return DOMAIN.format().write(editedSong, List.of(source));
  }
}
