package dev.fcp.drawio.file;

import com.ctc.wstx.api.WstxInputProperties;
import com.ctc.wstx.stax.WstxInputFactory;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import org.codehaus.stax2.LocationInfo;
import org.codehaus.stax2.XMLInputFactory2;
import org.codehaus.stax2.XMLStreamReader2;
import org.jspecify.annotations.Nullable;

/**
 * Parses XML into elements with their places in the text. Nothing outside of the text is ever
 * looked at: a document type is refused before anything in it counts. Safe for use by any number of
 * threads.
 */
final class XmlTree {

  private static final String[] NO_ATTRIBUTES = {};

  private final WstxInputFactory factory = new WstxInputFactory();
  private final int nameLength;

  XmlTree(DrawioLimits limits) {
    nameLength = limits.nameLength();
    factory.configureForXmlConformance();
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, false);
    factory.setProperty(XMLInputFactory2.P_LAZY_PARSING, false);
    factory.setProperty(WstxInputProperties.P_MAX_ELEMENT_DEPTH, limits.depth());
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTES_PER_ELEMENT, limits.attributes());
    factory.setProperty(WstxInputProperties.P_MAX_ATTRIBUTE_SIZE, limits.textLength());
    factory.setProperty(WstxInputProperties.P_MAX_TEXT_LENGTH, (long) limits.textLength());
  }

  /**
   * The root element of a text.
   *
   * @throws Damage with the offset in the text
   */
  XmlNode parse(String text, ElementCount count) throws Damage {
    try {
      XMLStreamReader2 reader =
          (XMLStreamReader2) factory.createXMLStreamReader(new StringReader(text));
      try {
        return parse(reader, count);
      } finally {
        reader.closeCompletely();
      }
    } catch (XMLStreamException broken) {
      int offset = broken.getLocation() == null ? 0 : broken.getLocation().getCharacterOffset();
      throw new Damage(Math.max(0, Math.min(offset, text.length())), reason(broken));
    }
  }

  private XmlNode parse(XMLStreamReader2 reader, ElementCount count)
      throws XMLStreamException, Damage {
    if (!"1.0".equals(Optional.ofNullable(reader.getVersion()).orElse("1.0"))) {
      throw new Damage(0, "XML " + reader.getVersion() + " is not supported, only 1.0");
    }
    Deque<XmlNode> open = new ArrayDeque<>();
    XmlNode root = null;
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          XmlNode node = start(reader, open.peek());
          root = root == null ? node : root;
          open.push(node);
          count.add(node.start);
        }
        case XMLStreamConstants.END_ELEMENT -> end(reader, open.pop());
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            text(reader, open.peek());
        case XMLStreamConstants.DTD ->
            throw new Damage(
                (int) reader.getLocationInfo().getStartingCharOffset(),
                "a document type is not read",
                Optional.of("take the DOCTYPE out of the file"));
        default -> {
          // Comments and processing instructions say nothing about the diagram.
        }
      }
    }
    if (root == null) {
      throw new Damage(0, "no XML element");
    }
    return root;
  }

  private XmlNode start(XMLStreamReader2 reader, @Nullable XmlNode parent) throws Damage {
    LocationInfo place = reader.getLocationInfo();
    int start = (int) place.getStartingCharOffset();
    int end = endOf(place);
    String name = name(reader.getLocalName(), start);
    String[] attributes = attributes(reader, start);
    return parent == null
        ? new XmlNode(name, attributes, 0, start, end)
        : parent.add(name, attributes, start, end);
  }

  private String name(String name, int offset) throws Damage {
    if (name.length() > nameLength) {
      throw new Damage(
          offset,
          "a name of " + name.length() + " characters, more than " + nameLength,
          Optional.of("shorten the name " + name.substring(0, 20) + "..."));
    }
    return name;
  }

  private String[] attributes(XMLStreamReader2 reader, int offset) throws Damage {
    int count = reader.getAttributeCount();
    if (count == 0) {
      return NO_ATTRIBUTES;
    }
    String[] attributes = new String[2 * count];
    for (int i = 0; i < count; i++) {
      attributes[2 * i] = name(reader.getAttributeLocalName(i), offset);
      attributes[2 * i + 1] = reader.getAttributeValue(i);
    }
    return attributes;
  }

  private static void end(XMLStreamReader2 reader, XmlNode node) {
    LocationInfo place = reader.getLocationInfo();
    int start = (int) place.getStartingCharOffset();
    node.end = endOf(place);
    node.contentEnd = start == node.start ? node.end : start;
  }

  private static void text(XMLStreamReader2 reader, @Nullable XmlNode node) {
    if (node != null && node.name.equals("diagram")) {
      node.addText(reader.getText());
    }
  }

  private static int endOf(LocationInfo place) {
    try {
      return (int) place.getEndingCharOffset();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("the end of a parsed event", e);
    }
  }

  /** The first line: the parser adds the place, which the answer has anyway. */
  private static String reason(XMLStreamException broken) {
    String message = String.valueOf(broken.getMessage());
    int line = message.indexOf('\n');
    return line < 0 ? message : message.substring(0, line);
  }
}
