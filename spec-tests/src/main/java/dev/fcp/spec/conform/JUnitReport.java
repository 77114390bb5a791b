package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Report.Verdict;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The clauses as test cases, as build servers read them. What was not observed is skipped, and so
 * is a broken clause that is not required.
 */
final class JUnitReport {

  private JUnitReport() {}

  static String text(Report report) {
    StringWriter text = new StringWriter();
    int errors = report.faults().isEmpty() ? 0 : 1;
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", legal(report.greeting().name()));
      xml.writeAttribute("tests", Integer.toString(report.clauses().size() + errors));
      xml.writeAttribute("failures", Long.toString(report.countRequiredFailed()));
      xml.writeAttribute("errors", Integer.toString(errors));
      xml.writeAttribute(
          "skipped",
          Long.toString(
              report.clauses().size()
                  - report.count(Verdict.PASSED)
                  - report.countRequiredFailed()));
      for (ClauseText clause : report.clauses()) {
        write(xml, clause, report);
      }
      if (!report.faults().isEmpty()) {
        start(xml, "the driver replies");
        xml.writeStartElement("error");
        xml.writeCharacters(legal(faults(report)));
        xml.writeEndElement();
        xml.writeEndElement();
      }
      xml.writeEndElement();
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return text.toString();
  }

  private static void write(XMLStreamWriter xml, ClauseText clause, Report report)
      throws XMLStreamException {
    start(xml, clause.id() + " " + clause.title());
    Optional<Failure> failure = report.failure(clause);
    if (failure.isPresent() && !clause.isRequired()) {
      // It costs nothing, so no build may fail of it.
      xml.writeEmptyElement("skipped");
      xml.writeAttribute("message", "%s clause broken".formatted(clause.kind()));
      xml.writeStartElement("system-out");
      xml.writeCharacters(legal(body(clause, failure.get())));
      xml.writeEndElement();
    } else if (failure.isPresent()) {
      xml.writeStartElement("failure");
      xml.writeAttribute("message", "%s clause broken".formatted(clause.kind()));
      xml.writeCharacters(legal(body(clause, failure.get())));
      xml.writeEndElement();
    } else if (report.verdict(clause) == Verdict.NOT_OBSERVED) {
      xml.writeEmptyElement("skipped");
      xml.writeAttribute("message", legal(report.verdictText(clause)));
    }
    xml.writeEndElement();
  }

  private static String faults(Report report) {
    List<String> lines = new ArrayList<>(report.faults());
    report.givenUp().ifPresent(lines::add);
    return String.join("\n", lines);
  }

  private static void start(XMLStreamWriter xml, String name) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "log");
    xml.writeAttribute("name", name);
  }

  private static String body(ClauseText clause, Failure failure) {
    return "%s\nprogram: %s\nexpected: %s %s\ngot: %s\n"
        .formatted(
            clause.sentence(),
            failure.text(),
            failure.deviation().subject(),
            failure.deviation().expected(),
            failure.deviation().got());
  }

  /** XML has no way to write most control characters, and a driver may print any. */
  private static String legal(String text) {
    return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
  }
}
