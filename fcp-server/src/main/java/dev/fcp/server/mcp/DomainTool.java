package dev.fcp.server.mcp;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.UndoTool;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A tool of a domain.
 *
 * @param name the name of the tool
 * @param description what the tool does, for clients that choose a tool
 * @param argument its argument
 * @param isReadOnly whether the tool never changes a document
 * @param handler runs a call
 */
record DomainTool(
    String name,
    String description,
    ToolArgument argument,
    boolean isReadOnly,
    Function<Call, Response> handler)
    implements ServedTool {

  DomainTool {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(argument, "argument");
    Objects.requireNonNull(handler, "handler");
  }

  /**
   * A call with valid arguments.
   *
   * @param texts the texts of the argument of the tool
   * @param file the document to act on; empty for the active one
   * @param origin the origin of the steps
   * @param isCancelled whether the client has cancelled the call
   */
  record Call(
      List<String> texts, Optional<String> file, Origin origin, BooleanSupplier isCancelled) {

    Call {
      texts = List.copyOf(texts);
      Objects.requireNonNull(file, "file");
      Objects.requireNonNull(origin, "origin");
      Objects.requireNonNull(isCancelled, "isCancelled");
    }

    private Caller caller() {
      return Caller.agent(origin);
    }

    /** Runs work on the document of this call. */
    private Response on(Workspace<?, ?> workspace, Supplier<Response> work) {
      return file.map(name -> workspace.on(name, caller(), work)).orElseGet(work);
    }
  }

  /** The four tools of a domain, which use a workspace. */
  static List<DomainTool> of(String domain, Workspace<?, ?> workspace) {
    return List.of(
        operations(domain, workspace),
        query(domain, workspace),
        session(domain, workspace),
        help(domain, workspace));
  }

  /** The tool that undoes the last change of a document which a name of the domain leads to. */
  static DomainTool undo(String domain, UndoTool tool, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain + "_undo",
        "Undoes the last change of the %s with a %s.".formatted(domain, tool.argument()),
        ToolArgument.name(
            tool.argument(), "the %s of the %s".formatted(tool.argument(), domain), "notes"),
        false,
        call -> {
          String name = call.texts().get(0);
          String file = tool.file().apply(name);
          Response response =
              workspace.on(file, call.caller(), () -> undo(tool, name, workspace, call.caller()));
          boolean suggestsAction =
              response.content().stream().anyMatch(line -> line instanceof Line.Suggestion);
          return response.isError() && suggestsAction
              ? response.withLine(
                  "! for this, call %s_session with \"file\": \"%s\"".formatted(domain, file))
              : response;
        });
  }

  private static Response undo(
      UndoTool tool, String name, Workspace<?, ?> workspace, Caller caller) {
    if (!workspace.document().orElseThrow().session().state().canUndo()) {
      return new Response(Line.of(List.of(tool.nothing())), true);
    }
    Response undone = workspace.act("undo", caller);
    if (undone.isError()) {
      return undone;
    }
    workspace.document().orElseThrow().flush();
    List<Line> lines = new ArrayList<>(List.of(Line.of(tool.done().formatted(name))));
    // What other programs did, and whether the document is saved.
    for (Line line : undone.content()) {
      if (!line.text().startsWith("! undone: ") && !line.text().startsWith("digest: ")) {
        lines.add(line);
      }
    }
    return new Response(lines, false);
  }

  private static DomainTool operations(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain,
        "Changes a %s document, the open one or file: applies operations in order, all of them or none.\n\n%s"
            .formatted(domain, String.join("\n", workspace.card())),
        ToolArgument.texts("ops", "operations, each a text as on the card", "OPERATION"),
        false,
        call ->
            call.on(
                workspace,
                () ->
                    workspace.run(
                        call.texts(), EditOptions.of("call", call.origin()), call.isCancelled())));
  }

  private static DomainTool query(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain + "_query",
        "Answers a question about a %s document, the open one or file; changes nothing."
            .formatted(domain),
        ToolArgument.text("q", "a query as on the card", "status"),
        true,
        call -> call.on(workspace, () -> workspace.query(call.texts().get(0))));
  }

  private static DomainTool session(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain + "_session",
        "Carries out a session action on a %s document, the open one or file: new, open, save, undo,"
                .formatted(domain)
            + " redo, checkpoint and more. With file, new creates that file.",
        ToolArgument.text("action", "a session action as on the card", "status"),
        false,
        call -> {
          String action = call.texts().get(0);
          return call.file()
              .map(name -> workspace.actOn(name, action, call.caller()))
              .orElseGet(() -> workspace.act(action, call.caller()));
        });
  }

  private static DomainTool help(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain + "_help",
        "The reference card of %s, with what the open document, or file, adds to it."
            .formatted(domain),
        ToolArgument.none(),
        true,
        call -> call.on(workspace, () -> Response.of(workspace.card())));
  }

  @Override
  public Map<String, Object> schema() {
    return argument.schema();
  }

  @Override
  public Response answer(
      Map<String, Object> arguments, Origin origin, BooleanSupplier isCancelled) {
    return argument.apply(
        arguments, (texts, file) -> handler.apply(new Call(texts, file, origin, isCancelled)));
  }
}
