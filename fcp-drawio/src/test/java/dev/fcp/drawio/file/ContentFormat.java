package dev.fcp.drawio.file;

import dev.fcp.eventlog.domain.DocumentFormat.ReadResult;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Readable;
import dev.fcp.eventlog.domain.DocumentFormat.ReadResult.Unreadable;

/** The file format with {@link DiagramContent} as the model, for tests without a domain. */
final class ContentFormat {

  private static final DrawioFormat<DiagramContent> STANDARD = with(DrawioLimits.standard());

  private ContentFormat() {}

  static DrawioFormat<DiagramContent> standard() {
    return STANDARD;
  }

  static DrawioFormat<DiagramContent> with(DrawioLimits limits) {
    return new DrawioFormat<>(limits, DiagramContent::of, DiagramContent::entities);
  }

  static DiagramContent read(byte[] bytes) {
    ReadResult<DiagramContent> result = standard().read(bytes);
    return switch (result) {
      case Readable<DiagramContent>(var model, var source) -> model;
      case Unreadable<DiagramContent> refused -> throw new AssertionError(refused.toString());
    };
  }
}
