package dev.fcp.server.mcp;

import dev.fcp.eventlog.document.DocumentStore;
import dev.fcp.eventlog.history.Origin;
import dev.fcp.verbs.DomainLanguage;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.Conversation;
import dev.fcp.verbs.workspace.Workspace;
import dev.fcp.verbs.workspace.WorkspaceSettings;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpSchema.ToolAnnotations;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves the languages of all domains to one client of the Model Context Protocol, with four tools
 * per domain, and one more for a domain with an {@link dev.fcp.verbs.UndoTool}. Calls run one after
 * another in the order of arrival.
 */
public final class ToolServer {

  /** The metadata field that names the message to which a call belongs. */
  static final String MESSAGE_KEY = "message";

  private static final String UNKNOWN_CLIENT = "unknown client";

  private final Languages languages;
  private final DocumentStore store;
  private final WorkspaceSettings settings;
  private final String session;
  private final String version;
  private final Optional<WorldTools> worlds;

  /**
   * A server for one connection.
   *
   * @param languages the languages to serve
   * @param store opens and creates documents
   * @param settings settings with the served folder and the clock that measures pauses between
   *     calls
   * @param session a unique id of the connection
   * @param version the version of the program
   */
  public ToolServer(
      Languages languages,
      DocumentStore store,
      WorkspaceSettings settings,
      String session,
      String version) {
    this(languages, store, settings, session, version, Optional.empty());
  }

  private ToolServer(
      Languages languages,
      DocumentStore store,
      WorkspaceSettings settings,
      String session,
      String version,
      Optional<WorldTools> worlds) {
    this.languages = Objects.requireNonNull(languages, "languages");
    this.store = Objects.requireNonNull(store, "store");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.session = Objects.requireNonNull(session, "session");
    this.version = Objects.requireNonNull(version, "version");
    this.worlds = worlds;
  }

  /** A server that also serves tools for worlds. */
  public ToolServer withWorlds(WorldTools tools) {
    return new ToolServer(languages, store, settings, session, version, Optional.of(tools));
  }

  /**
   * Serves until the input ends and all pending calls are answered. Writes only protocol messages.
   *
   * @return a line for each document with unsaved changes
   * @throws IOException if the input cannot be read
   */
  public List<String> serve(InputStream in, OutputStream out) throws IOException {
    Conversation conversation = new Conversation(session, settings.clock());
    List<Workspace<?, ?>> workspaces = new ArrayList<>();
    List<ServedTool> tools = new ArrayList<>();
    for (DomainLanguage<?, ?> language : languages.all()) {
      Workspace<?, ?> workspace =
          new Workspace<>(language, store, settings, Optional.of(conversation));
      workspaces.add(workspace);
      tools.addAll(DomainTool.of(language.domain().name(), workspace));
      language
          .undoTool()
          .map(tool -> DomainTool.undo(language.domain().name(), tool, workspace))
          .ifPresent(tools::add);
    }
    worlds.ifPresent(it -> tools.addAll(it.all()));
    McpJsonMapper json = strictJson();
    LineTransport transport = new LineTransport(json, in, out);
    CallQueue queue = new CallQueue();
    McpAsyncServer server = server(transport, json, specifications(tools, conversation, queue));
    try {
      transport.serve();
    } finally {
      queue.close();
      worlds.ifPresent(WorldTools::close);
      server.close();
    }
    // Closing can save a document, so list the unsaved ones afterwards.
    return workspaces.stream()
        .flatMap(workspace -> workspace.closeAndListUnsaved().stream())
        .toList();
  }

  /** A JSON mapper that rejects duplicate keys. */
  private static McpJsonMapper strictJson() {
    JsonFactory strict =
        JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
    return new JacksonMcpJsonMapper(new JsonMapper(strict));
  }

  private McpAsyncServer server(
      LineTransport transport, McpJsonMapper json, List<AsyncToolSpecification> tools) {
    return McpServer.async(transport)
        .serverInfo("fcp", version)
        .instructions(
            "Open or create a document with a session tool, then change it with operations. The"
                + " description of the tool named for a domain is its reference card. Name the"
                + " document in the argument file of each call if several conversations share"
                + " this connection.")
        .capabilities(ServerCapabilities.builder().tools(false).build())
        .jsonMapper(json)
        // Tools check their arguments themselves, so that a refusal can suggest valid ones.
        .validateToolInputs(false)
        .tools(tools)
        .build();
  }

  private static List<AsyncToolSpecification> specifications(
      List<ServedTool> tools, Conversation conversation, CallQueue queue) {
    return tools.stream()
        .map(tool ->
            new AsyncToolSpecification(
                describe(tool),
                (exchange, request) ->
                    Mono.fromFuture(
                            queue.submit(() -> answer(tool, exchange, request, conversation)))
                        .flatMap(response -> Mono.justOrEmpty(response.map(ToolServer::result)))))
        .toList();
  }

  private static Tool describe(ServedTool tool) {
    ToolAnnotations annotations =
        ToolAnnotations.builder().readOnlyHint(tool.isReadOnly()).openWorldHint(false).build();
    return Tool.builder(tool.name(), tool.schema())
        .description(tool.description())
        .annotations(annotations)
        .build();
  }

  private static CallToolResult result(Response response) {
    return CallToolResult.builder()
        .addTextContent(response.text())
        .isError(response.isError())
        .build();
  }

  /**
   * Checks and runs a call.
   *
   * @throws CancellationException if the client cancelled the call; nothing changes
   */
  private static Response answer(
      ServedTool tool,
      McpAsyncServerExchange exchange,
      CallToolRequest request,
      Conversation conversation) {
    BooleanSupplier isCancelled = LineTransport.isCancelled(exchange.transportContext());
    if (isCancelled.getAsBoolean()) {
      throw new CancellationException("the client cancelled the call");
    }
    Object message = metadata(request).get(MESSAGE_KEY);
    if (message != null && !(message instanceof String text && !text.isBlank())) {
      return Response.refused(
          Refusal.because("_meta." + MESSAGE_KEY + " must be a text that names it"));
    }
    Optional<String> sentMessage = Optional.ofNullable((String) message);
    Object id = exchange.transportContext().get(LineTransport.REQUEST_ID_KEY);
    Origin origin = origin(conversation, exchange.getClientInfo(), String.valueOf(id), sentMessage);
    Map<String, Object> arguments = request.arguments();
    return tool.answer(arguments == null ? Map.of() : arguments, origin, isCancelled);
  }

  /** The origin of a call, with the id of the request in its provenance. */
  static Origin origin(
      Conversation conversation,
      @Nullable Implementation client,
      String request,
      Optional<String> message) {
    String name = client == null ? null : client.name();
    String actor = name == null || name.isBlank() ? UNKNOWN_CLIENT : name.strip();
    return conversation.nextOrigin(actor, message, Map.of(LineTransport.REQUEST_ID_KEY, request));
  }

  private static Map<String, Object> metadata(CallToolRequest request) {
    Map<String, Object> metadata = request.meta();
    return metadata == null ? Map.of() : metadata;
  }
}
