/**
 * Forms of verbs, queries and session actions, which declare, check and document their arguments.
 */
package dev.fcp.verbs.form;
