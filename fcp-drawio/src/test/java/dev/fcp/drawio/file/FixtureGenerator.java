package dev.fcp.drawio.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Locale;
import java.util.zip.Deflater;

/**
 * Generates the fixtures that cannot be written by hand, with compressed pages and other encodings,
 * from the handwritten ones. The generated files are checked in, because another compressor would
 * create different ones. Run it with the folder of the fixtures to regenerate them.
 */
final class FixtureGenerator {

  private final Path folder;

  private FixtureGenerator(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws IOException {
    new FixtureGenerator(Path.of(arguments[0])).generate();
  }

  private void generate() throws IOException {
    String plain = Files.readString(folder.resolve("plain.drawio"));
    int start = plain.indexOf("<mxGraphModel");
    int end = plain.indexOf("</mxGraphModel>") + "</mxGraphModel>".length();
    String model = plain.substring(start, end).replace(" />", "/>").replaceAll(">\\s+<", "><");
    for (int level : new int[] {0, 1, 9}) {
      write("level-" + level + ".drawio", file(pack(escape(model), level)));
    }
    String packed = pack(escape(model), 6);
    write(
        "wrapped-base64.drawio",
        file("\n    " + packed.replaceAll("(.{76})", "$1\r\n    ") + "\n"));
    write("cdata-base64.drawio", file("<![CDATA[" + packed + "]]>"));
    write("remark-in-base64.drawio", file("<!-- packed -->" + packed + "<tail/>"));
    write("entities-in-base64.drawio", file(packed.replace("+", "&#43;").replace("/", "&#x2f;")));
    write("unpadded-base64.drawio", file(packed.replace("=", "")));
    write("lower-case-escapes.drawio", file(pack(escape(model).replaceAll("%3C", "%3c"), 9)));
    write("few-escapes.drawio", file(pack(model.replace("%", "%25") + "\n", 9)));
    String indented = plain.substring(start, end);
    write(
        "packed-and-indented.drawio",
        file(pack(escape("<?xml version=\"1.0\"?>\n" + indented), 9)));
    write(
        "mixed-pages.drawio",
        "<mxfile host=\"h\" pages=\"4\" compressed=\"true\">\n  <diagram id=\"x\" name=\"packed\">"
            + packed
            + "</diagram>\n  <diagram id=\"y\" name=\"plain\">"
            + model
            + "</diagram>\n  <diagram name=\"packed, no id\">"
            + pack(escape(model.replace("Orders", "Stock ☃ 🚀")), 1)
            + "</diagram>\n  <diagram id=\"z\" name=\"empty\"/>\n</mxfile>\n");
    wide("utf-16le.drawio", "\uFEFF" + declaring(plain, "UTF-16"), StandardCharsets.UTF_16LE);
    wide("utf-16be.drawio", "\uFEFF" + declaring(plain, "UTF-16"), StandardCharsets.UTF_16BE);
    wide("utf-16-unmarked.drawio", declaring(plain, "UTF-16LE"), StandardCharsets.UTF_16LE);
    wide(
        "latin-1.drawio",
        declaring(plain, "iso-8859-1").replace("Orders", "Aufträge"),
        StandardCharsets.ISO_8859_1);
    wide("ascii.drawio", declaring(plain, "US-ASCII"), StandardCharsets.US_ASCII);
  }

  private static String declaring(String text, String encoding) {
    return text.replace("encoding=\"UTF-8\"", "encoding=\"" + encoding + "\"");
  }

  private static String file(String body) {
    return "<mxfile host=\"www.draw.io\" modified=\"2020-01-01T00:00:00.000Z\" version=\"14.6.12\">"
        + "<diagram id=\"packed\" name=\"Page-1\">"
        + body
        + "</diagram></mxfile>";
  }

  private static String escape(String xml) {
    StringBuilder escaped = new StringBuilder();
    for (byte b : xml.getBytes(StandardCharsets.UTF_8)) {
      boolean kept = b > 0 && (Character.isLetterOrDigit(b) || "-_.!~*'()".indexOf(b) >= 0);
      escaped.append(kept ? "" + (char) b : String.format(Locale.ROOT, "%%%02X", b));
    }
    return escaped.toString();
  }

  private static String pack(String escaped, int level) {
    Deflater deflater = new Deflater(level, true);
    deflater.setInput(escaped.getBytes(StandardCharsets.UTF_8));
    deflater.finish();
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    byte[] part = new byte[4096];
    while (!deflater.finished()) {
      deflated.write(part, 0, deflater.deflate(part));
    }
    deflater.end();
    return Base64.getEncoder().encodeToString(deflated.toByteArray());
  }

  private void write(String name, String text) throws IOException {
    wide(name, text, StandardCharsets.UTF_8);
  }

  private void wide(String name, String text, Charset charset) throws IOException {
    Files.write(folder.resolve(name), text.getBytes(charset));
  }
}
