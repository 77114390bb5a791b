/** Operations and queries carried out: many texts in, one answer out. */
package dev.fcp.verbs.run;
