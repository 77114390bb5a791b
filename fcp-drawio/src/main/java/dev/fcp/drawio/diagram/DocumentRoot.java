package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The document as a whole; there is one, under {@link DiagramKey#document()}.
 *
 * @param form how the file begins
 * @param attributes of {@code <mxfile>}, without {@link #VOLATILE_ATTRIBUTES}; none in a bare model
 * @param extras elements in {@code <mxfile>} that are no page, as they stand in the file; none in a
 *     bare model
 */
public record DocumentRoot(FileForm form, Attributes attributes, List<String> extras)
    implements DiagramEntity {

  /**
   * Attributes of {@code <mxfile>} that describe the last save and not the document: they belong to
   * the source. {@code pages} is the number of pages and follows it.
   */
  public static final Set<String> VOLATILE_ATTRIBUTES =
      ImmutableSet.of("modified", "etag", "agent", "userAgent", "host", "compressed", "pages");

  /** The document of a new file. */
  public static final DocumentRoot EMPTY =
      new DocumentRoot(FileForm.MXFILE, Attributes.NONE, ImmutableList.of());

  /** How a file begins. */
  public enum FileForm {
    /** {@code <mxfile>} with any number of pages. */
    MXFILE,
    /**
     * {@code <mxGraphModel>} itself: exactly one page, which has a model but neither id nor
     * attributes nor extras of its own {@code <diagram>}. Whoever gives it more makes the document
     * an {@link #MXFILE} in the same step; nothing else can be written.
     */
    BARE_MODEL
  }

  public DocumentRoot {
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(attributes, "attributes");
    extras = ImmutableList.copyOf(extras);
    for (String name : VOLATILE_ATTRIBUTES) {
      if (attributes.hasValue(name)) {
        throw new IllegalArgumentException("the attribute " + name + " belongs to the source");
      }
    }
    if (form == FileForm.BARE_MODEL && !(attributes.isEmpty() && extras.isEmpty())) {
      throw new IllegalArgumentException("a bare model has no place for " + attributes + extras);
    }
  }

  /** The same document in another form. */
  public DocumentRoot withForm(FileForm form) {
    return new DocumentRoot(form, attributes, extras);
  }

  /** The same document with other attributes. */
  public DocumentRoot withAttributes(Attributes attributes) {
    return new DocumentRoot(form, attributes, extras);
  }

  @Override
  public DocumentRoot content() {
    return this;
  }
}
