package dev.fcp.server;

import dev.fcp.eventlog.document.Document;
import dev.fcp.eventlog.journal.ArchivePolicy;
import dev.fcp.eventlog.journal.ArchiveStatus;
import dev.fcp.eventlog.journal.ArchivedObject;
import dev.fcp.eventlog.journal.Disk;
import dev.fcp.eventlog.journal.FolderArchive;
import dev.fcp.eventlog.journal.JournalException;
import dev.fcp.verbs.Languages;
import dev.fcp.verbs.run.Response.Line;
import dev.fcp.verbs.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code fcp archive FILE}: moves old records to cold storage. */
@Command(
    name = "archive",
    description = {
      "Moves old records of a history to another folder, which can be on a slower disk.",
      "They stay part of the history and are read from there. Opening, editing and",
      "undo of 100 steps need no archive. Nothing moves without this command."
    },
    footer = {
      "",
      "Example: fcp archive shop.drawio --to /mnt/cold",
      "         fcp archive shop.drawio --older-than 90d",
      "         fcp archive shop.drawio --at /media/cold"
    })
final class ArchiveCommand extends FileCommand {

  private static final Duration DEFAULT_AGE = Duration.ofDays(30);

  /** What the command does; without one of them, it moves to the archive that is remembered. */
  static final class Choice {
    @Option(
        names = "--to",
        paramLabel = "DIR",
        description = "Makes this folder the archive, remembers it, and moves records there.")
    private @Nullable String to;

    @Option(
        names = "--at",
        paramLabel = "DIR",
        description = "The archive is in this folder now. Moves nothing.")
    private @Nullable String at;

    @Option(
        names = "--status",
        description = "Shows the archive, its objects, and which are missing.")
    private boolean status;
  }

