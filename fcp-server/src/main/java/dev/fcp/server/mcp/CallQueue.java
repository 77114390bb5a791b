package dev.fcp.server.mcp;

import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.verbs.form.Refusal;
import dev.fcp.verbs.run.Response;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of a connection. A separate thread runs them one after another in the order of arrival,
 * so that the connection can answer other requests during a long call.
 */
final class CallQueue {

  /**
   * The maximum number of waiting calls; at the limit, the connection stops reading until a call
   * completes.
   */
  static final int MAX_WAITING = 256;

  private static final Logger LOG = LoggerFactory.getLogger(CallQueue.class);

  private final ExecutorService executor =
      Executors.newSingleThreadExecutor(work -> new Thread(work, "fcp-calls"));
  private final Semaphore permits = new Semaphore(MAX_WAITING);

  /**
   * Submits a call; it runs after all earlier calls have completed. Its response is empty if the
   * client cancelled it.
   */
  CompletableFuture<Optional<Response>> submit(Supplier<Response> call) {
    permits.acquireUninterruptibly();
    return CompletableFuture.supplyAsync(() -> answerUnlessCancelled(call), executor)
        .whenComplete((response, failure) -> permits.release());
  }

  private static Optional<Response> answerUnlessCancelled(Supplier<Response> call) {
    try {
      return Optional.of(answer(call));
    } catch (CancellationException cancelled) {
      return Optional.empty();
    }
  }

  /** Runs a call. A failure becomes a refusal, so that the client is informed and can continue. */
  private static Response answer(Supplier<Response> call) {
    try {
      return call.get();
    } catch (CancellationException cancelled) {
      throw cancelled;
    } catch (JournalException e) {
      LOG.error("a file or the journal failed", e);
      return Response.refused(Refusal.because(String.valueOf(e.getMessage()), "status"));
    } catch (RuntimeException e) {
      LOG.error("internal error in fcp; please report it", e);
      return Response.refused(
          Refusal.because("internal error in fcp, please report it: " + e.getMessage(), "status"));
    } catch (OutOfMemoryError | StackOverflowError e) {
      LOG.error("a call ran out of memory", e);
      return Response.refused(
          Refusal.because("this needs more memory than is available: " + e.getMessage(), "status"));
    }
  }

  /** Waits for all submitted calls and accepts no more. */
  void close() {
    executor.close();
  }
}
