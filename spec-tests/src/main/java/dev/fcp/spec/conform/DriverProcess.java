package dev.fcp.spec.conform;

import dev.fcp.spec.conform.DriverFault.Kind;
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
import java.util.List;
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
 * A driver that is a process and speaks the protocol of {@code DRIVER.md}: a line of JSON for each
 * request and each reply. After a fault the process is ended, and the next request starts another.
 */
final class DriverProcess implements LogDriver {

  /** How long a driver may take for one reply. */
  static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How many times as long it may take to start: some languages compile first. */
  private static final int STARTING = 6;

  private static final Duration FAREWELL = Duration.ofSeconds(2);
  private static final int LONGEST_LINE = 1 << 20;
  private static final int SHOWN = 120;

  /** How many processes may write to our error stream: the others would say the same again. */
  static final int LOUD_STARTS = 3;

  /** What the reader of the output puts behind the last line. */
  private static final String END = "\0end";

  private final List<String> command;
  private final Duration patience;
  private @Nullable Process process;
  private @Nullable BufferedWriter requests;
  private BlockingQueue<List<String>> lines = new LinkedBlockingQueue<>();
  private @Nullable Greeting greeting;
  private int starts;

  DriverProcess(List<String> command, Duration patience) {
    this.command = List.copyOf(command);
    this.patience = patience;
  }

  @Override
  public Greeting greeting() throws DriverFault {
    if (greeting == null) {
      start();
    }
    return Objects.requireNonNull(greeting);
  }

  @Override
  public Reply fresh() throws DriverFault {
    return reply(Json.object().put("do", "new"), Optional.empty());
  }

  @Override
  public Reply call(Call call) throws DriverFault {
    return reply(Json.call(call), Optional.of(call.verb()));
  }

  private Reply reply(ObjectNode request, Optional<Verb> verb) throws DriverFault {
    Greeting says = greeting();
    if (process == null) {
      start();
    }
    ObjectNode reply = ask(request, patience);
    if (reply.has("fault")) {
      throw fault(Kind.ERRS, shown(reply.path("fault").asString("")));
    }
    if (verb.isPresent()) {
      refuseWithoutAnswer(verb.get(), reply);
    }
    if (!(reply.get("state") instanceof ObjectNode state)) {
      throw fault(Kind.MISPEAKS, "a reply without \"state\": " + shown(reply));
    }
    for (Aspect aspect : says.observes()) {
      if (aspect != Aspect.RETURNS && !state.has(aspect.field())) {
        throw fault(
            Kind.MISPEAKS,
            "it observes %s, and its reply has no such field: %s"
                .formatted(aspect.field(), shown(reply)));
      }
    }
    return new Reply(VectorFile.answer(reply), state);
  }

  private void refuseWithoutAnswer(Verb verb, ObjectNode reply) throws DriverFault {
    if (verb.isAnswered()
        && Objects.requireNonNull(greeting).observes().contains(Aspect.RETURNS)
        && !reply.has("returns")
        && !reply.has("error")) {
      throw fault(
          Kind.MISPEAKS, "it observes returns, and its reply has no such field: " + shown(reply));
    }
  }

  private void start() throws DriverFault {
    lines = new LinkedBlockingQueue<>();
    try {
      Process started =
          new ProcessBuilder(command)
              .redirectError(isLoud() ? Redirect.INHERIT : Redirect.DISCARD)
              .start();
      starts++;
      process = started;
      requests = started.outputWriter(StandardCharsets.UTF_8);
      BufferedReader output = started.inputReader(StandardCharsets.UTF_8);
      BlockingQueue<List<String>> into = lines;
      Thread.ofPlatform().daemon().name("driver output").start(() -> readLines(output, into));
    } catch (IOException e) {
      throw fault(Kind.MISSES, String.valueOf(e.getMessage()).strip());
    }
    ObjectNode hello = Json.object().put("do", "hello").put("version", 1);
    greeting = greeting(ask(hello, patience.multipliedBy(STARTING)));
  }

  private Greeting greeting(ObjectNode node) throws DriverFault {
    JsonNode tail = node.path("redoTail");
    Optional<RedoTail> redoTail = Optional.empty();
    for (RedoTail known : RedoTail.values()) {
      if (tail.isString() && tail.stringValue().equals(VectorFile.word(known))) {
        redoTail = Optional.of(known);
      }
    }
    if (redoTail.isEmpty() && !tail.isMissingNode() && !tail.isNull()) {
      throw fault(Kind.MISPEAKS, "\"redoTail\" is \"keeps\", \"cuts\" or absent, not " + tail);
    }
    return new Greeting(
        node.path("name").asString(String.join(" ", command)),
        redoTail,
        words(node, "observes", Aspect.class, Aspect::of),
        words(node, "operations", Verb.class, Verb::of));
  }

