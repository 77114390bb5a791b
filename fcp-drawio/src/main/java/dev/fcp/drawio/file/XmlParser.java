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
 * Parses XML into elements with their offsets in the text. External entities are never loaded: a
 * document type declaration is refused before any of it is processed. Thread-safe.
 */
final class XmlParser {

  private static final String[] NO_ATTRIBUTES = {};

  private final WstxInputFactory factory = new WstxInputFactory();
  private final int maxNameLength;

  XmlParser(DrawioLimits limits) {
    maxNameLength = limits.nameLength();
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
   * Parses a text and returns its root element.
   *
   * @throws DrawioParseException with the offset in the text
   */
  XmlNode parse(String text, ElementCounter counter) throws DrawioParseException {
    try {
      XMLStreamReader2 reader =
          (XMLStreamReader2) factory.createXMLStreamReader(new StringReader(text));
      try {
        return parse(reader, counter);
      } finally {
        reader.closeCompletely();
      }
    } catch (XMLStreamException e) {
      int offset = e.getLocation() == null ? 0 : e.getLocation().getCharacterOffset();
      throw new DrawioParseException(Math.max(0, Math.min(offset, text.length())), reason(e));
    }
  }

  private XmlNode parse(XMLStreamReader2 reader, ElementCounter counter)
      throws XMLStreamException, DrawioParseException {
    if (!"1.0".equals(Optional.ofNullable(reader.getVersion()).orElse("1.0"))) {
      throw new DrawioParseException(
          0, "XML " + reader.getVersion() + " is not supported, only 1.0");
    }
    Deque<XmlNode> openElements = new ArrayDeque<>();
    XmlNode root = null;
    while (reader.hasNext()) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          XmlNode node = startElement(reader, openElements.peek());
          root = root == null ? node : root;
          openElements.push(node);
          counter.add(node.start);
        }
        case XMLStreamConstants.END_ELEMENT -> endElement(reader, openElements.pop());
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE ->
            addText(reader, openElements.peek());
        case XMLStreamConstants.DTD ->
            throw new DrawioParseException(
                (int) reader.getLocationInfo().getStartingCharOffset(),
                "a document type is not read",
                Optional.of("take the DOCTYPE out of the file"));
        default -> {
          // Comments and processing instructions are not part of the diagram.
        }
      }
    }
    if (root == null) {
      throw new DrawioParseException(0, "no XML element");
    }
    return root;
  }

  private XmlNode startElement(XMLStreamReader2 reader, @Nullable XmlNode parent)
      throws DrawioParseException {
    LocationInfo location = reader.getLocationInfo();
    int start = (int) location.getStartingCharOffset();
    int end = endOffset(location);
    String name = requireName(reader.getLocalName(), start);
    String[] attributes = readAttributes(reader, start);
    return parent == null
        ? new XmlNode(name, attributes, 0, start, end)
        : parent.addChild(name, attributes, start, end);
  }

  private String requireName(String name, int offset) throws DrawioParseException {
    if (name.length() > maxNameLength) {
      throw new DrawioParseException(
          offset,
          "a name of " + name.length() + " characters, more than " + maxNameLength,
          Optional.of("shorten the name " + name.substring(0, 20) + "..."));
    }
    return name;
  }

  private String[] readAttributes(XMLStreamReader2 reader, int offset) throws DrawioParseException {
    int counter = reader.getAttributeCount();
    if (counter == 0) {
      return NO_ATTRIBUTES;
    }
    String[] attributes = new String[2 * counter];
    for (int i = 0; i < counter; i++) {
      attributes[2 * i] = requireName(reader.getAttributeLocalName(i), offset);
      attributes[2 * i + 1] = reader.getAttributeValue(i);
    }
    return attributes;
  }

  private static void endElement(XMLStreamReader2 reader, XmlNode node) {
    LocationInfo location = reader.getLocationInfo();
    int start = (int) location.getStartingCharOffset();
    node.end = endOffset(location);
    node.contentEnd = start == node.start ? node.end : start;
  }

  private static void addText(XMLStreamReader2 reader, @Nullable XmlNode node) {
    if (node != null && node.name.equals("diagram")) {
      node.addText(reader.getText());
    }
  }

  private static int endOffset(LocationInfo location) {
    try {
      return (int) location.getEndingCharOffset();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("the end of a parsed event", e);
    }
  }

  /**
   * The first line of the message; the parser adds the location in further lines, and the result
   * has an offset anyway.
   */
  private static String reason(XMLStreamException e) {
    String message = String.valueOf(e.getMessage());
    int lineEnd = message.indexOf('\n');
    return lineEnd < 0 ? message : message.substring(0, lineEnd);
  }
}
