package dev.fcp.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.sound.midi.InvalidMidiDataException;
import javax.sound.midi.MidiSystem;
import javax.sound.midi.Sequence;
import javax.sound.midi.ShortMessage;
import javax.sound.midi.Track;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The example documents, with operations that apply to them. */
enum SampleDocument {
  DIAGRAM("drawio", "shop.drawio", "add box Till", "label Search \"Find it\"", "remove Basket") {
    @Override
    void editExternally(Path file) throws IOException {
      try {
        Document xml =
            DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
        moveFirstShape(xml);
        Transformer writer = TransformerFactory.newInstance().newTransformer();
        writer.setOutputProperty(OutputKeys.STANDALONE, "no");
        writer.transform(new DOMSource(xml), new StreamResult(file.toFile()));
        String text = Files.readString(file);
        Files.writeString(file, text.replace("><mxCell", ">\r\n<mxCell"));
      } catch (ParserConfigurationException | SAXException | TransformerException e) {
        throw new IOException(e);
      }
    }

    private static void moveFirstShape(Document xml) {
      NodeList geometries = xml.getElementsByTagName("mxGeometry");
      for (int i = 0; i < geometries.getLength(); i++) {
        Element geometry = (Element) geometries.item(i);
        if (geometry.hasAttribute("x")) {
          int x = Integer.parseInt(geometry.getAttribute("x"));
          geometry.setAttribute("x", Integer.toString(x + MOVE_DISTANCE));
          return;
        }
      }
      throw new IllegalArgumentException("no shape");
    }
  },

  SONG("midi", "harbour.mid", "note Melody A5 at:16 dur:half", "title \"Home\"", "mute Bass") {
    @Override
    void editExternally(Path file) throws IOException {
      try {
        Sequence sequence = MidiSystem.getSequence(file.toFile());
        Track last = sequence.getTracks()[sequence.getTracks().length - 1];
        int pitch = FIRST_PITCH;
        for (int i = 0; i < last.size(); i++) {
          boolean isThere =
              last.get(i).getMessage() instanceof ShortMessage message
                  && message.getData1() == pitch;
          pitch += isThere ? 1 : 0;
        }
        last.add(note(ShortMessage.NOTE_ON, pitch, 0));
        last.add(note(ShortMessage.NOTE_OFF, pitch, sequence.getResolution()));
        MidiSystem.write(sequence, 1, file.toFile());
      } catch (InvalidMidiDataException e) {
        throw new IOException(e);
      }
    }
  };

  private static final int MOVE_DISTANCE = 30;
  private static final int FIRST_PITCH = 20;
  private static final int VELOCITY = 64;
  private static final Path EXAMPLES = Path.of("..", "examples");

  private final String domain;
  private final String file;
  private final List<String> operations;

  SampleDocument(String domain, String file, String... operations) {
    this.domain = domain;
    this.file = file;
    this.operations = List.of(operations);
  }

  private static javax.sound.midi.MidiEvent note(int command, int pitch, long tick)
      throws InvalidMidiDataException {
    return new javax.sound.midi.MidiEvent(new ShortMessage(command, 0, pitch, VELOCITY), tick);
  }

  /** The name of the domain. */
  String domain() {
    return domain;
  }

  /** The name of the file. */
  String file() {
    return file;
  }

  /** An operation that applies whether or not earlier ones were applied. */
  String operation(int index) {
    return operations.get(index);
  }

  /** The original bytes of the file. */
  byte[] bytes() {
    try {
      return Files.readAllBytes(EXAMPLES.resolve(file));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Changes an entity in a file and rewrites the file as another program would. */
  abstract void editExternally(Path file) throws IOException;
}
