/** What a verb or query may be given: its arguments, declared, checked and shown in one place. */
package dev.fcp.verbs.form;
