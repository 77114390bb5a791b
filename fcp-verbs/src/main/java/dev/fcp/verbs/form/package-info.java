/**
 * The forms of verbs, queries and session actions: declares, checks and documents their arguments.
 */
package dev.fcp.verbs.form;
