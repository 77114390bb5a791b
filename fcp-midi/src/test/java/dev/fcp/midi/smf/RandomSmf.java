package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.Chunk;
import dev.fcp.midi.smf.SmfContent.Part;
import dev.fcp.midi.smf.SmfContent.Track;
import dev.fcp.midi.smf.SmfContent.Wrapper;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random contents of files. */
final class RandomSmf {

  private static final Arbitrary<Integer> STEPS =
      Arbitraries.frequencyOf(
          Tuple.of(5, Arbitraries.just(0)),
          Tuple.of(5, Arbitraries.integers().between(1, 300)),
          Tuple.of(1, Arbitraries.integers().between(0, 1 << 22)));

  private RandomSmf() {}

  static Arbitrary<SmfContent> contents() {
    Arbitrary<Part> parts =
        Arbitraries.oneOf(tracks().map(track -> track), tracks().map(track -> track), chunks());
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(96, 480, 0xE728),
            ranges(3),
            parts.list().ofMaxSize(5),
            ranges(5),
            wrappers().optional(0.2))
        .as(SmfContent::new);
  }

  private static Arbitrary<Part> chunks() {
    Arbitrary<ByteRange> types = Arbitraries.of("XFIH", "MThd", "data").map(RandomSmf::ascii);
    return Combinators.combine(types, ranges(9)).as(Chunk::new);
  }

  private static Arbitrary<Wrapper> wrappers() {
    Arbitrary<ByteRange> before = Arbitraries.of(new byte[0], riffChunk()).map(ByteRange::copyOf);
    return Combinators.combine(before, ranges(9)).as(Wrapper::new);
  }

  private static byte[] riffChunk() {
    return SmfBuilder.empty().riffChunk("DISP", new byte[3]).bytes();
  }

  private static Arbitrary<Track> tracks() {
    return Combinators.combine(timed().list().ofMaxSize(12), STEPS, ranges(2)).as(RandomSmf::track);
  }

  private record Timed(int step, byte[] bytes) {}

  private static Arbitrary<Timed> timed() {
    return Combinators.combine(STEPS, messages()).as(Timed::new);
  }

  private static Track track(List<Timed> timed, int lastStep, ByteRange trailing) {
    MessageList.Builder messages = MessageList.builder();
    long tick = 0;
    for (Timed message : timed) {
      tick += message.step();
      messages.add(tick, message.bytes());
    }
    return new Track(messages.build(), tick + lastStep, trailing);
  }

  private static Arbitrary<byte[]> messages() {
    Arbitrary<byte[]> two =
        Combinators.combine(Arbitraries.of(0x80, 0x90, 0x91, 0xB0), data(), data())
            .as((status, first, second) -> bytes(status, first, second));
    Arbitrary<byte[]> one =
        Combinators.combine(Arbitraries.of(0xC0, 0xD1), data())
            .as((status, first) -> bytes(status, first));
    Arbitrary<byte[]> system =
        Combinators.combine(Arbitraries.of("F0", "F7", "FF01", "FF7F"), ranges(200))
            .as((head, body) -> SmfBuilder.empty().hex(head).add(body.toByteArray()).bytes());
    return Arbitraries.oneOf(two, two, one, system);
  }

  private static Arbitrary<Integer> data() {
    return Arbitraries.of(0, 60, 64, 127);
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** Mostly none. */
  private static Arbitrary<ByteRange> ranges(int most) {
    Arbitrary<ByteRange> some =
        Arbitraries.bytes().array(byte[].class).ofMaxSize(most).map(ByteRange::copyOf);
    return Arbitraries.oneOf(Arbitraries.just(ByteRange.NONE), some);
  }

  private static ByteRange ascii(String letters) {
    return ByteRange.copyOf(SmfBuilder.empty().ascii(letters).bytes());
  }
}
