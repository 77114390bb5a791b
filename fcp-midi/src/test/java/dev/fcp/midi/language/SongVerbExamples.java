package dev.fcp.midi.language;

import dev.fcp.spec.verbs.VerbContract.SuccessExample;
import java.util.List;

/** Successful operations on the {@link SongUnderTest#waltz waltz}. */
final class SongVerbExamples {

  private static final String TABLE =
      """
      note Piano C4 at:3 = + note C4 #n2880.60 in track "Piano" at 3.1, quarter, velocity 80
      note piano 60 at:3.2.120 dur:16th vel:ff = + note C4 #n3480.60 in track "Piano" at 3.2.120, sixteenth, velocity 112
      note #t2 Bb3 D4 F4 at:3,4 dur:dotted-half vel:mp = + 6 notes A#3 D4 F4 in track "Piano" at 3.1, 4.1, dotted-half, velocity 64
      note Piano C4 t:2881 dur:t:7 = + note C4 #n2881.60 in track "Piano" at 3.1.1, t:7, velocity 80
      note Piano G5 at:1.3 dur:2bars = + note G5 #n960.79 in track "Piano" at 1.3, dotted-whole, velocity 80
      note Drums snare hihat at:1.2,1.3 dur:eighth = + 4 notes snare hihat in track "Drums" at 1.2, 1.3, eighth, velocity 80
      note Waltz C4 at:1 = + note C4 #n0.60 in track "Waltz" at 1.1, quarter, velocity 80
      note Piano kick at:3 channel:10 = + note kick #n2880.36 in track "Piano" at 3.1, quarter, velocity 80
      remove @track:Piano @range:2 = - 5 notes in track "Piano"
      remove @pitch:F#5 = - 3 notes in track "Piano"
      remove @pitch:D3-A3 @not:range:1 = - 3 notes in track "Piano"
      remove @all = - 12 notes in track "Piano", track "Drums"
      remove #n0.78 = - note F#5 #n0.78 at 1.1 in track "Piano"
      remove #m0.0 @track:Drums = - track-name "Drums" #m0.0 at 1.1 in track "Drums"
      remove cc bends @all = - 2 messages in track "Piano"
      remove markers @range:2 = - marker "End" #m1440.0 at 2.1 in track "Waltz"
      remove tempos @all = - tempo 120 #m0.1 at 1.1 in track "Waltz"
      remove time-sigs @all = - time-sig 3/4 #m0.2 at 1.1 in track "Waltz"
      remove key-sigs @all = - key-sig D major #m0.3 at 1.1 in track "Waltz"
      remove programs @channel:10 = - program drum kit 1 #m0.1 at 1.1 in track "Drums"
      remove everything @track:Piano = - 10 notes and 3 other messages in track "Piano"
      move by:1bar @track:Piano = @ 10 notes in track "Piano": moved to 2.1
      move by:-eighth @range:2 = @ 6 notes in track "Piano", track "Drums": moved to 1.3.240
      move to:4.2 @range:2 @track:Piano = @ 5 notes in track "Piano": moved to 4.2
      move to:t:7 @pitch:A5 = * note A5 in track "Piano" #n1440.81: moved to 1.1.7
      transpose 12 @track:Piano = @ 10 notes in track "Piano": transposed by +12
      transpose -4 @pitch:F#3 = @ 2 notes in track "Piano": transposed by -4
      velocity 100 @all = @ 12 notes in track "Piano", track "Drums": velocity 100
      velocity ppp @track:Drums = @ 2 notes in track "Drums": velocity 16
      velocity +31 @all = @ 12 notes in track "Piano", track "Drums": velocity +31
      velocity -63 @track:Piano = @ 10 notes in track "Piano": velocity -63
      length eighth @track:Piano = @ 10 notes in track "Piano": length eighth
      length 1bar @pitch:A5 = * note A5 in track "Piano" #n1440.81: length 1bar
      track add Bass = + track "Bass" #t4, channel 2, program 1 "Acoustic Grand Piano"
      track add "Slap bass" program:37 channel:1 = + track "Slap bass" #t4, channel 1, program 37 "Slap Bass 1"
      track add Perc program:1 channel:10 = + track "Perc" #t4, channel 10, program drum kit 1
      track remove Piano = - track "Piano", with 10 notes and 4 other messages
      track remove waltz = - track "Waltz", with 0 notes and 5 other messages
      track rename Piano "Grand \\"P\\" \u00fc" = * track "Piano" is "Grand \\"P\\" \u00fc"
      track rename Drums "" = * track "Drums" has no name
      mute Piano = * track "Piano" is muted in FCP; other players ignore this
      solo drums ON = * track "Drums" plays alone in FCP; other players ignore this
      title "Other" = * title "Other"
      program Piano violin = * program 41 "Violin" in track "Piano" at 1.1
      program Piano 128 at:2 = + program 128 "Gunshot" in track "Piano" at 2.1
      program Drums 9 = * program drum kit 9 in track "Drums" at 1.1
      cc Piano volume 100 at:1 = + cc 7 (volume) = 100 in track "Piano" at 1.1
      cc Piano 64 off at:1 = * cc 64 (sustain) = 0 in track "Piano" at 1.1
      cc Piano 3 7 t:5 = + cc 3 = 7 in track "Piano" at 1.1.5
      bend Piano -8192 at:1 = + bend -8192 in track "Piano" at 1.1
      bend Piano center at:2.3 = * bend 0 in track "Piano" at 2.3
      tempo 90 = * tempo 90 at 1.1
      tempo 132.5 at:2 = + tempo 132.5 at 2.1
      time-sig 4/4 at:3 = + time-sig 4/4 at 3.1
      time-sig 6/8 = * time-sig 6/8 at 1.1
      key-sig Dm = * key-sig D minor at 1.1
      key-sig Bb major at:2 = + key-sig Bb major at 2.1
      marker Coda at:2 = * marker "Coda" at 2.1
      marker "Verse 2" at:3 track:Piano = + marker "Verse 2" at 3.1
      """;

  private SongVerbExamples() {}

  static List<SuccessExample> all() {
    return SuccessExample.parseTable(TABLE);
  }
}
