package dev.fcp.server.mcp;

import dev.fcp.eventlog.history.Origin;
import dev.fcp.verbs.run.Response;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A tool that a {@link ToolServer} serves. */
interface ServedTool {

  /** The name of the tool. */
  String name();

  /** What the tool does, for clients that choose a tool. */
  String description();

  /** Whether the tool never changes anything. */
  boolean isReadOnly();

  /** The JSON schema of the arguments. */
  Map<String, Object> schema();

  /**
   * Checks the arguments of a call and runs it.
   *
   * @param origin who calls, and for which message
   * @param isCancelled whether the client has cancelled the call
   */
  Response answer(Map<String, Object> arguments, Origin origin, BooleanSupplier isCancelled);
}
