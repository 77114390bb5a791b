package dev.fcp.midi.smf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Builds valid and invalid files from hex digits, as in the examples of the specification.
 *
 * <pre>{@code
 * SmfBuilder.file(1, 1, 96).track("00 90 3C 40  60 3C 00 ").bytes()
 * }</pre>
 */
public final class SmfBuilder {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Creates an empty builder. */
  public static SmfBuilder empty() {
    return new SmfBuilder();
  }

  /** Creates a builder that starts with a header. */
  public static SmfBuilder file(int format, int tracks, int division) {
    return empty().chunk("MThd", header(format, tracks, division));
  }

  /** Creates a builder that starts with a header with extra bytes. */
  public static SmfBuilder file(int format, int tracks, int division, String extra) {
    return empty().chunk("MThd", header(format, tracks, division).hex(extra));
  }

  private static SmfBuilder header(int format, int tracks, int division) {
    return empty().int16(format).int16(tracks).int16(division);
  }

  /** Adds bytes given as hex digits; white space is ignored. */
  public SmfBuilder hex(String digits) {
    return add(HexFormat.of().parseHex(digits.replaceAll("\\s", "")));
  }

  /** Adds bytes. */
  public SmfBuilder add(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  /** Adds the same byte many times. */
  public SmfBuilder repeat(int count, int value) {
    for (int i = 0; i < count; i++) {
      out.write(value);
    }
    return this;
  }

  /** Adds ASCII characters. */
  public SmfBuilder ascii(String letters) {
    return add(letters.getBytes(StandardCharsets.US_ASCII));
  }

  /** Adds a big-endian 16-bit number. */
  public SmfBuilder int16(int number) {
    out.write(number >> 8);
    out.write(number);
    return this;
  }

  /** Adds a big-endian 32-bit number. */
  public SmfBuilder int32(int number) {
    return int16(number >> 16).int16(number);
  }

  /** Adds a chunk with the correct length. */
  public SmfBuilder chunk(String type, SmfBuilder data) {
    return ascii(type).int32(data.out.size()).add(data.bytes());
  }

  /** Adds a track with these bytes, without an end of track. */
  public SmfBuilder rawTrack(String hex) {
    return chunk("MTrk", empty().hex(hex));
  }

  /** Adds a track with these bytes and an end of track after them. */
  public SmfBuilder track(String hex) {
    return rawTrack(hex + "00 FF 2F 00");
  }

  /** Adds a track with a name, these bytes and an end of track. */
  public SmfBuilder namedTrack(byte[] name, String hex) {
    SmfBuilder data = empty().hex("00 FF 03").repeat(1, name.length).add(name).hex(hex);
    return chunk("MTrk", data.hex("00 FF 2F 00"));
  }

  /** Adds a chunk of a RIFF file, with padding if needed. */
  public SmfBuilder riffChunk(String type, byte[] data) {
    int size = Integer.reverseBytes(data.length);
    return ascii(type).int32(size).add(data).repeat(data.length & 1, 0);
  }

  /** Creates a RIFF file of the form RMID with these bytes as its content. */
  public SmfBuilder inRiff() {
    int size = Integer.reverseBytes(4 + out.size());
    return empty().ascii("RIFF").int32(size).ascii("RMID").add(bytes());
  }

  /** The bytes so far. */
  public byte[] bytes() {
    return out.toByteArray();
  }
}
