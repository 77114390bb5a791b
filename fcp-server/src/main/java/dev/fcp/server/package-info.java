/** The program {@code fcp}: the command line and the MCP server for the installed domains. */
@NullMarked
package dev.fcp.server;

import org.jspecify.annotations.NullMarked;
