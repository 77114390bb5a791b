/**
 * The entities of a song: the content of a MIDI file as immutable values.
 *
 * <p>A song is the ordered list of messages of each of its tracks. The model is an {@link
 * dev.fcp.eventlog.entity.EntityModel} of {@link dev.fcp.midi.song.SongKey}s and {@link
 * dev.fcp.midi.song.SongEntity SongEntities}; it corresponds to those lists one to one:
 *
 * <pre>
 * song                                      key            entity
 *   header: format, division, wrapper       header         SongHeader   one, always
 *   track 1                                 track T        Track        in order among the chunks
 *     message at a tick                     message T M    SingleMessage
 *     note on ... note off                  message T N    Note         one entity for two messages
 *   chunk of an unknown type                chunk C        Chunk        in order among the tracks
 * </pre>
 *
 * <p>A {@link dev.fcp.midi.song.Note} represents two messages that are paired on reading: in each
 * track, by channel and pitch, the first note-off ends the first note-on that is still open. A
 * note-on or note-off without a partner is a {@link dev.fcp.midi.song.SingleMessage}. A change
 * after which a reader of the file would pair notes differently is refused. {@link
 * dev.fcp.midi.song.TrackMessages} converts a list of messages to entities and back.
 *
 * <p>Time is measured in ticks from the start of the track, from 0 to {@link
 * dev.fcp.midi.song.MessagePosition#MAX_TICK}; messages with the same tick are ordered by {@link
 * dev.fcp.eventlog.entity.OrderKey}s. Ids are not stored in the file: they are derived on reading
 * (from tick, pitch and ordinal) and stay with an entity for the life of a document. Neither ids
 * nor order keys are content: two songs are equal if their messages are.
 */
package dev.fcp.midi.song;
