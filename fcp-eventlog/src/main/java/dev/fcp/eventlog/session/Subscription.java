package dev.fcp.eventlog.session;

/** A listener that is told of a session until this is closed; closing again does nothing. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {

  @Override
  void close();
}
