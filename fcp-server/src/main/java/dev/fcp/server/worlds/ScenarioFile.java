package dev.fcp.server.worlds;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.eventlog.session.Session;
import dev.fcp.eventlog.session.SessionSettings;
import dev.fcp.postgres.NewWorld.ScenarioRef;
import dev.fcp.postgres.Scenario;
import dev.fcp.verbs.CreateResult;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.CallLimits;
import dev.fcp.verbs.run.OperationRunner;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.ViewState;
import dev.fcp.verbs.syntax.ParsedOperation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A scenario as people write it: instead of its entities it may have the member {@code document}, a
 * file of the domain, and {@code operations}, which are applied to it or to a new document.
 */
public final class ScenarioFile {

  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");
  private static final String DOCUMENT = "document";
  private static final String OPERATIONS = "operations";
  private static final Origin ORIGIN = Origin.of("scenario");

  private ScenarioFile() {}

  /** The stored scenario that a name or a hash means. */
  public static ScenarioRef stored(String reference) {
    return HASH.matcher(reference).matches()
        ? new ScenarioRef.ByHash(reference)
        : new ScenarioRef.ByName(reference);
  }

  /**
   * The scenario in which the entities stand for document and operations.
   *
   * @param folder the folder against which the path of the document is resolved
   * @throws IllegalArgumentException if it is no scenario, or an operation is refused
   */
  public static Scenario read(String json, Languages languages, Path folder) {
    return read(json, languages, Optional.of(folder));
  }

  /** As {@link #read(String, Languages, Path)}, without a document of a file. */
  public static Scenario read(String json, Languages languages) {
    return read(json, languages, Optional.empty());
  }

  private static Scenario read(String json, Languages languages, Optional<Path> folder) {
    ObjectNode data = Json.object(json);
    if (!data.has(OPERATIONS) && !data.has(DOCUMENT)) {
      return Scenario.of(json);
    }
    if (data.has("entities")) {
      throw new IllegalArgumentException(
          "a scenario has either \"entities\" or \"document\" and \"operations\"");
    }
    String domain = data.path("domain").stringValue("");
    DomainLanguage<?, ?> language =
        languages
            .forDomain(domain)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "there is no domain \"%s\"; there are %s"
                        .formatted(domain, domains(languages))));
    data.set("entities", entities(language, data, folder));
    data.remove(List.of(DOCUMENT, OPERATIONS));
    return Scenario.of(Json.text(data));
  }

  private static String domains(Languages languages) {
    return languages.all().stream()
        .map(it -> it.domain().name())
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static <M, E> ArrayNode entities(
      DomainLanguage<M, E> language, ObjectNode data, Optional<Path> folder) {
    Session<M, E> session = Session.inMemory(language.domain()).by(ORIGIN);
    M model =
        data.has(DOCUMENT)
            ? document(language, file(data.path(DOCUMENT), folder))
            : newDocument(language);
    List<E> events = language.domain().diff(session.model(), model);
    if (!events.isEmpty()) {
      session.step("document", step -> events.forEach(step::emit)).orElseThrow();
    }
    List<String> operations = operations(data.path(OPERATIONS));
    if (!operations.isEmpty()) {
      Response response =
          new OperationRunner<>(language, CallLimits.STANDARD)
              .run(session, ViewState.initial(), operations, EditOptions.of("seed", ORIGIN));
      if (response.isError()) {
        List<String> lines = response.lines();
        throw new IllegalArgumentException(
            String.join("\n", lines.subList(0, lines.size() - 1)).replaceFirst("^! ", ""));
      }
    }
    String lines =
        new String(language.domain().modelCodec().encode(session.model()), StandardCharsets.UTF_8);
    ArrayNode entities = Json.array();
    lines.lines().filter(line -> !line.isBlank()).forEach(line -> entities.add(Json.parse(line)));
    return entities;
  }

  private static Path file(JsonNode name, Optional<Path> folder) {
    if (!name.isString() || name.stringValue().isBlank()) {
      throw new IllegalArgumentException("\"document\" is the path of a file");
    }
    Path file =
        folder
            .orElseThrow(
                () -> new IllegalArgumentException("\"document\" is for scenarios in files"))
            .resolve(name.stringValue());
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("there is no file " + name.stringValue());
    }
    return file;
  }

  private static List<String> operations(JsonNode node) {
    if (!node.isMissingNode()
        && !(node.isArray() && node.valueStream().allMatch(JsonNode::isString))) {
      throw new IllegalArgumentException("\"operations\" is a list of operations, each a text");
    }
    List<String> operations = new ArrayList<>();
    node.forEach(it -> operations.add(it.stringValue()));
    return operations;
  }

  private static <M, E> M newDocument(DomainLanguage<M, E> language) {
    return switch (language.create(Optional.empty(), ParsedOperation.of("new"))) {
      case CreateResult.Created<M>(M model) -> model;
      case CreateResult.Refused<M>(var refusal) ->
          throw new IllegalArgumentException(refusal.message());
    };
  }

  private static <M, E> M document(DomainLanguage<M, E> language, Path file) {
    try (Document<M, E> document =
        new DocumentStore(SessionSettings.standard())
            .open(language.domain(), file, ORIGIN)
            .orElseThrow()) {
      return document.session().model();
    } catch (NoSuchElementException e) {
      throw new IllegalArgumentException(
          "%s cannot be read: %s".formatted(file.getFileName(), e.getMessage()), e);
    }
  }
}
