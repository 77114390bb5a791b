package dev.fcp.spec.conform;

import dev.fcp.eventlog.Entry;
import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.NaiveListLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A driver process with a correct log. Its argument says what it does instead of replying to {@code
 * redo(4)}: hang, die, print, misspell, forget, withhold, stumble, or, after the reply, chatter or
 * leave; or none of these. With {@code stack} it declares only append, undo and redo; with {@code
 * greet} also the fields in its second argument.
 *
 * <p>It is started again after most failures, so it does without a library for JSON, whose classes
 * take ten times as long to load as all the rest.
 */
final class FailingDriver {

  private static final Pattern VERB = Pattern.compile("\"do\":\"(\\w+)\"");
  private static final Pattern ARGUMENT =
      Pattern.compile("\\G[\\[,](?:\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"|(-?\\d+))");
  private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(\\p{XDigit}{4})|(.))");

  private final String failure;
  private NaiveListLog<String> log = newLog();

  private FailingDriver(String failure) {
    this.failure = failure;
  }

  /** The call that it fails at. */
  static Call failingCall() {
    return Call.of(LogMethod.REDO, 4);
  }

  /** The command that starts it. */
  static String command(String failure) {
    return "\"%s\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \"%s\" %s %s"
        .formatted(
            Path.of(System.getProperty("java.home"), "bin", "java"),
            System.getProperty("java.class.path"),
            FailingDriver.class.getName(),
            failure);
  }

  public static void main(String[] args) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    FailingDriver driver = new FailingDriver(args[0]);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String verb = group(VERB, line);
      List<String> arguments = arguments(line);
      boolean fails = verb.equals("redo") && arguments.equals(List.of("4"));
      String reply =
          switch (verb) {
            case "hello" -> greeting(args);
            case "new" -> {
              driver.log = newLog();
              yield "{%s}".formatted(driver.state());
            }
            default -> fails ? driver.failingReply(arguments) : driver.reply(verb, arguments);
          };
      // Written at once, like the output of a log that prints something after its reply.
      System.out.println(fails && args[0].equals("chatter") ? reply + "\nand now?" : reply);
      if (fails && args[0].equals("leave")) {
        System.exit(7);
      }
    }
    if (args[0].equals("farewell")) {
      Files.writeString(Path.of(args[1]), "ended");
    }
  }

  private static NaiveListLog<String> newLog() {
    return new NaiveListLog<>(LogDecisions.of(RedoTail.CUTS));
  }

  private static String greeting(String[] args) {
    String fields =
        switch (args[0]) {
          case "stack" -> ",\"has\":[\"append\",\"undo\",\"redo\"]";
          case "greet" -> "," + args[1].substring(1, args[1].length() - 1);
          default -> "";
        };
    String own =
        fields.contains("\"observes\"") ? "" : ",\"observes\":[\"returns\",\"entries\",\"cursor\"]";
    own += fields.contains("\"supports\"") ? "" : ",\"supports\":[\"defaultCount\"]";
    return "{\"name\":\"%s\",\"redoTail\":\"cuts\"%s%s}".formatted(args[0], own, fields);
  }

  private String failingReply(List<String> arguments) {
    switch (failure) {
      case "hang" -> LockSupport.park();
      case "die" -> System.exit(7);
      case "print" -> System.out.println("here I am");
      case "misspell" -> System.out.println("{\"state\": {");
      default -> {}
    }
    return switch (failure) {
      case "forget" -> "{\"returns\":[],\"state\":{\"entries\":[]}}";
      case "stumble" -> "{\"fault\":\"no such method\"}";
      case "withhold" -> "{%s}".formatted(state());
      default -> reply("redo", arguments);
    };
  }

  private String reply(String verb, List<String> arguments) {
    String result;
    try {
      result = call(verb, arguments);
    } catch (RuntimeException e) {
      result = "\"error\":\"%s\",".formatted(e.getClass().getName());
    }
    return "{" + result + state() + "}";
  }

  private String call(String verb, List<String> arguments) {
    Supplier<Optional<Integer>> count = () -> arguments.stream().findFirst().map(Integer::valueOf);
    return switch (verb) {
      case "append" -> {
        log.append(arguments.getFirst());
        yield "";
      }
      case "checkpoint" -> {
        log.checkpoint(arguments.getFirst());
        yield "";
      }
      case "undo" -> returns(count.get().map(log::undo).orElseGet(log::undo));
      case "redo" -> returns(count.get().map(log::redo).orElseGet(log::redo));
      case "recent" -> returns(log.recent(count.get().orElseThrow()));
      case "undoTo" ->
          log.undoTo(arguments.getFirst()).map(FailingDriver::returns).orElse("\"returns\":null,");
      default -> throw new UnsupportedOperationException(verb);
    };
  }

  private static String returns(List<String> events) {
    return "\"returns\":%s,".formatted(array(events));
  }

  private static String array(List<String> events) {
    return events.stream().map(FailingDriver::quoted).collect(Collectors.joining(",", "[", "]"));
  }

  private String state() {
    return log.entries().stream()
        .map(entry ->
            switch (entry) {
              case Entry.Recorded<String>(var event) -> quoted(event);
              case Entry.Checkpoint<String>(var name) ->
                  "{\"type\":\"checkpoint\",\"name\":" + quoted(name) + "}";
            })
        .collect(
            Collectors.joining(
                ",", "\"state\":{\"entries\":[", "],\"cursor\":" + log.cursor() + "}"));
  }

  private static String group(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalArgumentException(text);
    }
    return matcher.group(1);
  }

  /** The texts and numbers in the list of arguments. */
  private static List<String> arguments(String line) {
    String key = "\"args\":";
    List<String> arguments = new ArrayList<>();
    if (line.contains(key)) {
      Matcher matcher = ARGUMENT.matcher(line);
      matcher.region(line.indexOf(key) + key.length(), line.length());
      while (matcher.find()) {
        arguments.add(matcher.group(2) == null ? unescaped(matcher.group(1)) : matcher.group(2));
      }
    }
    return arguments;
  }

  private static String unescaped(String text) {
    return ESCAPE
        .matcher(text)
        .replaceAll(escape ->
            Matcher.quoteReplacement(
                escape.group(1) == null
                    ? ("\\" + escape.group(2)).translateEscapes()
                    : Character.toString(Integer.parseInt(escape.group(1), 16))));
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      if (unit >= ' ' && unit <= '~' && unit != '"' && unit != '\\') {
        quoted.append(unit);
      } else {
        quoted.append("\\u%04x".formatted((int) unit));
      }
    }
    return quoted.append('"').toString();
  }
}
