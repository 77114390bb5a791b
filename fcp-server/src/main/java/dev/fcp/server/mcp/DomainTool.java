package dev.fcp.server.mcp;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.eventlog.session.EditOptions;
import dev.fcp.verbs.run.Response;
import dev.fcp.verbs.workspace.Caller;
import dev.fcp.verbs.workspace.Workspace;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;

/**
 * A tool of a domain.
 *
 * @param name the name of the tool
 * @param description what the tool does, for clients that choose a tool
 * @param argument its argument
 * @param isReadOnly whether the tool never changes a document
 * @param handler runs a call with the texts of its argument
 */
record DomainTool(
    String name,
    String description,
    ToolArgument argument,
    boolean isReadOnly,
    BiFunction<List<String>, Origin, Response> handler) {

  DomainTool {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(argument, "argument");
    Objects.requireNonNull(handler, "handler");
  }

  /** The four tools of a domain, which use a workspace. */
  static List<DomainTool> of(String domain, Workspace<?, ?> workspace) {
    return List.of(
        operations(domain, workspace),
        query(domain, workspace),
        session(domain, workspace),
        help(domain, workspace));
  }

  private static DomainTool operations(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain,
        "Changes the open %s document: applies operations in order, all of them or none.\n\n%s"
            .formatted(domain, String.join("\n", workspace.card())),
        ToolArgument.texts("ops", "operations, each a text as on the card", "OPERATION"),
        false,
        (operations, origin) -> workspace.run(operations, EditOptions.of("call", origin)));
  }

  private static DomainTool query(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain + "_query",
        "Answers a question about the open %s document; changes nothing.".formatted(domain),
        ToolArgument.text("q", "a query as on the card", "status"),
        true,
        (texts, origin) -> workspace.query(texts.get(0)));
  }

  private static DomainTool session(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain + "_session",
        "Carries out a session action on a %s document: new, open, save, undo, redo, checkpoint"
                .formatted(domain)
            + " and more.",
        ToolArgument.text("action", "a session action as on the card", "status"),
        false,
        (texts, origin) -> workspace.act(texts.get(0), Caller.agent(origin)));
  }

  private static DomainTool help(String domain, Workspace<?, ?> workspace) {
    return new DomainTool(
        domain + "_help",
        "The reference card of %s, with what the open document adds to it.".formatted(domain),
        ToolArgument.none(),
        true,
        (texts, origin) -> Response.of(workspace.card()));
  }

  /** Checks the arguments of a call and runs it. */
  Response answer(Map<String, Object> arguments, Origin origin) {
    return argument.apply(arguments, texts -> handler.apply(texts, origin));
  }
}
