package dev.fcp.blocks;

import dev.fcp.eventlog.document.Document.AutoSaveClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A clock that the test sets; tasks run when it is turned past their time. */
final class ManualClock implements AutoSaveClock, InstantSource {

  private record Task(long dueNanos, Runnable work) {}

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final List<Task> tasks = new ArrayList<>();
  private long now;

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public void schedule(long nanoTime, Runnable work) {
    tasks.add(new Task(nanoTime, work));
  }

  @Override
  public Instant instant() {
    return START.plusNanos(now);
  }

  void turn(Duration duration) {
    now += duration.toNanos();
    List<Task> due = tasks.stream().filter(task -> task.dueNanos() <= now).toList();
    tasks.removeAll(due);
    due.forEach(task -> task.work().run());
  }
}
