package dev.fcp.midi.language;

import dev.fcp.spec.verbs.VerbContract.RefusalExample;
import java.util.List;

/** Refused operations on the {@link SongUnderTest#waltz waltz}. */
final class SongRefusalExamples {

  private static final String TABLE =
      """
      note Piano C4 ¦ note needs at:, such as at:3 (bar), at:3.2 (beat) or t:960 (tick) ¦
      note Piano at:1 ¦ note needs PITCH ¦
      note Paino C4 at:3 ¦ there is no track "Paino" ¦ note Piano C4 at:3
      note Piano H4 at:3 ¦ "H4" is not a pitch; pitches are C4, F#3, Bb5, 60 or kick ¦ note Piano C4 at:3
      note Piano F# at:3 ¦ "F#" is not a pitch ¦
      note Piano C10 at:3 ¦ "C10" is above G9, the highest pitch ¦ note Piano G9 at:3
      note Piano -1 at:3 ¦ "-1" is below C-1, the lowest pitch ¦ note Piano C-1 at:3
      note Piano 128 at:3 ¦ "128" is above G9 ¦ note Piano G9 at:3
      note Piano kick at:3 ¦ kick is a drum, and drums are on channel 10; this is channel 1 ¦
      note Piano C4 at:0 ¦ at:0 is before the song; bars are counted from 1 ¦ note Piano C4 at:1
      note Piano C4 at:3.0 ¦ at:3.0 is before the bar; beats are counted from 1 ¦ note Piano C4 at:3.1
      note Piano C4 at:3.4 ¦ at:3.4 is not in its bar: bar 3 has 3 beats ¦ note Piano C4 at:4.1
      note Piano C4 at:4,3.4 ¦ at:3.4 is not in its bar ¦ note Piano C4 at:4,4.1
      note Piano C4 at:4,x ¦ at:4,x is not a position ¦ note Piano C4 at:4,1
      note Piano C4 at:3.1.480 ¦ at:3.1.480 is not in its beat, which ends before ¦ note Piano C4 at:3.2
      note Piano C4 at:-3 ¦ at:-3 is not a position; positions are 3 (bar), 3.2 (beat), 3.2.120, t:960 ¦ note Piano C4 at:1
      note Piano C4 t:x ¦ t:x is not a position ¦
      note Piano C4 at:3 t:4 ¦ at: and t: are two times ¦
      note Piano C4 at:t:268435456 ¦ at:t:268435456 is after the last tick of a song, t:268435455 ¦ note Piano C4 at:186413
      note Piano C4 t:268435455 ¦ dur:quarter ends after the last tick of a song ¦
      note Piano C4 at:3 dur:qurter ¦ dur:qurter is not a length; lengths are ¦ note Piano C4 at:3 dur:quarter
      note Piano C4 at:3 dur:480 ¦ dur:480 is not a length ¦ note Piano C4 at:3 dur:t:480
      note Piano C4 at:3 dur:0beats ¦ dur:0beats lasts no time ¦ note Piano C4 at:3 dur:1beats
      note Piano C4 at:3 dur:1/7 ¦ dur:1/7 is not a whole number of ticks at 480 ticks per quarter ¦ note Piano C4 at:3 dur:t:274
      note Piano C4 at:3 dur:999999bars ¦ dur:999999bars ends after the last tick ¦ note Piano C4 at:3 dur:t:268432575
      note Piano C4 at:3 vel:0 ¦ vel:0 must be between 1 and 127 ¦ note Piano C4 at:3 vel:1
      note Piano C4 at:3 vel:128 ¦ vel:128 must be between 1 and 127 ¦ note Piano C4 at:3 vel:127
      note Piano C4 at:3 vel:loud ¦ vel:loud is not a velocity; velocities are 1 to 127 or ppp, pp, p, mp, mf, f, ff, fff ¦
      note Piano C4 at:3 channel:17 ¦ channel:17 must be between 1 and 16 ¦ note Piano C4 at:3 channel:16
      note Piano C4 at:3 lenght:half ¦ note does not know the parameter "lenght"; it knows at, t, dur, vel, channel ¦
      note Piano D3 at:1 ¦ track "Piano" has D3 at 1.1 already: #n0.50 ¦
      note Piano D3 at:1.2 ¦ note D3 from 1.2 to 1.3 cannot be told apart from note D3 from 1.1 to 2.1 #n0.50 in track "Piano" ¦
      remove ¦ remove needs a selector such as @track:NAME, @range:3-4 or @all ¦
      remove notes ¦ remove needs a selector ¦
      remove marks @all ¦ remove does not know "marks"; it knows notes, cc, bends, ¦
      remove note A5 at 2.1 ¦ remove does not know "A5"; it knows notes, ¦
      remove note kick at 2.1 in track "Drums" ¦ remove does not know "kick"; it knows notes, ¦
      remove F#5 in bar 1 @track:piano ¦ remove does not know "F#5"; it knows notes, ¦
      remove A5 and C4 ¦ remove does not know "A5"; it knows notes, ¦
      remove markrs at 2.1 ¦ remove does not know "markrs"; it knows notes, ¦
      remove the drums ¦ remove does not know "the"; it knows notes, ¦
      remove @al ¦ remove does not know the selector @al; it knows @track, @channel, @range, @pitch, @all ¦
      remove @everything ¦ remove does not know the selector @everything; it knows @track ¦
      remove @all:x ¦ @all takes no value ¦
      remove @track ¦ @track needs a value: @track:NAME ¦
      remove @track:Pino ¦ there is no track "Pino" ¦
      remove @not:track:Pino ¦ there is no track "Pino" ¦
      remove @track:Waltz ¦ there is no note in @track:Waltz ¦
      remove @track:Piano @range:9 ¦ there is no note in @track:Piano @range:9 ¦
      remove @channel:0 ¦ @channel:0 must be between 1 and 16 ¦
      remove @range:x ¦ @range:x is not a position ¦
      remove @range:1.4 ¦ @range:1.4 is not in its bar: bar 1 has 3 beats ¦
      remove @range:2-1 ¦ @range:2-1 ends before it begins ¦
      remove @range:0-2 ¦ @range:0-2 is before the song ¦
      remove @range:1-2.9 ¦ @range:1-2.9 is not in its bar: bar 2 has 3 beats ¦
      remove @pitch:C5-B2 ¦ @pitch:C5-B2 ends before it begins ¦
      remove @pitch:C3-X4 ¦ @pitch:C3-X4 is not a pitch ¦
      remove @pitch:C-2-C4 ¦ @pitch:C-2-C4 is below C-1, the lowest pitch ¦
      remove @not:all ¦ there is no note in @not:all ¦
      remove #n0.51 ¦ there is no note or message "#n0.51" ¦
      remove #m0.0 ¦ "#m0.0" is in track "Waltz", track "Piano", track "Drums" ¦
      move @all ¦ move needs one of by: and to: ¦
      move by:1bar to:2 @all ¦ move needs one of by: and to: ¦
      move by:1bar ¦ move needs a selector ¦
      move by:-1bar @all ¦ note D3 in track "Piano" at 1.1 would begin before the song ¦
      move by:-qarter @range:2 ¦ by:-qarter is not a length ¦ move by:-quarter @range:2
      move to:3.4 @range:2 ¦ to:3.4 is not in its bar ¦ move to:4.1 @range:2
      move to:t:268435455 @all ¦ note D3 in track "Piano" at 1.1 would end after the last tick ¦ move to:t:268432575 @all
      transpose 12 ¦ transpose needs a selector ¦
      transpose up @all ¦ "up" is not a whole number ¦
      transpose 128 @all ¦ note A5 in track "Piano" #n1440.81 would have no pitch ¦ transpose +46 @all
      transpose 60 @track:Piano ¦ note A5 in track "Piano" #n1440.81 would have no pitch ¦ transpose +46 @track:Piano
      transpose -24 @pitch:F#5 ¦ note F#3 from 1.1 to 1.2 cannot be told apart from note F#3 from 1.1 to 2.1 #n0.54 in track "Piano" ¦
      velocity 128 @all ¦ "128" must be between 1 and 127 ¦ velocity 127 @all
      velocity +50 @all ¦ note A5 in track "Piano" #n1440.81 would have no velocity ¦ velocity +31 @all
      velocity 100 ¦ velocity needs a selector ¦
      length quater @all ¦ "quater" is not a length ¦ length quarter @all
      length half ¦ length needs a selector ¦
      track add Piano ¦ there is a track "Piano" already ¦
      track add "" ¦ the name of the track is empty ¦
      track add "\\ud800" ¦ the name of the track "\\ud800" holds half a character ¦
      track add Bass program:nothing ¦ there is no instrument "nothing" ¦
      track add Bass program:0 ¦ the program "0" must be between 1 and 128 ¦ track add Bass program:1
      track add Slap Bass ¦ track add: unexpected argument Bass ¦ track add "Slap Bass"
      track remove Pano ¦ there is no track "Pano" ¦
      track rename Piano Drums ¦ there is a track "Drums" already ¦
      track delete Piano ¦ track does not know "delete"; it knows add, remove, rename ¦
      mute Pian0 ¦ there is no track "Pian0" ¦
      mute Piano maybe ¦ "maybe" is not on or off ¦
      solo Nobody ¦ there is no track "Nobody" ¦
      title "" ¦ the title is empty ¦
      title Two words ¦ title: unexpected argument words ¦ title "Two words"
      program Piano 129 ¦ the program "129" must be between 1 and 128 ¦ program Piano 128
      program Piano vilin ¦ there is no instrument "vilin" ¦ program Piano Violin
      program Piano synth ¦ "synth" may be any of "Synth Bass 1", "Synth Bass 2", ¦
      cc Piano volume 100 ¦ cc needs at:, such as at:3 (bar), at:3.2 (beat) or t:960 (tick) ¦
      cc Piano volum 128 at:1 ¦ "128" must be between 0 and 127 ¦ cc Piano volum 127 at:1
      cc Piano loudness 100 at:1 ¦ there is no controller "loudness" ¦
      cc Piano 128 100 at:1 ¦ "128" must be between 0 and 127 ¦ cc Piano 127 100 at:1
      bend Piano 8192 at:1 ¦ "8192" must be between -8192 and 8191 ¦ bend Piano 8191 at:1
      bend Piano up at:1 ¦ "up" is not a whole number ¦
      tempo 0 ¦ "0" must be between 4 and 1000 ¦ tempo 4
      tempo fast ¦ "fast" is not a number ¦
      tempo 120 at:2.4 ¦ at:2.4 is not in its bar ¦ tempo 120 at:3.1
      tempo 120 track:Pino ¦ there is no track "Pino" ¦ tempo 120 track:Piano
      time-sig 4/5 ¦ "4/5" has no beat of 1, 2, 4, 8, 16, 32 or 64 ¦ time-sig 4/8
      time-sig 0/4 ¦ "0/4" must have 1 to 64 beats ¦ time-sig 1/4
      time-sig waltz ¦ "waltz" is not a time signature such as 3/4 ¦
      time-sig 4/4 at:2.2 ¦ a time signature begins a bar, and 2.2 is within one ¦ time-sig 4/4 at:2
      key-sig G# ¦ G# has no key signature ¦
      key-sig Db minor ¦ "Db minor" has no key signature ¦
      key-sig H ¦ H is not a key; keys are C, F# minor, Bbm ¦
      marker X ¦ marker needs at:, such as at:3 (bar), at:3.2 (beat) or t:960 (tick) ¦
      marker "" at:1 ¦ the marker is empty ¦
      zzzzzzzzz Web ¦ unknown verb "zzzzzzzzz" ¦
      """;

  private SongRefusalExamples() {}

  static List<RefusalExample> all() {
    return RefusalExample.parseTable(TABLE);
  }
}
