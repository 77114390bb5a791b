package dev.fcp.eventlog.journal;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** Describes an I/O failure in plain text, without class names. */
final class CauseWords {

  private CauseWords() {}

  /** Replaces the class names of a failure and its causes in a message by plain text. */
  static String in(String message, Throwable failure) {
    String plain = message;
    // The message of a failure may contain that of its cause, which is replaced next.
    for (Throwable at = failure; at != null; at = at.getCause()) {
      plain = plain.replace(at.toString(), words(at));
    }
    return plain;
  }

  private static String words(Throwable failure) {
    return switch (failure) {
      case NoSuchFileException gone -> "there is no " + gone.getFile();
      case AccessDeniedException denied -> "no permission for " + denied.getFile();
      case FileAlreadyExistsException there -> there.getFile() + " is there already";
      case FileSystemException refused when refused.getReason() != null -> refused.getReason();
      case Throwable other ->
          Objects.requireNonNullElse(other.getLocalizedMessage(), "it failed without a word");
    };
  }
}
