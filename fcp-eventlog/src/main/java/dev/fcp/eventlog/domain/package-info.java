/**
 * The interface between the engine and a document type: its events and operations, digest, codecs
 * and file format.
 */
package dev.fcp.eventlog.domain;
