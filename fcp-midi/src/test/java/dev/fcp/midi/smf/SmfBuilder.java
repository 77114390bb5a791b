package dev.fcp.midi.smf;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Writes files, right and wrong ones, the way a page of the specification would show them.
 *
 * <pre>{@code
 * SmfBuilder.file(1, 1, 96).track(track -> track.text("00 90 3C 40  60 3C 00").end()).bytes()
 * }</pre>
 */
public final class SmfBuilder {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Some bytes, from nothing. */
  public static SmfBuilder empty() {
    return new SmfBuilder();
  }

  /** A file that begins with a header. */
  public static SmfBuilder file(int format, int tracks, int division) {
    return empty().chunk("MThd", header(format, tracks, division));
  }

  /** A file whose header is longer than it needs to be. */
  public static SmfBuilder file(int format, int tracks, int division, String extra) {
    return empty().chunk("MThd", header(format, tracks, division).hex(extra));
  }

  private static SmfBuilder header(int format, int tracks, int division) {
    return empty().int16(format).int16(tracks).int16(division);
  }

  /** Adds bytes given in hex; white space says nothing. */
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

  /** Adds letters. */
  public SmfBuilder ascii(String letters) {
    return add(letters.getBytes(StandardCharsets.US_ASCII));
  }

  /** Adds a number of 16 bits. */
  public SmfBuilder int16(int number) {
    out.write(number >> 8);
    out.write(number);
    return this;
  }

  /** Adds a number of 32 bits. */
  public SmfBuilder int32(int number) {
    return int16(number >> 16).int16(number);
  }

  /** Adds a chunk of right length. */
  public SmfBuilder chunk(String type, SmfBuilder data) {
    return ascii(type).int32(data.out.size()).add(data.bytes());
  }

  /** Adds a track of these bytes and nothing else. */
  public SmfBuilder rawTrack(String hex) {
    return chunk("MTrk", empty().hex(hex));
  }

  /** Adds a track of these bytes and an end of track right behind them. */
  public SmfBuilder track(String hex) {
    return rawTrack(hex + "00 FF 2F 00");
  }

  /** Adds a track with a name and these bytes. */
  public SmfBuilder namedTrack(byte[] name, String hex) {
    SmfBuilder data = empty().hex("00 FF 03").repeat(1, name.length).add(name).hex(hex);
    return chunk("MTrk", data.hex("00 FF 2F 00"));
  }

  /** Adds a chunk of a RIFF file, with its padding. */
  public SmfBuilder riffChunk(String type, byte[] data) {
    int size = Integer.reverseBytes(data.length);
    return ascii(type).int32(size).add(data).repeat(data.length & 1, 0);
  }

  /** This as the content of a RIFF file of the form RMID. */
  public SmfBuilder inRiff() {
    int size = Integer.reverseBytes(4 + out.size());
    return empty().ascii("RIFF").int32(size).ascii("RMID").add(bytes());
  }

  /** The bytes so far. */
  public byte[] bytes() {
    return out.toByteArray();
  }
}
