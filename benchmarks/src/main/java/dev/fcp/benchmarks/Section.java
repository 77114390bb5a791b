package dev.fcp.benchmarks;

import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.fcp.benchmarks.Measurement.ResultFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A section of benchmarks of JMH, which can be run alone. */
enum Section {
  /** The event log, compared with an array and other undo libraries. */
  LOG {
    @Override
    List<Measurement> measurements() {
      List<Measurement> measurements = new ArrayList<>();
      for (String step : List.of("append", "undo", "redo")) {
        String sweep = "SweepBenchmark." + step;
        measurements.add(
            new Measurement(
                step + ", ns",
                NANOSECONDS,
                "entries",
                true,
                ResultFilter.of(sweep, "peer", "EventLog"),
                filters(sweep, "peer", "array", "UndoFX", "javax.swing.undo")));
      }
      measurements.add(
          new Measurement(
              "undo and append among checkpoints, ns",
              NANOSECONDS,
              "checkpoints",
              false,
              ResultFilter.of("CheckpointBenchmark.undoAndAppend"),
              Map.of()));
      return measurements;
    }
  },

  /** The immutable map and list, compared with those of libraries. */
  COLLECTIONS {
    @Override
    List<Measurement> measurements() {
      List<Measurement> measurements = new ArrayList<>();
      measurements.add(map("map get, ns", "mapGet", NANOSECONDS, "size"));
      measurements.add(map("map edit, ns", "mapEdit", NANOSECONDS, "size"));
      measurements.add(map("map add and remove, ns", "mapAddAndRemove", NANOSECONDS, "size"));
      measurements.add(
          map("map get, edit, two hashes, log append, ns", "mapStep", NANOSECONDS, "size"));
      measurements.add(map("map range of 100 entries, us", "mapRange", MICROSECONDS, "size"));
      measurements.add(map("map build, ms", "mapBuildMillion", MILLISECONDS, "1000000"));
      measurements.add(
          new Measurement(
              "map diff with ten differences, us",
              MICROSECONDS,
              "100000",
              false,
              ResultFilter.of("PersistentBenchmark.mapChanges"),
              Map.of()));
      for (String step : List.of("Get", "Append", "TakeAndAppend", "Drop", "Insert", "Concat")) {
        measurements.add(list(step));
      }
      return measurements;
    }
  },

  /** draw.io files. */
  DRAWIO {
    @Override
    List<Measurement> measurements() {
      Map<String, ResultFilter> readers = new LinkedHashMap<>();
      readers.put("Woodstox", ResultFilter.of("DrawioFileBenchmark.woodstox"));
      readers.put("JDK StAX", ResultFilter.of("DrawioFileBenchmark.jdk"));
      return List.of(
          file("draw.io file read, ms", MILLISECONDS, "read", readers),
          file("draw.io file edited and written, ms", MILLISECONDS, "write", Map.of()),
          file("draw.io cell moved: check, replay, digest, us", MICROSECONDS, "move", Map.of()));
    }
  },

  /** MIDI files. */
  MIDI {
    @Override
    List<Measurement> measurements() {
      return List.of(
          midi("MIDI file read", "readFile", "readSequence"),
          midi("MIDI song read", "readSong", "readSequence"),
          midi("MIDI file edited and written", "writeFile", "writeSequence"),
          midi("MIDI song edited and written", "writeSong", "writeSequence"));
    }
  };

  abstract List<Measurement> measurements();

  private static Map<String, ResultFilter> filters(
      String benchmark, String parameter, String... values) {
    Map<String, ResultFilter> filters = new LinkedHashMap<>();
    for (String value : values) {
      filters.put(value, ResultFilter.of(benchmark, parameter, value));
    }
    return filters;
  }

  private static Measurement map(String description, String method, TimeUnit unit, String size) {
    String benchmark = "PersistentBenchmark." + method;
    Map<String, ResultFilter> peers = new LinkedHashMap<>();
    for (MapPeer peer : MapPeer.values()) {
      if (peer != MapPeer.OURS) {
        peers.put(name(peer), ResultFilter.of(benchmark, "map", peer.name()));
      }
    }
    return new Measurement(
        description, unit, size, false, ResultFilter.of(benchmark, "map", "OURS"), peers);
  }

  private static Measurement list(String step) {
    String benchmark = "PersistentBenchmark.list" + step;
    Map<String, ResultFilter> peers = new LinkedHashMap<>();
    for (ListPeer peer : ListPeer.values()) {
      if (peer != ListPeer.OURS) {
        peers.put(name(peer), ResultFilter.of(benchmark, "list", peer.name()));
      }
    }
    String what = "list: " + step.replaceAll("([a-z])([A-Z])", "$1 $2") + ", ns";
    ResultFilter ours = ResultFilter.of(benchmark, "list", "OURS");
    return new Measurement(what, NANOSECONDS, "1000000", false, ours, peers);
  }

  private static String name(Enum<?> peer) {
    String[] words = peer.name().toLowerCase(Locale.ROOT).split("_");
    words[0] = words[0].substring(0, 1).toUpperCase(Locale.ROOT) + words[0].substring(1);
    return String.join(" ", words);
  }

  private static Measurement file(
      String description, TimeUnit unit, String method, Map<String, ResultFilter> peers) {
    return new Measurement(
        description, unit, "cells", false, ResultFilter.of("DrawioFileBenchmark." + method), peers);
  }

  private static Measurement midi(String description, String ours, String theirs) {
    return new Measurement(
        description + ", us",
        MICROSECONDS,
        "notes",
        false,
        ResultFilter.of("MidiFileBenchmark." + ours),
        Map.of("Java", ResultFilter.of("MidiFileBenchmark." + theirs)));
  }
}
