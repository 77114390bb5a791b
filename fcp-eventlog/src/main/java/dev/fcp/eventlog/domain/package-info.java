/** What a kind of document brings to the engine: its algebra, digest, codecs and file format. */
package dev.fcp.eventlog.domain;
