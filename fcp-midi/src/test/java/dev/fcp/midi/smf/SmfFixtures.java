package dev.fcp.midi.smf;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Readable files with rare features, by name. */
public final class SmfFixtures {

  private static final String SCALE =
      "00 90 3C 40  60 80 3C 40  00 90 3E 40  60 80 3E 40  00 90 40 40  60 80 40 40 ";
  private static final String RUNNING =
      "00 91 3C 40  60 3C 00  00 3E 40  60 3E 00  00 40 7F  30 91 43 7F  30 40 00  00 43 00 ";

  private SmfFixtures() {}

  /** All fixtures, by name. */
  public static Map<String, byte[]> all() {
    Map<String, byte[]> files = new LinkedHashMap<>();
    addFormats(files);
    addSurroundings(files);
    addWrapped(files);
    addEncodings(files);
    addNames(files);
    return files;
  }

  private static SmfBuilder singleTrack(int division) {
    return SmfBuilder.file(0, 1, division);
  }

  private static void addFormats(Map<String, byte[]> files) {
    files.put("format-0", singleTrack(96).track(SCALE).bytes());
    files.put(
        "format-1",
        SmfBuilder.file(1, 3, 480)
            .track("00 FF 51 03 07 A1 20  00 FF 58 04 06 03 24 08  00 FF 59 02 FD 01 ")
            .track(SCALE)
            .track(RUNNING)
            .bytes());
    files.put("format-2", SmfBuilder.file(2, 2, 96).track(SCALE).track(RUNNING).bytes());
    files.put("no-tracks", SmfBuilder.file(1, 0, 96).bytes());
    files.put("format-0-of-two-tracks", SmfBuilder.file(0, 2, 96).track(SCALE).track("").bytes());
    files.put(
        "smpte-25-40", singleTrack(0xE728).track("00 FF 54 05 21 00 00 00 00 " + SCALE).bytes());
    files.put("smpte-29-2", singleTrack(0xE302).track(SCALE).bytes());
  }

  private static void addSurroundings(Map<String, byte[]> files) {
    SmfBuilder other = SmfBuilder.empty().hex("DE AD BE EF 00");
    files.put("long-header", SmfBuilder.file(1, 1, 96, "01 02 03").track(SCALE).bytes());
    files.put(
        "chunks-everywhere",
        SmfBuilder.file(1, 2, 96)
            .chunk("XFIH", other)
            .track(SCALE)
            .chunk("abcd", SmfBuilder.empty())
            .chunk("MThx", other)
            .track(RUNNING)
            .chunk("XFKM", other)
            .bytes());
    files.put("trailing-bytes", singleTrack(96).track(SCALE).hex("00 00 1A").bytes());
    files.put("trailing-half-chunk", singleTrack(96).track(SCALE).ascii("LIST").int32(99).bytes());
    files.put(
        "bytes-after-the-end", singleTrack(96).rawTrack(SCALE + "00 FF 2F 00 00 90 3C 40").bytes());
    files.put(
        "bytes-after-two-ends",
        SmfBuilder.file(1, 2, 96)
            .rawTrack(RUNNING + "00 FF 2F 00 AA")
            .rawTrack(SCALE + "83 60 FF 2F 00 BB CC")
            .bytes());
  }

  private static void addWrapped(Map<String, byte[]> files) {
    byte[] odd = singleTrack(96).track("00 C0 05 " + SCALE).hex("01").bytes();
    byte[] even = singleTrack(96).track("00 C0 05 " + SCALE).bytes();
    byte[] info = "INFOINAM".getBytes(StandardCharsets.US_ASCII);
    SmfBuilder nothing = SmfBuilder.empty();
    files.put("rmid", nothing.riffChunk("data", even).inRiff().bytes());
    files.put("rmid-padded", SmfBuilder.empty().riffChunk("data", odd).inRiff().bytes());
    files.put(
        "rmid-in-the-middle",
        SmfBuilder.empty()
            .riffChunk("DISP", new byte[3])
            .riffChunk("data", odd)
            .riffChunk("LIST", info)
            .inRiff()
            .bytes());
    files.put(
        "rmid-and-more", SmfBuilder.empty().riffChunk("data", even).inRiff().hex("FF FF").bytes());
    SmfBuilder bare = SmfBuilder.empty().ascii("data");
    bare.int32(Integer.reverseBytes(odd.length)).add(odd);
    files.put("rmid-without-padding", bare.inRiff().bytes());
  }

  private static void addEncodings(Map<String, byte[]> files) {
    files.put("running-status", singleTrack(96).track(RUNNING).bytes());
    files.put(
        "running-status-over-meta",
        singleTrack(96)
            .track("00 90 3C 40 60 FF 01 01 41 00 3C 00 00 F0 01 F7 00 40 40 60 40 00 ")
            .bytes());
    files.put(
        "non-minimal",
        singleTrack(96)
            .rawTrack(
                "80 00 FF 03 80 80 02 41 42  80 80 80 00 90 3C 40  80 60 3C 00"
                    + "80 00 F0 80 03 7E 00 F7  80 80 10 FF 2F 80 00")
            .bytes());
    files.put(
        "packets",
        singleTrack(96)
            .track(
                "00 F0 03 43 12 00  81 48 F7 06 43 12 00 43 12 00  64 F7 04 43 12 00 F7"
                    + "00 F7 02 F3 01  00 F0 00  00 F7 00 ")
            .bytes());
    files.put(
        "all-channel-messages",
        singleTrack(96)
            .track(
                "00 90 3C 40 00 A0 3C 10 00 B0 07 64 00 C0 05 00 06 00 D0 20 00 22 "
                    + "00 E0 00 40 00 00 41 60 80 3C 00 ")
            .bytes());
    files.put("all-meta-messages", singleTrack(96).track(metaMessages()).bytes());
    files.put("far-away", singleTrack(96).track("83 FF 7F 90 3C 40 BF FE 80 00 80 3C 40 ").bytes());
    files.put(
        "many-at-one-tick", singleTrack(96).track("00 B0 07 64 ".repeat(300) + SCALE).bytes());
  }

  private static String metaMessages() {
    StringBuilder hex = new StringBuilder("00 FF 00 02 00 01 ");
    for (int type = 1; type < 0x80; type++) {
      if (type != 0x2F) {
        hex.append("00 FF %02X 02 41 42 ".formatted(type));
      }
    }
    return hex.append("00 FF 7F 00 ").toString();
  }

  private static void addNames(Map<String, byte[]> files) {
    byte[] utf8 = "Flöte ♪".getBytes(StandardCharsets.UTF_8);
    byte[] latin1 = "Flöte".getBytes(StandardCharsets.ISO_8859_1);
    files.put("name-in-utf-8", SmfBuilder.file(1, 1, 96).namedTrack(utf8, SCALE).bytes());
    files.put("name-in-latin-1", SmfBuilder.file(1, 1, 96).namedTrack(latin1, RUNNING).bytes());
    files.put(
        "equal-tracks", SmfBuilder.file(1, 3, 96).track(SCALE).track(SCALE).track(SCALE).bytes());
  }
}
