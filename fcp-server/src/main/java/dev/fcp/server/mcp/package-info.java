/** Domains as tools of the Model Context Protocol, served over two streams. */
@NullMarked
package dev.fcp.server.mcp;

import org.jspecify.annotations.NullMarked;
