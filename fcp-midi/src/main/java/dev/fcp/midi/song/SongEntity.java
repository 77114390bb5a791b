package dev.fcp.midi.song;

/**
 * An entity of a song: the header, a track, a note or another message of a track, or an unknown
 * chunk. Immutable.
 */
public sealed interface SongEntity permits SongHeader, Track, Chunk, Note, SingleMessage {}
