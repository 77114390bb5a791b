/** Journals in a PostgreSQL database: {@link dev.fcp.postgres.PostgresJournals} opens them. */
package dev.fcp.postgres;
