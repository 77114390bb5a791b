/**
 * Workspaces: open documents and the session actions on them, such as open, save, undo and
 * rollback.
 */
package dev.fcp.verbs.workspace;
