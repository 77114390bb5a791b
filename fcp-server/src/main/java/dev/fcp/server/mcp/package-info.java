/** A server for the Model Context Protocol, with tools for each domain. */
@NullMarked
package dev.fcp.server.mcp;

import org.jspecify.annotations.NullMarked;
