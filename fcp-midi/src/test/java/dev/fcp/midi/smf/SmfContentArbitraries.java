package dev.fcp.midi.smf;

import dev.fcp.midi.smf.SmfContent.FileChunk;
import dev.fcp.midi.smf.SmfContent.OtherChunk;
import dev.fcp.midi.smf.SmfContent.RmidWrapper;
import dev.fcp.midi.smf.SmfContent.TrackChunk;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random contents of files. */
final class SmfContentArbitraries {

  private static final Arbitrary<Integer> STEPS =
      Arbitraries.frequencyOf(
          Tuple.of(5, Arbitraries.just(0)),
          Tuple.of(5, Arbitraries.integers().between(1, 300)),
          Tuple.of(1, Arbitraries.integers().between(0, 1 << 22)));

  private SmfContentArbitraries() {}

  static Arbitrary<SmfContent> contents() {
    Arbitrary<FileChunk> chunks =
        Arbitraries.oneOf(tracks().map(track -> track), tracks().map(track -> track), chunks());
    return Combinators.combine(
            Arbitraries.integers().between(0, 2),
            Arbitraries.of(96, 480, 0xE728),
            byteRanges(3),
            chunks.list().ofMaxSize(5),
            byteRanges(5),
            wrappers().optional(0.2))
        .as(SmfContent::new);
  }

  private static Arbitrary<FileChunk> chunks() {
    Arbitrary<ByteRange> types =
        Arbitraries.of("XFIH", "MThd", "data").map(SmfContentArbitraries::ascii);
    return Combinators.combine(types, byteRanges(9)).as(OtherChunk::new);
  }

  private static Arbitrary<RmidWrapper> wrappers() {
    Arbitrary<ByteRange> before = Arbitraries.of(new byte[0], riffChunk()).map(ByteRange::copyOf);
    return Combinators.combine(before, byteRanges(9)).as(RmidWrapper::new);
  }

  private static byte[] riffChunk() {
    return SmfBuilder.empty().riffChunk("DISP", new byte[3]).bytes();
  }

  private static Arbitrary<TrackChunk> tracks() {
    return Combinators.combine(timedBytes().list().ofMaxSize(12), STEPS, byteRanges(2))
        .as(SmfContentArbitraries::track);
  }

  private record TimedBytes(int step, byte[] bytes) {}

  private static Arbitrary<TimedBytes> timedBytes() {
    return Combinators.combine(STEPS, messages()).as(TimedBytes::new);
  }

  private static TrackChunk track(List<TimedBytes> timed, int lastStep, ByteRange trailing) {
    MessageList.Builder messages = MessageList.builder();
    long tick = 0;
    for (TimedBytes message : timed) {
      tick += message.step();
      messages.add(tick, message.bytes());
    }
    return new TrackChunk(messages.build(), tick + lastStep, trailing);
  }

  private static Arbitrary<byte[]> messages() {
    Arbitrary<byte[]> twoDataBytes =
        Combinators.combine(Arbitraries.of(0x80, 0x90, 0x91, 0xB0), data(), data())
            .as((status, first, second) -> bytes(status, first, second));
    Arbitrary<byte[]> oneDataByte =
        Combinators.combine(Arbitraries.of(0xC0, 0xD1), data())
            .as((status, first) -> bytes(status, first));
    Arbitrary<byte[]> system =
        Combinators.combine(Arbitraries.of("F0", "F7", "FF01", "FF7F"), byteRanges(200))
            .as((prefix, body) -> SmfBuilder.empty().hex(prefix).add(body.toByteArray()).bytes());
    return Arbitraries.oneOf(twoDataBytes, twoDataBytes, oneDataByte, system);
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

  /** Byte ranges, at least half of which are empty. */
  private static Arbitrary<ByteRange> byteRanges(int maxBytes) {
    Arbitrary<ByteRange> nonEmpty =
        Arbitraries.bytes().array(byte[].class).ofMaxSize(maxBytes).map(ByteRange::copyOf);
    return Arbitraries.oneOf(Arbitraries.just(ByteRange.NONE), nonEmpty);
  }

  private static ByteRange ascii(String letters) {
    return ByteRange.copyOf(SmfBuilder.empty().ascii(letters).bytes());
  }
}
