package dev.fcp.server.mcp;

import dev.fcp.server.mcp.LineReader.Line;
import dev.fcp.verbs.syntax.Quoting;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpServerSession;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import tools.jackson.core.JacksonException;

/**
 * A connection over two streams, with one JSON-RPC message per line. The serving thread passes
 * messages to the session in the order of arrival. A line that is not a message, a request with
 * invalid parameters and a request before the connection is initialized are answered with an error,
 * and the connection continues. Responses may be written by any thread; each is one line.
 *
 * <p>The standard stream transport of the SDK would close the connection at such a line, and lose
 * pending responses at the end of the input.
 */
final class LineTransport implements McpServerTransportProvider, McpServerTransport {

  /** The longest message, in bytes: 16 MiB. */
  static final int MAX_MESSAGE_BYTES = 1 << 24;

  /** The key of the request id, as text, in the context of a call. */
  static final String REQUEST_ID_KEY = "request";

  private static final String CANCELLED_KEY = "cancelled";

  private static final String METHOD_CANCELLED = "notifications/cancelled";

  private static final Logger LOG = LoggerFactory.getLogger(LineTransport.class);
  private static final int PARSE_ERROR = McpSchema.ErrorCodes.PARSE_ERROR;
  private static final int INVALID_REQUEST = McpSchema.ErrorCodes.INVALID_REQUEST;
  private static final int INVALID_PARAMS = McpSchema.ErrorCodes.INVALID_PARAMS;

  private final McpJsonMapper json;
  private final LineReader in;
  private final OutputStream out;

  /** For each unanswered call by its id, whether the client has cancelled it. */
  private final Map<Object, AtomicBoolean> calls = new ConcurrentHashMap<>();

  private Optional<McpServerSession> session = Optional.empty();

  /** Whether the client has sent {@code initialize}; accessed only by the serving thread. */
  private boolean hasInitialize;

  /** Whether the client has also confirmed it; accessed only by the serving thread. */
  private boolean isReady;

  LineTransport(McpJsonMapper json, InputStream in, OutputStream out) {
    this.json = json;
    this.in = new LineReader(in, MAX_MESSAGE_BYTES);
    this.out = out;
  }

  @Override
  public void setSessionFactory(McpServerSession.Factory factory) {
    session = Optional.of(factory.create(this));
  }

  /**
   * Passes all messages to the session until the input ends.
   *
   * @throws IOException if the input cannot be read
   * @throws IllegalStateException if no server uses this transport
   */
  void serve() throws IOException {
    McpServerSession mcpSession =
        session.orElseThrow(() -> new IllegalStateException("no server uses this transport"));
    for (Optional<Line> line = in.next(); line.isPresent(); line = in.next()) {
      switch (line.get()) {
        case Line.Text(var text) -> receive(mcpSession, text);
        case Line.Unreadable(var reason) -> refuse(null, PARSE_ERROR, reason);
      }
    }
  }

  private void receive(McpServerSession mcpSession, String text) {
    if (text.isBlank()) {
      return;
    }
    Object read;
    try {
      read = json.readValue(text, Object.class);
    } catch (IOException | JacksonException e) {
      refuse(null, PARSE_ERROR, "the message is not JSON: " + reason(e));
      return;
    }
    if (!(read instanceof Map<?, ?> fields)) {
      refuse(null, INVALID_REQUEST, "a message is one JSON object");
      return;
    }
    try {
      JSONRPCMessage message = McpSchema.deserializeJsonRpcMessage(json, text);
      if (message instanceof JSONRPCRequest request) {
        Optional<ProtocolError> error = check(request);
        if (error.isPresent()) {
          refuse(request.id(), error.get().code(), error.get().reason());
          return;
        }
      }
      hasInitialize |= isRequest(message, McpSchema.METHOD_INITIALIZE);
      isReady |= hasInitialize && isInitialized(message);
      if (message instanceof JSONRPCNotification notification
          && notification.method().equals(METHOD_CANCELLED)) {
        cancel(notification.params());
      } else {
        dispatch(mcpSession, message);
      }
    } catch (IOException | IllegalArgumentException | JacksonException e) {
      refuse(id(fields), INVALID_REQUEST, "the message is not JSON-RPC: " + reason(e));
    }
  }

  /** An error response. */
  private record ProtocolError(int code, String reason) {}

  /** The error of a request that the SDK would answer with an exception, or execute too early. */
  private Optional<ProtocolError> check(JSONRPCRequest request) {
    String method = request.method();
    boolean isInitialize = method.equals(McpSchema.METHOD_INITIALIZE);
    boolean isCall = method.equals(McpSchema.METHOD_TOOLS_CALL);
    if (!isReady && !isInitialize) {
      return Optional.of(
          new ProtocolError(
              INVALID_REQUEST, "the connection must first be initialized; nothing was executed"));
    }
    Object params = request.params();
    if (params == null ? isInitialize || isCall : !(params instanceof Map<?, ?>)) {
      return Optional.of(new ProtocolError(INVALID_PARAMS, method + " needs params, an object"));
    }
    if (isCall && params instanceof Map<?, ?> fields) {
      if (!(fields.get("name") instanceof String)) {
        return Optional.of(new ProtocolError(INVALID_PARAMS, "params.name must be a text"));
      }
      if (!isObjectOrAbsent(fields.get("arguments")) || !isObjectOrAbsent(fields.get("_meta"))) {
        return Optional.of(
            new ProtocolError(INVALID_PARAMS, "params.arguments and params._meta must be objects"));
      }
    }
    return Optional.empty();
  }

