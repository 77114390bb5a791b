package dev.fcp.spec.conform;

import dev.fcp.spec.conform.Report.Verdict;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The clauses as test cases in JUnit XML, for build servers. Clauses that were not observed are
 * skipped, and so are broken clauses that are not required.
 */
final class JUnitReport {

  private JUnitReport() {}

  static String render(Report report) {
    StringWriter text = new StringWriter();
    int errorCount = report.driverFaults().isEmpty() && !report.isNothingObserved() ? 0 : 1;
    try {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", replaceIllegalCharacters(report.capabilities().name()));
      xml.writeAttribute("tests", Integer.toString(report.clauses().size() + errorCount));
      xml.writeAttribute("failures", Long.toString(report.countRequiredFailed()));
      xml.writeAttribute("errors", Integer.toString(errorCount));
      xml.writeAttribute(
          "skipped",
          Long.toString(
              report.clauses().size()
                  - report.count(Verdict.PASSED)
                  - report.countRequiredFailed()));
      for (SpecClause clause : report.clauses()) {
        writeTestCase(xml, clause, report);
      }
      if (!report.driverFaults().isEmpty()) {
        writeError(xml, "the driver replies", driverFaults(report));
      } else if (report.isNothingObserved()) {
        writeError(xml, "something is observed", report.conclusion());
      }
      xml.writeEndElement();
      xml.writeEndDocument();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("writing to memory failed", e);
    }
    return text.toString();
  }

  private static void writeError(XMLStreamWriter xml, String testCase, String text)
      throws XMLStreamException {
    startTestCase(xml, testCase);
    xml.writeStartElement("error");
    xml.writeCharacters(replaceIllegalCharacters(text));
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private static void writeTestCase(XMLStreamWriter xml, SpecClause clause, Report report)
      throws XMLStreamException {
    startTestCase(xml, clause.id() + " " + clause.title());
    Optional<Failure> failure = report.failure(clause);
    if (failure.isPresent() && !isReportedAsFailure(clause, failure.get())) {
      // A broken clause that is not required must not fail a build, nor must one failure count
      // twice.
      xml.writeEmptyElement("skipped");
      xml.writeAttribute(
          "message",
          report.verdict(clause) == Verdict.UNDECIDED
              ? report.verdictText(clause)
              : "%s clause broken".formatted(clause.kind()));
      xml.writeStartElement("system-out");
      xml.writeCharacters(replaceIllegalCharacters(failureText(report, clause, failure.get())));
      xml.writeEndElement();
    } else if (failure.isPresent()) {
      xml.writeStartElement("failure");
      xml.writeAttribute("message", "%s clause broken".formatted(clause.kind()));
      xml.writeCharacters(replaceIllegalCharacters(failureText(report, clause, failure.get())));
      xml.writeEndElement();
    } else if (report.verdict(clause) == Verdict.NOT_OBSERVED) {
      xml.writeEmptyElement("skipped");
      xml.writeAttribute("message", replaceIllegalCharacters(report.verdictText(clause)));
    }
    xml.writeEndElement();
  }

  private static boolean isReportedAsFailure(SpecClause clause, Failure failure) {
    return failure.isRequired() && failure.reportedClause().equals(clause);
  }

  private static String driverFaults(Report report) {
    List<String> lines = new ArrayList<>(report.driverFaults());
    lines.addAll(report.driverFailurePrograms());
    report.abortNotice().ifPresent(lines::add);
    return String.join("\n", lines);
  }

  private static void startTestCase(XMLStreamWriter xml, String name) throws XMLStreamException {
    xml.writeStartElement("testcase");
    xml.writeAttribute("classname", "log");
    xml.writeAttribute("name", name);
  }

  private static String failureText(Report report, SpecClause clause, Failure failure) {
    return "%s\nprogram: %s\nexpected: %s\ngot: %s\n"
            .formatted(
                clause.text(), failure.programText(), failure.expectedText(), failure.actualText())
        + failure.notes().stream().map(note -> note + "\n").collect(Collectors.joining())
        + report.flakyNotice(failure).map(notice -> "flaky: " + notice + "\n").orElse("");
  }

  /** Replaces control characters that XML cannot represent; a driver may print any. */
  private static String replaceIllegalCharacters(String text) {
    return text.replaceAll("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "?");
  }
}
