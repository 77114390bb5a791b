package dev.fcp.benchmarks.table;

import java.io.File;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Changes a label of a diagram with the XML library of the JDK, and keeps no history. */
final class EditPrototype {

  private EditPrototype() {}

  /**
   * Edits a file.
   *
   * @param arguments the file, the id of the cell
   */
  public static void main(String[] arguments) throws Exception {
    File file = new File(arguments[0]);
    Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
    NodeList cells = document.getElementsByTagName("mxCell");
    for (int i = 0; i < cells.getLength(); i++) {
      if (cells.item(i) instanceof Element cell && cell.getAttribute("id").equals(arguments[1])) {
        cell.setAttribute("value", "Other");
      }
    }
    TransformerFactory.newInstance()
        .newTransformer()
        .transform(new DOMSource(document), new StreamResult(file));
  }
}
