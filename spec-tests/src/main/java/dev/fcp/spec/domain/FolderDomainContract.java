package dev.fcp.spec.domain;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.CharMatcher;
import dev.fcp.eventlog.domain.ContentStore;
import dev.fcp.eventlog.domain.FolderDomain;
import dev.fcp.eventlog.domain.FolderFormat;
import dev.fcp.eventlog.domain.FolderFormat.FileBytes;
import dev.fcp.spec.Clause;
import dev.fcp.spec.generator.Choices;
import dev.fcp.spec.generator.Generator;
import dev.fcp.spec.generator.Trials;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Provide;

/**
 * The laws of domains whose documents are folders. A subclass provides the domain and a generator
 * of folders.
 *
 * @param <M> the model
 * @param <E> the family of events
 */
public abstract class FolderDomainContract<M, E> {

  /** Returns the domain under test. */
  protected abstract FolderDomain<M, E> domain();

  /** Generates folders as unusual as the domain allows; small ones find the most faults. */
  protected abstract Generator<InMemoryFolder> folders();

  /** Two versions of a folder. */
  protected record Versions(InMemoryFolder before, InMemoryFolder after) {}

  /** Contents of which each read is recorded. */
  private static final class RecordingStore implements ContentStore {

    final InMemoryFolder folder;
    final Set<String> read = new HashSet<>();

    RecordingStore(InMemoryFolder folder) {
      this.folder = folder;
    }

    @Override
    public byte[] read(String sha256) {
      read.add(sha256);
      return folder.read(sha256);
    }
  }

  /** A model reads as the folder from which it was read. */
  @Trials(200)
  @Clause("DM-7")
  void a_folder_that_was_just_read_is_written_byte_for_byte(@ForAll("versions") Versions versions) {
    InMemoryFolder folder = versions.before();
    FolderFormat<M> format = domain().withContents(folder).folderFormat();
    M model = format.read(folder.manifest());
    assertThat(format.manifest(model)).isEqualTo(folder.manifest());
    folder
        .files()
        .forEach((path, file) -> {
          assertThat(format.entry(model, path)).contains(file.entry());
          assertThat(format.bytes(model, path)).isEqualTo(file.bytes());
        });
    assertThat(format.entry(model, "no such file")).isEmpty();
  }

  /** A model with some files replaced equals the one that is read from the changed folder. */
  @Trials(300)
  @Clause("DM-7")
  void a_folder_of_which_some_files_changed_need_not_be_read_again(
      @ForAll("versions") Versions versions) {
    InMemoryFolder after = versions.after();
    FolderDomain<M, E> domain = domain().withContents(bothOf(versions));
    FolderFormat<M> format = domain.folderFormat();
    M before = format.read(versions.before().manifest());
    SortedMap<String, Optional<FileBytes>> changes = versions.before().changesTo(after);
    M changed = format.withFiles(before, changes);
    assertThat(InMemoryFolder.of(format, changed)).isEqualTo(after);
    assertThat(format.changedPaths(before, changed)).isEqualTo(changes.keySet());
    assertThat(format.changedPaths(changed, before)).isEqualTo(changes.keySet());
    M read = format.read(after.manifest());
    assertThat(domain.digest(changed)).isEqualTo(domain.digest(read));
    assertThat(domain.digestFromScratch(changed)).isEqualTo(domain.digest(read));
    assertThat(format.changedPaths(changed, read)).isEmpty();
    assertThat(domain.diff(changed, read)).isEmpty();
  }

  /** The events of a difference contain the bytes that the format says they contain. */
  @Trials(300)
  @Clause({"DM-4", "DM-7"})
  void a_difference_leads_from_one_folder_to_another(@ForAll("versions") Versions versions) {
    InMemoryFolder after = versions.after();
    ContentStore contents =
        hash ->
            after.files().values().stream()
                .filter(file -> !domain().folderFormat().containsBytesOf(file.entry()))
                .filter(file -> file.entry().sha256().equals(hash))
                .findFirst()
                .map(file -> file.bytes().clone())
                .orElseGet(() -> versions.before().read(hash));
    FolderDomain<M, E> domain = domain().withContents(contents);
    FolderFormat<M> format = domain.folderFormat();
    M before = format.read(versions.before().manifest());
    M end = before;
    for (E event : domain.diff(before, format.withFiles(before, changes(versions)))) {
      E decoded = domain.eventCodec().decode(domain.eventCodec().encode(event));
      assertThat(decoded).isEqualTo(event);
      end = domain.replay(decoded, end);
    }
    assertThat(InMemoryFolder.of(format, end)).isEqualTo(after);
    assertThat(format.changedPaths(before, end)).isEqualTo(changes(versions).keySet());
    M decoded = domain.modelCodec().decode(domain.modelCodec().encode(end));
    assertThat(decoded).isEqualTo(end);
    assertThat(InMemoryFolder.of(format, decoded)).isEqualTo(after);
  }

