package dev.fcp.drawio.diagram;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The document as a whole; every diagram has exactly one, with the key {@link
 * DiagramKey#document()}.
 *
 * @param form the root element of the file
 * @param attributes the attributes of {@code <mxfile>}, without {@link #VOLATILE_ATTRIBUTES}; empty
 *     in a bare model
 * @param extras child elements of {@code <mxfile>} that are not pages, as XML text; empty in a bare
 *     model
 */
public record DocumentRoot(FileForm form, Attributes attributes, List<String> extras)
    implements DiagramEntity {

  /**
   * Attributes of {@code <mxfile>} that describe the last save rather than the document. They are
   * kept in the source only. {@code pages} is the number of pages and is updated on writing.
   */
  public static final Set<String> VOLATILE_ATTRIBUTES =
      ImmutableSet.of("modified", "etag", "agent", "userAgent", "host", "compressed", "pages");

  /** The document of a new file. */
  public static final DocumentRoot EMPTY =
      new DocumentRoot(FileForm.MXFILE, Attributes.NONE, ImmutableList.of());

  /** The root element of a file. */
  public enum FileForm {
    /** {@code <mxfile>} with any number of pages. */
    MXFILE,
    /**
     * {@code <mxGraphModel>}: exactly one page, which has a model but, for lack of a {@code
     * <diagram>}, no id, attributes or extras. A step that adds any of these must also change the
     * form to {@link #MXFILE}; otherwise the document cannot be written.
     */
    BARE_MODEL
  }

  public DocumentRoot {
    Objects.requireNonNull(form, "form");
    Objects.requireNonNull(attributes, "attributes");
    extras = ImmutableList.copyOf(extras);
    for (String name : VOLATILE_ATTRIBUTES) {
      if (attributes.hasValue(name)) {
        throw new IllegalArgumentException(
            "the volatile attribute " + name + " is not part of the document");
      }
    }
    if (form == FileForm.BARE_MODEL && !(attributes.isEmpty() && extras.isEmpty())) {
      throw new IllegalArgumentException("a bare model cannot have " + attributes + extras);
    }
  }

  /** A copy with another form. */
  public DocumentRoot withForm(FileForm form) {
    return new DocumentRoot(form, attributes, extras);
  }

  /** A copy with other attributes. */
  public DocumentRoot withAttributes(Attributes attributes) {
    return new DocumentRoot(form, attributes, extras);
  }

  @Override
  public DocumentRoot content() {
    return this;
  }
}
