package dev.fcp.blocks;

import dev.fcp.eventlog.document.Document.AutoSaveClock;
import dev.fcp.eventlog.journal.Durability;
import dev.fcp.eventlog.journal.FileJournal;
import dev.fcp.eventlog.session.RetentionPolicy;
import dev.fcp.eventlog.session.SessionSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The settings of a store of blocks.
 *
 * @param sessions the clock, the ids and the undo limits
 * @param journals the disk, and when histories are forced to it
 * @param autoPersist when the files of changed blocks are written; empty for only when asked to
 * @param retention which steps are kept when a block is persisted
 * @param maxOpen how many blocks are open at a time, at least 1; unwritten ones count in addition
 *     if they are not written automatically
 * @param maxIdle how long a block stays open without being used
 * @param clock the clock of {@code autoPersist} and {@code maxIdle}
 * @param onFailure receives why a block could not be persisted automatically; that is tried again
 */
public record BlockSettings(
    SessionSettings sessions,
    FileJournal.Settings journals,
    Optional<Durability.Interval> autoPersist,
    RetentionPolicy retention,
    int maxOpen,
    Duration maxIdle,
    AutoSaveClock clock,
    Consumer<String> onFailure) {

  /** Rejects null and a maximum less than 1. */
  public BlockSettings {
    Objects.requireNonNull(sessions, "sessions");
    Objects.requireNonNull(journals, "journals");
    Objects.requireNonNull(autoPersist, "autoPersist");
    Objects.requireNonNull(retention, "retention");
    Objects.requireNonNull(maxIdle, "maxIdle");
    Objects.requireNonNull(clock, "clock");
    Objects.requireNonNull(onFailure, "onFailure");
    if (maxOpen < 1) {
      throw new IllegalArgumentException(maxOpen + " open blocks: at least 1");
    }
  }

  /**
   * The system clock; files and histories are written half a second after the last edit, and at
   * most five seconds after the first; {@link RetentionPolicy#standard}; at most 64 blocks are
   * open, each until it was idle for ten minutes; failures are ignored until the next attempt.
   */
  public static BlockSettings standard() {
    return new BlockSettings(
        SessionSettings.standard(),
        FileJournal.Settings.defaults().withDurability(Durability.interval()),
        Optional.of(Durability.interval()),
        RetentionPolicy.standard(),
        64,
        Duration.ofMinutes(10),
        new AutoSaveClock() {},
        failure -> {});
  }

  /** The same settings with other sessions. */
  public BlockSettings withSessions(SessionSettings sessions) {
    return new BlockSettings(
        sessions, journals, autoPersist, retention, maxOpen, maxIdle, clock, onFailure);
  }

  /** The same settings with other journals. */
  public BlockSettings withJournals(FileJournal.Settings journals) {
    return new BlockSettings(
        sessions, journals, autoPersist, retention, maxOpen, maxIdle, clock, onFailure);
  }

  /** The same settings; blocks are written only when asked to. */
  public BlockSettings withoutAutoPersist() {
    return new BlockSettings(
        sessions, journals, Optional.empty(), retention, maxOpen, maxIdle, clock, onFailure);
  }

  /** The same settings with another retention. */
  public BlockSettings withRetention(RetentionPolicy retention) {
    return new BlockSettings(
        sessions, journals, autoPersist, retention, maxOpen, maxIdle, clock, onFailure);
  }

  /** The same settings with another number of open blocks. */
  public BlockSettings withMaxOpen(int maxOpen) {
    return new BlockSettings(
        sessions, journals, autoPersist, retention, maxOpen, maxIdle, clock, onFailure);
  }

  /** The same settings with another clock. */
  public BlockSettings withClock(AutoSaveClock clock) {
    return new BlockSettings(
        sessions, journals, autoPersist, retention, maxOpen, maxIdle, clock, onFailure);
  }

  /** The same settings with another receiver of failures. */
  public BlockSettings withFailureListener(Consumer<String> onFailure) {
    return new BlockSettings(
        sessions, journals, autoPersist, retention, maxOpen, maxIdle, clock, onFailure);
  }
}
