package dev.fcp.eventlog.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.fcp.spec.Clause;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** What failed is told in words of people, without the names of classes. */
@Clause("JN-8")
class CauseWordsTest {

  private static String told(Throwable failure) {
    return new JournalException("cannot be read: " + failure, failure).getMessage();
  }

  @Test
  void what_a_system_says_of_files_is_told_in_words() {
    assertThat(told(new NoSuchFileException("/a"))).isEqualTo("cannot be read: there is no /a");
    assertThat(told(new AccessDeniedException("/a")))
        .isEqualTo("cannot be read: no permission for /a");
    assertThat(told(new FileAlreadyExistsException("/a")))
        .isEqualTo("cannot be read: /a is there already");
    assertThat(told(new FileSystemException("/a", null, "no space left on device")))
        .isEqualTo("cannot be read: no space left on device");
    assertThat(told(new FileSystemException("/a"))).isEqualTo("cannot be read: /a");
    assertThat(told(new IOException("it is gone"))).isEqualTo("cannot be read: it is gone");
    assertThat(told(new IOException())).isEqualTo("cannot be read: it failed without a word");
  }

  @Test
  void the_cause_of_a_cause_is_told_too() {
    IOException deep = new NoSuchFileException("/a");
    assertThat(told(new IOException(deep))).isEqualTo("cannot be read: there is no /a");
  }
}
