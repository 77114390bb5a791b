package dev.fcp.spec.conform;

import dev.fcp.spec.conform.DriverException.Kind;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Reader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A driver in another process that implements the protocol of {@code DRIVER.md}: one line of JSON
 * for each request and each reply. After a fault that the driver does not report by itself, the
 * process is ended, and the next request starts a new one.
 */
final class ProcessDriver implements Driver {

  /** The maximum time for one reply. */
  static final Duration REPLY_TIMEOUT = Duration.ofSeconds(5);

  /** The time that a pause in a program takes; many logs merge calls within half a second. */
  static final Duration PAUSE = Duration.ofMillis(1_100);

  /** The factor by which the start may take longer: some languages compile first. */
  private static final int START_TIMEOUT_FACTOR = 6;

  private static final Duration EXIT_TIMEOUT = Duration.ofSeconds(2);
  private static final int MAX_LINE_CHARS = 1 << 23;
  private static final int READ_CHARS = 1 << 16;
  private static final int MAX_SHOWN_CHARS = 120;

  /** The number of processes whose error stream is shown: later ones would repeat the same. */
  static final int MAX_SHOWN_ERROR_STREAMS = 3;

  /** Marks the end of the output in the queue. */
  private static final String END_OF_OUTPUT = "\0end";

  /** The words of the greeting. Pauses are made by this class, and a driver shows no absence. */
  private static final Map<String, LogMethod> METHODS =
      words(EnumSet.complementOf(EnumSet.of(LogMethod.PAUSE)), LogMethod::jsonName);

  private static final Map<String, Aspect> ASPECTS =
      words(EnumSet.complementOf(EnumSet.of(Aspect.GONE)), Aspect::jsonName);

  private static final Map<String, Feature> FEATURES =
      words(EnumSet.allOf(Feature.class), Feature::jsonName);

  private final List<String> command;
  private final Duration replyTimeout;
  private final Runnable pause;
  private @Nullable Process process;
  private @Nullable BufferedWriter requests;
  private BlockingQueue<List<String>> outputLines = new LinkedBlockingQueue<>();
  private @Nullable DriverCapabilities capabilities;
  private int startCount;

  /**
   * Creates a driver.
   *
   * @param pause waits at least {@link #PAUSE}
   */
  ProcessDriver(List<String> command, Duration replyTimeout, Runnable pause) {
    this.command = List.copyOf(command);
    this.pause = pause;
    this.replyTimeout = replyTimeout;
  }

  private static <T extends Enum<T>> Map<String, T> words(
      Set<T> values, Function<T, String> jsonName) {
    Map<String, T> words = new LinkedHashMap<>();
    values.forEach(value -> words.put(jsonName.apply(value), value));
    return words;
  }

  @Override
  public DriverCapabilities capabilities() throws DriverException {
    if (capabilities == null) {
      start();
    }
    return Objects.requireNonNull(capabilities);
  }

  @Override
  public Reply newLog() throws DriverException {
    return toReply(validReply(Json.object().put("do", "new"), Optional.empty()));
  }

  @Override
  public Reply call(Call call) throws DriverException {
    return call(call, true);
  }

  @Override
  public Reply call(Call call, boolean readsState) throws DriverException {
    switch (call.method()) {
      case RELOAD -> {
        return reload();
      }
      case PAUSE -> {
        pause.run();
        return new Reply(new CallResult.Completed(), Json.object());
      }
      case OTHER -> {
        return new Reply(VectorFile.parseResult(reply(Json.call(call))), Json.object());
      }
      default -> {}
    }
    ObjectNode request = Json.call(call);
    if (readsState || !capabilities().features().contains(Feature.BRIEF_REPLIES)) {
      return toReply(validReply(request, Optional.of(call.method())));
    }
    ObjectNode reply = reply(request.put("state", false));
    requireReturns(call.method(), reply);
    return new Reply(VectorFile.parseResult(reply), Json.object());
  }

