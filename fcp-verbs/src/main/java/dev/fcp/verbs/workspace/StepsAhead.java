package dev.fcp.verbs.workspace;

import dev.fcp.eventlog.history.History;
import dev.fcp.eventlog.history.Step;
import dev.fcp.eventlog.history.StepId;
import dev.fcp.eventlog.journal.JournalException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Reads steps in blocks, each twice as long as the one before, up to a limit. While the steps of a
 * block are used, another thread reads the next one; not during the first block, because often no
 * more steps are needed. Used by one thread.
 */
final class StepsAhead<E> implements Iterator<Step<E>> {

  private static final int FIRST_BLOCK = 32;
  private static final int MAX_BLOCK = 1024;

  private final History<E> history;
  private final List<StepId> ids;

  private List<Step<E>> block = List.of();
  private int nextInBlock;
  private int blockEnd;
  private int blockSize = FIRST_BLOCK;
  private @Nullable CompletableFuture<List<Step<E>>> nextBlock;

  /**
   * Creates an iterator.
   *
   * @param ids the steps to read, in this order
   */
  StepsAhead(History<E> history, List<StepId> ids) {
    this.history = history;
    this.ids = ids;
  }

  @Override
  public boolean hasNext() {
    return nextInBlock < block.size() || blockEnd < ids.size();
  }

  @Override
  public Step<E> next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    if (nextInBlock == block.size()) {
      advance();
    }
    return block.get(nextInBlock++);
  }

  private void advance() {
    boolean isFirst = blockEnd == 0;
    List<StepId> due = nextIds();
    block = nextBlock == null ? read(due) : await(nextBlock);
    blockEnd += block.size();
    blockSize = Math.min(2 * blockSize, MAX_BLOCK);
    nextInBlock = 0;
    if (!isFirst) {
      List<StepId> following = nextIds();
      nextBlock = CompletableFuture.supplyAsync(() -> read(following));
    }
  }

  private List<StepId> nextIds() {
    return ids.subList(blockEnd, Math.min(blockEnd + blockSize, ids.size()));
  }

  /** Reads steps up to one that cannot be read; fails only if that is the first one. */
  private List<Step<E>> read(List<StepId> due) {
    List<Step<E>> steps = new ArrayList<>(due.size());
    try {
      due.forEach(id -> steps.add(history.step(id)));
    } catch (JournalException e) {
      if (steps.isEmpty()) {
        throw e;
      }
    }
    return steps;
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
  }
}