  private <T extends Enum<T>> Set<T> words(
      ObjectNode node, String field, Class<T> type, Function<String, Optional<T>> known)
      throws DriverFault {
    Set<T> found = EnumSet.noneOf(type);
    for (String word : VectorFile.texts(node.path(field))) {
      Optional<T> one = known.apply(word);
      if (one.isEmpty()) {
        throw fault(Kind.MISPEAKS, "\"%s\" holds the unknown word %s".formatted(field, word));
      }
      found.add(one.get());
    }
    return found;
  }

  /** Sends a request and waits for the line that answers it. */
  private ObjectNode ask(ObjectNode request, Duration longest) throws DriverFault {
    BufferedWriter writer = Objects.requireNonNull(requests);
    refuseUnasked(lines.poll());
    try {
      writer.write(request.toString());
      writer.write('\n');
      writer.flush();
    } catch (IOException e) {
      throw fault(Kind.DIES, "it reads no more requests; " + exit());
    }
    List<String> came = nextLines(longest);
    if (came == null) {
      throw fault(Kind.HANGS, "no line within %d s".formatted(longest.toSeconds()));
    } else if (came.getFirst().equals(END)) {
      throw fault(Kind.DIES, exit());
    }
    ObjectNode reply = object(came.getFirst());
    if (came.size() > 1) {
      throw fault(Kind.PRINTS, "behind its reply: " + shown(came.get(1)));
    }
    return reply;
  }

  /** What waits before a request is sent belongs to the one before. */
  private void refuseUnasked(@Nullable List<String> came) throws DriverFault {
    if (came != null) {
      String line = came.getFirst();
      boolean isEnd = line.equals(END);
      String detail = isEnd ? exit() : "behind its reply: " + shown(line);
      end();
      throw new DriverFault(isEnd ? Kind.DIES : Kind.PRINTS, detail, true);
    }
  }

  /** Whether what the next process writes to its error stream is shown. */
  boolean isLoud() {
    return starts < LOUD_STARTS;
  }

  /** Whether the driver said something that it was not asked for. */
  boolean isSpeaking() {
    return !lines.isEmpty();
  }

  private @Nullable List<String> nextLines(Duration longest) {
    try {
      return lines.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private ObjectNode object(String line) throws DriverFault {
    JsonNode node;
    try {
      node = Json.read(line);
    } catch (JacksonException e) {
      throw fault(line.stripLeading().startsWith("{") ? Kind.GARBLES : Kind.PRINTS, shown(line));
    }
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw fault(Kind.MISPEAKS, "a line that is no object: " + shown(line));
  }

  private String exit() {
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

  /** After a fault nothing that the process says can be told to belong to a request. */
  private DriverFault fault(Kind kind, String detail) {
    end();
    return new DriverFault(kind, detail);
  }

  /** A driver that did not fail ends by itself when its input ends; it is given a moment. */
  @Override
  public void close() {
    Process started = process;
    BufferedWriter writer = requests;
    if (started != null && writer != null) {
      List<ProcessHandle> children = started.descendants().toList();
      try (writer) {
        writer.flush();
      } catch (IOException ended) {
        // It reads no more, so there is nothing left to tell it.
        requests = null;
      }
      try {
        started.waitFor(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      children.forEach(ProcessHandle::destroyForcibly);
    }
    end();
  }

  private void end() {
    Process started = process;
    if (started != null) {
      started.descendants().forEach(ProcessHandle::destroyForcibly);
      started.destroyForcibly();
    }
    process = null;
    requests = null;
  }

  private static String shown(ObjectNode reply) {
    return shown(reply.toString());
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }

  /** Lines that came in one go stay together, so that one too many is seen with its reply. */
  private static void readLines(Reader output, BlockingQueue<List<String>> into) {
    List<String> came = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    try (output) {
      for (int next = output.read(); next >= 0; next = output.read()) {
        if (next == '\n' || line.length() >= LONGEST_LINE) {
          came.add(line.toString());
          line.setLength(0);
        } else {
          line.append((char) next);
        }
        if (!came.isEmpty() && !output.ready()) {
          into.add(List.copyOf(came));
          came.clear();
        }
      }
      if (!line.isEmpty()) {
        came.add(line.toString());
      }
    } catch (IOException ended) {
      // A process that was ended closes its output in the middle of a line; the line is void.
      came.clear();
    }
    if (!came.isEmpty()) {
      into.add(List.copyOf(came));
    }
    into.add(List.of(END));
  }
}
