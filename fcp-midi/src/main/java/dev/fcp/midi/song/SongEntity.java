package dev.fcp.midi.song;

/**
 * What a song is made of: its header, its tracks with their notes and other messages, and chunks
 * that are none of these. Immutable.
 */
public sealed interface SongEntity permits SongHeader, Track, Chunk, Note, SingleMessage {}