  /** A file that did not change is not read, and a snapshot does not contain its text. */
  @Trials(200)
  @Clause("DM-8")
  void the_cost_of_a_change_follows_the_changed_files(@ForAll("versions") Versions versions) {
    RecordingStore store = new RecordingStore(versions.before());
    FolderDomain<M, E> domain = domain().withContents(store);
    FolderFormat<M> format = domain.folderFormat();
    M before = format.read(versions.before().manifest());
    M decoded = domain.modelCodec().decode(domain.modelCodec().encode(before));
    assertThat(decoded).isEqualTo(before);
    assertThat(domain.digest(decoded)).isEqualTo(domain.digest(before));
    assertThat(store.read).isEmpty();
    M end = before;
    for (E event : domain.diff(before, format.withFiles(before, changes(versions)))) {
      assertThat(domain.check(event, end)).isEmpty();
      end = domain.replay(event, end);
    }
    assertThat(domain.digest(end)).isNotNull();
    assertThat(format.changedPaths(before, end)).isEqualTo(changes(versions).keySet());
    assertThat(domain.modelCodec().encode(end)).isNotNull();
    Set<String> changed = new HashSet<>();
    for (String path : changes(versions).keySet()) {
      format.entry(before, path).ifPresent(entry -> changed.add(entry.sha256()));
    }
    assertThat(changed).containsAll(store.read);
  }

  private static Map<String, Optional<FileBytes>> changes(Versions versions) {
    return versions.before().changesTo(versions.after());
  }

  private static ContentStore bothOf(Versions versions) {
    return hash -> {
      try {
        return versions.before().read(hash);
      } catch (IllegalArgumentException missing) {
        return versions.after().read(hash);
      }
    };
  }

  /** Generates two versions of a folder. */
  @Provide
  Arbitrary<Versions> versions() {
    Generator<Versions> versions =
        choices -> {
          InMemoryFolder before = folders().generate(choices);
          return new Versions(before, edited(before, choices));
        };
    return versions.arbitrary();
  }

  private InMemoryFolder edited(InMemoryFolder folder, Choices choices) {
    InMemoryFolder edited = folder;
    for (Map.Entry<String, FileBytes> entry : folder.files().entrySet()) {
      String path = entry.getKey();
      byte[] bytes = entry.getValue().bytes();
      boolean isExecutable = entry.getValue().entry().isExecutable();
      switch (choices.upTo(7)) {
        case 1 -> edited = edited.without(path);
        case 2 -> edited = edited.with(path, withLine(bytes, choices), isExecutable);
        case 3 -> edited = withFree(edited.without(path), path + "2", bytes, isExecutable);
        case 4 -> edited = edited.with(path, bytes, !isExecutable);
        case 5 ->
            edited =
                withFree(edited.without(path), "moved/" + path, withLine(bytes, choices), true);
        default -> {
          // The file stays as it is.
        }
      }
    }
    for (Map.Entry<String, FileBytes> entry : folders().generate(choices).files().entrySet()) {
      edited =
          withFree(
              edited,
              entry.getKey(),
              entry.getValue().bytes(),
              entry.getValue().entry().isExecutable());
    }
    return edited;
  }

  /** The folder with a file, if no other one is at its path, above it or below it. */
  private static InMemoryFolder withFree(
      InMemoryFolder folder, String path, byte[] bytes, boolean isExecutable) {
    boolean isFree =
        folder.files().keySet().stream()
            .noneMatch(other ->
                other.equals(path) || other.startsWith(path + "/") || path.startsWith(other + "/"));
    return isFree ? folder.with(path, bytes, isExecutable) : folder;
  }

  /** The bytes with a line inserted somewhere; what is not text is replaced. */
  private static byte[] withLine(byte[] bytes, Choices choices) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    List<String> lines = List.of(text.split("(?<=\n)", -1));
    int index = choices.upTo(lines.size());
    String changed =
        String.join("", lines.subList(0, index))
            + choices.pick(List.of("inserted\n", "inserted\r\n", "\n", "## H\n"))
            + String.join("", lines.subList(index, lines.size()));
    boolean isText = CharMatcher.anyOf("\uFFFD\0").matchesNoneOf(text);
    return (isText ? changed : "replaced").getBytes(StandardCharsets.UTF_8);
  }
}