  private static boolean isObjectOrAbsent(@Nullable Object value) {
    return value == null || value instanceof Map<?, ?>;
  }

  private static boolean isRequest(JSONRPCMessage message, String method) {
    return message instanceof JSONRPCRequest request && request.method().equals(method);
  }

  private static boolean isInitialized(JSONRPCMessage message) {
    return message instanceof JSONRPCNotification notification
        && notification.method().equals(McpSchema.METHOD_NOTIFICATION_INITIALIZED);
  }

  /** Cancels a call that is waiting or running; does nothing if it is unknown or answered. */
  private void cancel(@Nullable Object params) {
    Object id = params instanceof Map<?, ?> fields ? fields.get("requestId") : null;
    AtomicBoolean isCancelled = id == null ? null : calls.remove(id);
    if (isCancelled != null) {
      isCancelled.set(true);
    }
  }

  /** Whether the client has cancelled a call. */
  static BooleanSupplier isCancelled(McpTransportContext context) {
    return context.get(CANCELLED_KEY) instanceof AtomicBoolean isCancelled
        ? isCancelled::get
        : () -> false;
  }

  private void dispatch(McpServerSession session, JSONRPCMessage message) {
    session
        .handle(message)
        .contextWrite(context -> context.put(McpTransportContext.KEY, transportContext(message)))
        .subscribe(
            nothing -> {}, failure -> LOG.warn("a message was not handled: {}", reason(failure)));
  }

  private McpTransportContext transportContext(JSONRPCMessage message) {
    if (!(message instanceof JSONRPCRequest request)) {
      return McpTransportContext.EMPTY;
    }
    AtomicBoolean isCancelled = new AtomicBoolean();
    if (request.method().equals(McpSchema.METHOD_TOOLS_CALL)) {
      calls.put(request.id(), isCancelled);
    }
    return McpTransportContext.create(
        Map.of(REQUEST_ID_KEY, String.valueOf(request.id()), CANCELLED_KEY, isCancelled));
  }

  /**
   * The id of an invalid request, which the error response repeats so that the sender can match it.
   */
  private static @Nullable Object id(Map<?, ?> fields) {
    Object id = fields.get("id");
    return id instanceof String || id instanceof Number ? id : null;
  }

  private void refuse(@Nullable Object id, int code, String reason) {
    Map<String, @Nullable Object> response = new LinkedHashMap<>();
    response.put("jsonrpc", McpSchema.JSONRPC_VERSION);
    response.put("id", id);
    response.put("error", Map.of("code", code, "message", Quoting.shortenQuotations(reason)));
    try {
      write(response);
    } catch (UncheckedIOException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return Mono.fromRunnable(() -> {
      if (message instanceof JSONRPCResponse response && response.id() != null) {
        calls.remove(response.id());
      }
      write(withShortError(message));
    });
  }

  /** The SDK repeats an unknown name in full. */
  private static JSONRPCMessage withShortError(JSONRPCMessage message) {
    if (!(message instanceof JSONRPCResponse response) || response.error() == null) {
      return message;
    }
    JSONRPCError error = response.error();
    Object data =
        error.data() instanceof String text ? Quoting.shortenQuotations(text) : error.data();
    return new JSONRPCResponse(
        response.jsonrpc(),
        response.id(),
        response.result(),
        new JSONRPCError(error.code(), Quoting.shortenQuotations(error.message()), data));
  }

  private void write(Object message) {
    try {
      byte[] line = (json.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8);
      synchronized (out) {
        out.write(line);
        out.flush();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an answer could not be written: " + e.getMessage(), e);
    }
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return json.convertValue(data, type);
  }

  @Override
  public Mono<Void> notifyClients(String method, Object params) {
    return Mono.justOrEmpty(session).flatMap(it -> it.sendNotification(method, params));
  }

  @Override
  public List<String> protocolVersions() {
    return McpServerTransportProvider.super.protocolVersions();
  }

  /** Does nothing: the caller owns the streams, and there is nothing else to close. */
  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public void close() {
    closeGracefully().subscribe();
  }

  /** The first line of the message of the root cause. */
  private static String reason(Throwable failure) {
    Throwable rootCause = failure;
    while (rootCause.getCause() != null) {
      rootCause = rootCause.getCause();
    }
    return String.valueOf(rootCause.getMessage()).lines().findFirst().orElse("");
  }
}
