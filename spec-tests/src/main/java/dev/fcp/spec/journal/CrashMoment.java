package dev.fcp.spec.journal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The possible states of a {@link CrashingDisk} after a power cut at one moment. A name that was
 * not forced refers to any of its targets since the last force. A write or truncation that was not
 * forced is applied completely, in some of its sectors, or not at all, in any order.
 */
public final class CrashMoment {

  private final Map<Path, List<Optional<CrashingDisk.Node>>> names;
  private final Map<CrashingDisk.Node, UnforcedBytes> files;

  private CrashMoment(
      Map<Path, List<Optional<CrashingDisk.Node>>> names,
      Map<CrashingDisk.Node, UnforcedBytes> files) {
    this.names = names;
    this.files = files;
  }

  static CrashMoment of(
      Map<Path, Set<Optional<CrashingDisk.Node>>> names,
      Function<CrashingDisk.Node, UnforcedBytes> bytes) {
    Map<Path, List<Optional<CrashingDisk.Node>>> targets = new TreeMap<>();
    Map<CrashingDisk.Node, UnforcedBytes> files = new LinkedHashMap<>();
    names.forEach((name, nodes) -> {
      targets.put(name, List.copyOf(nodes));
      nodes.stream().flatMap(Optional::stream).forEach(node -> files.put(node, bytes.apply(node)));
    });
    return new CrashMoment(targets, files);
  }

  /**
   * Visits every possible state, or a sample if there are too many. A state may be visited twice.
   *
   * @param sectorBytes the size of a sector, which is written atomically
   * @param maxStates the maximum number of states of this moment, and of a single file, to
   *     enumerate
   * @param random chooses the sample, in which some states have flipped bits
   * @return whether all states were visited
   */
  public boolean forEachState(
      int sectorBytes, int maxStates, RandomGenerator random, Consumer<CrashState> action) {
    Map<CrashingDisk.Node, List<FileContent>> contents = new LinkedHashMap<>();
    long count = 1;
    for (Map.Entry<CrashingDisk.Node, UnforcedBytes> file : files.entrySet()) {
      Optional<Set<FileContent>> possible =
          file.getValue().possibleContents(sectorBytes, maxStates);
      contents.put(file.getKey(), List.copyOf(possible.orElse(Set.of())));
      count = Math.min(maxStates + 1L, count * possible.map(Set::size).orElse(maxStates + 1));
    }
    for (List<Optional<CrashingDisk.Node>> targets : names.values()) {
      count = Math.min(maxStates + 1L, count * targets.size());
    }
    if (count > maxStates) {
      for (int i = 0; i < maxStates; i++) {
        action.accept(randomState(random));
      }
      return false;
    }
    chooseNames(new ArrayList<>(names.keySet()), new LinkedHashMap<>(), contents, action);
    return true;
  }

  private void chooseNames(
      List<Path> remainingNames,
      Map<Path, CrashingDisk.Node> chosen,
      Map<CrashingDisk.Node, List<FileContent>> contents,
      Consumer<CrashState> action) {
    if (remainingNames.isEmpty()) {
      chooseContents(
          List.copyOf(new LinkedHashSet<>(chosen.values())),
          chosen,
          new LinkedHashMap<>(),
          contents,
          action);
      return;
    }
    Path name = remainingNames.get(0);
    for (Optional<CrashingDisk.Node> node : names.getOrDefault(name, List.of())) {
      node.ifPresent(target -> chosen.put(name, target));
      chooseNames(remainingNames.subList(1, remainingNames.size()), chosen, contents, action);
      chosen.remove(name);
    }
  }

  private static void chooseContents(
      List<CrashingDisk.Node> remainingNodes,
      Map<Path, CrashingDisk.Node> chosen,
      Map<CrashingDisk.Node, FileContent> bytes,
      Map<CrashingDisk.Node, List<FileContent>> contents,
      Consumer<CrashState> action) {
    if (remainingNodes.isEmpty()) {
      action.accept(state(chosen, bytes));
      return;
    }
    for (FileContent content : contents.getOrDefault(remainingNodes.get(0), List.of())) {
      bytes.put(remainingNodes.get(0), content);
      chooseContents(
          remainingNodes.subList(1, remainingNodes.size()), chosen, bytes, contents, action);
    }
  }

  private static CrashState state(
      Map<Path, CrashingDisk.Node> chosen, Map<CrashingDisk.Node, FileContent> bytes) {
    Map<Path, FileContent> files = new TreeMap<>();
    chosen.forEach((name, node) -> {
      FileContent content = bytes.get(node);
      if (content == null) {
        throw new IllegalStateException("no bytes for " + name);
      }
      files.put(name, content);
    });
    return new CrashState(files);
  }

  private CrashState randomState(RandomGenerator random) {
    Map<CrashingDisk.Node, FileContent> bytes = new LinkedHashMap<>();
    files.forEach((node, file) -> bytes.put(node, new FileContent(file.randomContent(random))));
    Map<Path, CrashingDisk.Node> chosen = new LinkedHashMap<>();
    names.forEach((name, nodes) ->
        nodes.get(random.nextInt(nodes.size())).ifPresent(node -> chosen.put(name, node)));
    return state(chosen, bytes);
  }
}
