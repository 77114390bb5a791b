/**
 * Songs: what a MIDI file holds, as entities that are edited one by one.
 *
 * <p>The truth of a song is the ordered list of messages of each of its tracks. The model is an
 * {@link dev.fcp.eventlog.entity.EntityModel} of {@link dev.fcp.midi.song.SongKey}s and {@link
 * dev.fcp.midi.song.SongEntity SongEntities}; it stands for those lists, one to one:
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
 * <p>A {@link dev.fcp.midi.song.Note} stands for the two messages that reading pairs: in each
 * track, by channel and pitch, the first note-off ends the first note-on that is still open. A
 * note-on or note-off that finds no partner is a {@link dev.fcp.midi.song.SingleMessage}. An edit
 * after which a reader of the file would pair differently is refused. {@link
 * dev.fcp.midi.song.TrackMessages} makes entities of a list of messages, and the list of entities.
 *
 * <p>Time is counted in ticks from the start of the track, whole numbers from 0 to {@link
 * dev.fcp.midi.song.MessagePosition#MAX_TICK}; where several messages have one tick, their order is
 * kept by {@link dev.fcp.eventlog.entity.OrderKey}s. Ids are not in the file: they are derived on
 * reading (tick, pitch and number) and stay with an entity for the life of a document. They, and
 * order keys, are no content: two songs are the same if their messages are.
 */
package dev.fcp.midi.song;
