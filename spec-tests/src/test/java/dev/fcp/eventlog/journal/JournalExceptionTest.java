package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** Causes are described in plain words, without class names. */
@Clause("JN-8")
class JournalExceptionTest {

  private static String messageOf(Throwable failure) {
    return new JournalException("cannot be read: " + failure, failure).getMessage();
  }

  @Test
  void system_errors_about_files_are_described_in_plain_words() {
    assertThat(messageOf(new NoSuchFileException("/a")))
        .isEqualTo("cannot be read: there is no /a");
    assertThat(messageOf(new AccessDeniedException("/a")))
        .isEqualTo("cannot be read: no permission for /a");
    assertThat(messageOf(new FileAlreadyExistsException("/a")))
        .isEqualTo("cannot be read: /a is there already");
    assertThat(messageOf(new FileSystemException("/a", null, "no space left on device")))
        .isEqualTo("cannot be read: no space left on device");
    assertThat(messageOf(new FileSystemException("/a"))).isEqualTo("cannot be read: /a");
    assertThat(messageOf(new IOException("it is gone"))).isEqualTo("cannot be read: it is gone");
    assertThat(messageOf(new IOException())).isEqualTo("cannot be read: it failed without a word");
  }

  @Test
  void the_cause_of_a_cause_is_included() {
    IOException deep = new NoSuchFileException("/a");
    assertThat(messageOf(new IOException(deep))).isEqualTo("cannot be read: there is no /a");
  }
}
