package dev.fcp.spec.conform;

import dev.fcp.spec.log.EventLogContract.RedoTail;
import dev.fcp.spec.log.LogDecisions;
import dev.fcp.spec.log.NaiveListLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A driver process with a correct log. Its argument says what it does instead of replying to {@code
 * redo(4)}: hang, die, print, misspell, forget, withhold, stumble, or, after the reply, chatter or
 * leave; or none of these. With {@code stack} it declares only append, undo and redo; with {@code
 * greet} also the fields in its second argument.
 */
final class FailingDriver {

  /** The call that it fails at. */
  static final Call LAST = Call.of(LogMethod.REDO, 4);

  private FailingDriver() {}

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
    NaiveListLog<String> log = new NaiveListLog<>(LogDecisions.of(RedoTail.CUTS));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode request = Json.read(line);
      String verb = request.path("do").stringValue();
      ObjectNode reply = Json.object();
      if (verb.equals("hello")) {
        reply.put("name", args[0]).put("redoTail", "cuts");
        reply.set("supports", Json.textArray(List.of("defaultCount")));
        if (args[0].equals("stack")) {
          reply.set("has", Json.textArray(List.of("append", "undo", "redo")));
        }
        reply.set("observes", Json.textArray(List.of("returns", "entries", "cursor")));
        if (args[0].equals("greet")) {
          reply.setAll((ObjectNode) Json.read(args[1]));
        }
      } else if (verb.equals("new")) {
        log = new NaiveListLog<>(LogDecisions.of(RedoTail.CUTS));
        reply.set("state", Json.state(log, EnumSet.allOf(Aspect.class)));
      } else {
        reply = reply(request, log, args[0]);
      }
      // Written at once, like the output of a log that prints something after its reply.
      boolean isLast = verb.equals("redo") && VectorFile.parseCall(request).equals(LAST);
      System.out.println(isLast && args[0].equals("chatter") ? reply + "\nand now?" : reply);
      if (isLast && args[0].equals("leave")) {
        System.exit(7);
      }
    }
    if (args[0].equals("farewell")) {
      Files.writeString(Path.of(args[1]), "ended");
    }
  }

  private static ObjectNode reply(JsonNode request, NaiveListLog<String> log, String failure) {
    Call call = VectorFile.parseCall(request);
    if (call.equals(LAST)) {
      switch (failure) {
        case "hang" -> LockSupport.park();
        case "die" -> System.exit(7);
        case "print" -> System.out.println("here I am");
        case "misspell" -> System.out.println("{\"state\": {");
        case "forget" -> {
          return (ObjectNode) Json.read("{\"returns\":[],\"state\":{\"entries\":[]}}");
        }
        case "stumble" -> {
          return Json.object().put("fault", "no such method");
        }
        case "withhold" -> {
          ObjectNode state = Json.object();
          state.set("state", Json.state(log, EnumSet.allOf(Aspect.class)));
          return state;
        }
        default -> {}
      }
    }
    ObjectNode reply = Json.object();
    switch (call.applyTo(log)) {
      case CallResult.Completed() -> {}
      case CallResult.Returned(var value) -> reply.set("returns", value);
      case CallResult.Threw(var message) -> reply.put("error", message);
    }
    reply.set("state", Json.state(log, EnumSet.allOf(Aspect.class)));
    return reply;
  }
}