  @Override
  public List<CallResult> callAll(List<Call> calls) throws DriverException {
    if (!capabilities().features().contains(Feature.BRIEF_REPLIES)) {
      return Driver.super.callAll(calls);
    }
    if (process == null) {
      start();
    }
    List<ObjectNode> requests =
        calls.stream().map(call -> Json.call(call).put("state", false)).toList();
    List<CallResult> results = new ArrayList<>();
    for (ObjectNode reply : exchangeAll(requests, replyTimeout)) {
      rejectFault(reply);
      results.add(VectorFile.parseResult(reply));
    }
    return results;
  }

  /** Saves the log and loads the value that the driver returned. */
  private Reply reload() throws DriverException {
    ObjectNode save = Json.object().put("do", "save");
    save.putArray("args");
    ObjectNode reply = validReply(save, Optional.empty());
    if (reply.has("error")) {
      return toReply(reply);
    } else if (!reply.has("saved")) {
      throw fail(Kind.PROTOCOL_VIOLATION, "a reply without \"saved\": " + abbreviate(reply));
    }
    ObjectNode load = Json.object().put("do", "load");
    load.putArray("args").add(reply.get("saved"));
    return toReply(validReply(load, Optional.empty()));
  }

  private static Reply toReply(ObjectNode reply) {
    return new Reply(VectorFile.parseResult(reply), (ObjectNode) reply.path("state"));
  }

  /** Sends a request to the driver, which is started if it does not run. */
  private ObjectNode reply(ObjectNode request) throws DriverException {
    if (process == null) {
      start();
    }
    ObjectNode reply = exchange(request, replyTimeout);
    rejectFault(reply);
    return reply;
  }

  /** Fails if the driver reports a fault; it replied as it must, so its process goes on. */
  private static void rejectFault(ObjectNode reply) throws DriverException {
    if (reply.has("fault")) {
      throw new DriverException(Kind.DRIVER_ERROR, abbreviate(reply.path("fault").asString("")));
    }
  }

  private ObjectNode validReply(ObjectNode request, Optional<LogMethod> method)
      throws DriverException {
    ObjectNode reply = reply(request);
    if (method.isPresent()) {
      requireReturns(method.get(), reply);
    }
    if (!(reply.get("state") instanceof ObjectNode state)) {
      throw fail(Kind.PROTOCOL_VIOLATION, "a reply without \"state\": " + abbreviate(reply));
    }
    for (Aspect aspect : capabilities().observes()) {
      if (aspect != Aspect.RETURNS && !state.has(aspect.stateField())) {
        throw fail(
            Kind.PROTOCOL_VIOLATION,
            "it declares %s, but its reply has no such field: %s"
                .formatted(aspect.stateField(), abbreviate(reply)));
      }
    }
    return reply;
  }

  private void requireReturns(LogMethod method, ObjectNode reply) throws DriverException {
    if (method.returnsEvents()
        && Objects.requireNonNull(capabilities).observes().contains(Aspect.RETURNS)
        && !reply.has("returns")
        && !reply.has("error")) {
      throw fail(
          Kind.PROTOCOL_VIOLATION,
          "it declares returns, but its reply has no such field: " + abbreviate(reply));
    }
  }

