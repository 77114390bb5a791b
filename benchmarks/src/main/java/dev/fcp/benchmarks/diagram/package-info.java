/** Reading and editing diagrams beside bare readers of XML. */
@NullMarked
package dev.fcp.benchmarks.diagram;

import org.jspecify.annotations.NullMarked;