  @ArgGroup(exclusive = true, multiplicity = "0..1")
  private Choice choice = new Choice();

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      converter = AgeConverter.class,
      description = {
        "Keeps younger records, such as 30d, 12h or 30m.",
        "Default: 30d if neither of the next options is given."
      })
  private @Nullable Duration olderThan;

  @Option(names = "--keep-records", paramLabel = "N", description = "Keeps the newest N records.")
  private @Nullable Long keptRecords;

  @Option(
      names = "--keep-bytes",
      paramLabel = "N",
      description = "Keeps the newest records up to N bytes on the disk.")
  private @Nullable Long keptBytes;

  @Option(names = "--dry-run", description = "Shows what would move.")
  private boolean isDryRun;

  ArchiveCommand(Console console, Languages languages) {
    super(console, languages);
  }

  /** Reads an age such as 30d. */
  static final class AgeConverter implements ITypeConverter<Duration> {

    private static final Pattern AGE = Pattern.compile("(\\d{1,6})([dhm])");

    @Override
    public Duration convert(String text) {
      Matcher age = AGE.matcher(text);
      if (!age.matches()) {
        throw new TypeConversionException("\"%s\" is not an age such as 30d".formatted(text));
      }
      long count = Long.parseLong(age.group(1));
      return switch (age.group(2)) {
        case "d" -> Duration.ofDays(count);
        case "h" -> Duration.ofHours(count);
        default -> Duration.ofMinutes(count);
      };
    }
  }

  @Override
  public Integer call() {
    return history().open(this::run).code();
  }

  private ExitCode run(Workspace<?, ?> workspace) {
    Document<?, ?> document = workspace.document().orElseThrow();
    if (choice.status) {
      return showStatus(document);
    }
    if (choice.at != null) {
      try {
        document.setArchive(absolute(choice.at).toString());
      } catch (JournalException e) {
        return refuse("! " + e.getMessage());
      }
      return print("! the archive of %s is %s".formatted(file(), choice.at));
    }
    return choice.to == null ? move(document) : moveTo(document, absolute(choice.to));
  }

  private Path absolute(String folder) {
    return console().folder().resolve(folder).toAbsolutePath().normalize();
  }

  private ExitCode print(String line) {
    console().out().println(Line.of(line).text());
    return ExitCode.DONE;
  }

  private ExitCode refuse(String... lines) {
    return console().printError(ExitCode.REFUSED, lines);
  }

  private ExitCode moveTo(Document<?, ?> document, Path folder) {
    Optional<String> place = document.archivePlace();
    if (place.isPresent() && !place.get().equals(folder.toString())) {
      return refuse(
          "! %s has the archive %s".formatted(file(), place.get()),
          "! copy its files to the other folder, then: fcp archive %s --at DIR".formatted(file()));
    }
    Path own = absolute(file());
    if (folder.startsWith(own) || folder.startsWith(own.resolveSibling(".fcp"))) {
      return refuse("! %s is inside of what it would be the archive of".formatted(folder));
    }
    if (place.isEmpty() && !isDryRun) {
      try {
        FolderArchive unused = FolderArchive.create(Disk.system(), folder);
      } catch (IOException e) {
        throw new JournalException("archive %s: cannot be created: %s".formatted(folder, e), e);
      }
      document.setArchive(folder.toString());
    }
    return isDryRun ? show(document, folder.toString()) : move(document);
  }

  private ExitCode move(Document<?, ?> document) {
    Optional<String> place = document.archivePlace();
    if (place.isEmpty()) {
      return refuse(
          "! %s has no archive".formatted(file()),
          "! choose a folder: fcp archive %s --to DIR".formatted(file()));
    }
    return isDryRun
        ? show(document, place.get())
        : print("moved", document.session().archive(policy()), place.get());
  }

  private ExitCode show(Document<?, ?> document, String place) {
    return print("would move", document.session().archivable(policy()), place);
  }

  private ArchivePolicy policy() {
    boolean isDefault = olderThan == null && keptRecords == null && keptBytes == null;
    Duration minAge = olderThan == null ? Duration.ZERO : olderThan;
    return ArchivePolicy.everything()
        .withMinAge(isDefault ? DEFAULT_AGE : minAge)
        .withMinRecords(keptRecords == null ? 0 : keptRecords)
        .withMinBytes(keptBytes == null ? 0 : keptBytes);
  }

  private ExitCode print(String verb, List<ArchivedObject> objects, String place) {
    return print(
        objects.isEmpty()
            ? "! %s nothing to %s: only full segments move, when all of their records are old enough"
                .formatted(verb, place)
            : "! %s records %d to %d to %s: %d bytes"
                .formatted(
                    verb,
                    objects.getFirst().firstRecord(),
                    objects.getLast().lastRecord(),
                    place,
                    objects.stream().mapToLong(ArchivedObject::sizeBytes).sum()));
  }

  /** Shows the archive; {@link ExitCode#BROKEN} if an object is missing. */
  private ExitCode showStatus(Document<?, ?> document) {
    ArchiveStatus status = document.archiveStatus().orElseThrow();
    print(
        status
            .place()
            .map(place -> "! archive: " + place)
            .orElse("! %s has no archive".formatted(file())));
    for (ArchivedObject object : status.objects()) {
      print(
          "! records %d to %d%s: %s, %d bytes%s"
              .formatted(
                  object.firstRecord(),
                  object.lastRecord(),
                  object.isPruned() ? ", pruned" : "",
                  object.name(),
                  object.sizeBytes(),
                  status.missing().contains(object) ? ", missing" : ""));
    }
    print("! %d bytes of records are beside the file".formatted(status.localBytes()));
    return status.missing().isEmpty()
        ? ExitCode.DONE
        : console()
            .printError(
                ExitCode.BROKEN,
                "! %d objects are missing".formatted(status.missing().size()),
                missingAdvice(file()));
  }

  /** What to do if an object is missing. */
  static String missingAdvice(String file) {
    return "! if the archive is in another folder now: fcp archive %s --at DIR".formatted(file);
  }
}