  private void start() throws DriverException {
    outputLines = new LinkedBlockingQueue<>();
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectError(showsErrorStream() ? Redirect.INHERIT : Redirect.DISCARD)
              .start();
      startCount++;
      process = started;
      requests = started.outputWriter(StandardCharsets.UTF_8);
      BufferedReader output = started.inputReader(StandardCharsets.UTF_8);
      BlockingQueue<List<String>> outputQueue = outputLines;
      Thread.ofPlatform()
          .daemon()
          .name("driver output")
          .start(() -> readLines(output, outputQueue));
    } catch (IOException e) {
      throw fail(Kind.CANNOT_START, String.valueOf(e.getMessage()).strip());
    }
    ObjectNode hello = Json.object().put("do", "hello").put("version", 1);
    capabilities =
        parseCapabilities(exchange(hello, replyTimeout.multipliedBy(START_TIMEOUT_FACTOR)));
  }

  private DriverCapabilities parseCapabilities(ObjectNode node) throws DriverException {
    JsonNode tail = node.path("redoTail");
    Optional<RedoTail> redoTail = Optional.empty();
    for (RedoTail known : RedoTail.values()) {
      if (tail.isString() && tail.stringValue().equals(VectorFile.jsonName(known))) {
        redoTail = Optional.of(known);
      }
    }
    if (redoTail.isEmpty() && !tail.isMissingNode() && !tail.isNull()) {
      throw fail(
          Kind.PROTOCOL_VIOLATION,
          "\"redoTail\" is \"keeps\", \"cuts\", \"behind\" or absent, not " + tail);
    }
    Set<LogMethod> methods = parseWords(node, "operations", METHODS);
    methods.addAll(
        node.hasNonNull("has") ? parseWords(node, "has", METHODS) : LogMethod.specified());
    methods.add(LogMethod.PAUSE);
    if (!methods.contains(LogMethod.APPEND)) {
      throw fail(
          Kind.PROTOCOL_VIOLATION,
          "add \"append\" to \"has\": a log that stays empty shows nothing");
    }
    return new DriverCapabilities(
        node.path("name").asString(String.join(" ", command)),
        redoTail,
        parseWords(node, "observes", ASPECTS),
        methods,
        parseWords(node, "supports", FEATURES));
  }

  /** Returns what the words in a field mean; nothing if the field is absent or null. */
  private <T> Set<T> parseWords(ObjectNode node, String field, Map<String, T> meanings)
      throws DriverException {
    Set<T> values = new HashSet<>();
    JsonNode words = node.path(field);
    if (!words.isArray() && !words.isMissingNode() && !words.isNull()) {
      throw fail(
          Kind.PROTOCOL_VIOLATION,
          "\"%s\" is a list such as [\"%s\"], not %s"
              .formatted(field, meanings.keySet().iterator().next(), words));
    }
    for (JsonNode word : words) {
      T value = meanings.get(word.asString(""));
      if (value == null) {
        throw fail(
            Kind.PROTOCOL_VIOLATION,
            "\"%s\" contains the unknown word %s; the words are %s"
                .formatted(
                    field,
                    word,
                    String.join(", ", meanings.keySet())
                        .replace("reload", "reload (save and load)")));
      }
      values.add(value);
    }
    return values;
  }

  /** Sends a request and waits for the reply. */
  private ObjectNode exchange(ObjectNode request, Duration timeout) throws DriverException {
    return exchangeAll(List.of(request), timeout).getFirst();
  }

  /** Sends several requests at once and waits for as many replies. */
  private List<ObjectNode> exchangeAll(List<ObjectNode> requestNodes, Duration timeout)
      throws DriverException {
    BufferedWriter writer = Objects.requireNonNull(requests);
    rejectUnsolicitedOutput(outputLines.poll());
    try {
      for (ObjectNode request : requestNodes) {
        writer.write(Json.line(request));
        writer.write('\n');
      }
      writer.flush();
    } catch (IOException e) {
      throw fail(Kind.DIES, "it reads no more requests; " + exitText());
    }
    List<ObjectNode> replies = new ArrayList<>();
    while (replies.size() < requestNodes.size()) {
      List<String> received = pollLines(timeout);
      if (received == null) {
        throw fail(Kind.HANGS, "no line within %d s".formatted(timeout.toSeconds()));
      } else if (received.getFirst().equals(END_OF_OUTPUT)) {
        throw fail(Kind.DIES, exitText());
      }
      for (String line : received) {
        if (replies.size() == requestNodes.size()) {
          throw fail(Kind.PRINTS_TEXT, "after its reply: " + abbreviate(line));
        }
        replies.add(parseObject(line));
      }
    }
    return replies;
  }

  /** Fails if there is output before the request is sent: it belongs to the previous request. */
  private void rejectUnsolicitedOutput(@Nullable List<String> received) throws DriverException {
    if (received != null) {
      String line = received.getFirst();
      boolean isEndOfOutput = line.equals(END_OF_OUTPUT);
      String detail = isEndOfOutput ? exitText() : "after its reply: " + abbreviate(line);
      endProcess();
      throw new DriverException(isEndOfOutput ? Kind.DIES : Kind.PRINTS_TEXT, detail, true);
    }
  }

  /** Whether the error stream of the next process is shown. */
  boolean showsErrorStream() {
    return startCount < MAX_SHOWN_ERROR_STREAMS;
  }

  /** Whether the driver wrote something without a request. */
  boolean hasUnreadOutput() {
    return !outputLines.isEmpty();
  }

  private @Nullable List<String> pollLines(Duration timeout) {
    try {
      return outputLines.poll(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private ObjectNode parseObject(String line) throws DriverException {
    JsonNode node;
    try {
      node = Json.read(line);
    } catch (JacksonException e) {
      throw fail(
          line.stripLeading().startsWith("{") ? Kind.MALFORMED_JSON : Kind.PRINTS_TEXT,
          abbreviate(line));
    }
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw fail(Kind.PROTOCOL_VIOLATION, "a line that is not a JSON object: " + abbreviate(line));
  }

  private String exitText() {
    Process started = process;
    try {
      return started != null && started.waitFor(1, TimeUnit.SECONDS)
          ? "it ended with exit code " + started.exitValue()
          : "it closed its output";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "it closed its output";
    }
  }

  /** Ends the process: after a fault its output can no longer be assigned to requests. */
  private DriverException fail(Kind kind, String detail) {
    endProcess();
    return new DriverException(kind, detail);
  }

  /**
   * Closes the input of the driver, which should then exit by itself, and ends it if it does not.
   */
  @Override
  public void close() {
    Process started = process;
    BufferedWriter writer = requests;
    if (started != null && writer != null) {
      List<ProcessHandle> children = started.descendants().toList();
      try (writer) {
        writer.flush();
      } catch (IOException e) {
        // The process no longer reads its input.
        requests = null;
      }
      try {
        started.waitFor(EXIT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      children.forEach(ProcessHandle::destroyForcibly);
    }
    endProcess();
  }

  private void endProcess() {
    Process started = process;
    if (started != null) {
      started.descendants().forEach(ProcessHandle::destroyForcibly);
      started.destroyForcibly();
    }
    process = null;
    requests = null;
  }

  private static String abbreviate(ObjectNode reply) {
    return abbreviate(reply.toString());
  }

  private static String abbreviate(String text) {
    return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "...";
  }

  /** Lines that arrive together stay together, so that an extra line is detected with its reply. */
  private static void readLines(Reader output, BlockingQueue<List<String>> queue) {
    List<String> received = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    char[] buffer = new char[READ_CHARS];
    try (output) {
      for (int count = output.read(buffer); count >= 0; count = output.read(buffer)) {
        int start = 0;
        for (int index = 0; index < count; index++) {
          if (buffer[index] == '\n') {
            received.add(
                line.isEmpty()
                    ? new String(buffer, start, index - start)
                    : line.append(buffer, start, index - start).toString());
            line.setLength(0);
            start = index + 1;
          }
        }
        line.append(buffer, start, count - start);
        if (line.length() >= MAX_LINE_CHARS) {
          received.add(line.toString());
          line.setLength(0);
        }
        if (!received.isEmpty() && !output.ready()) {
          queue.add(List.copyOf(received));
          received.clear();
        }
      }
      if (!line.isEmpty()) {
        received.add(line.toString());
      }
    } catch (IOException ended) {
      // The process was ended in the middle of a line, which is discarded.
      received.clear();
    }
    if (!received.isEmpty()) {
      queue.add(List.copyOf(received));
    }
    queue.add(List.of(END_OF_OUTPUT));
  }
}
