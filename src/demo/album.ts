/** What an album of the demo library is: notes for the synthesizer, a scene for the painter, tags for the encoder. */

/** How an album is played: slow pads and an electric piano, or arpeggios over bass and soft drums. */
export type Style = 'calm' | 'driving';

/** The pictures of the demo library: an evening harbour, and paper satellites round a planet. */
export type Scene = 'harbour' | 'orbit';

export interface DemoTrack {
  readonly title: string;
  readonly beatsPerMinute: number;
  readonly bars: number;
  /** MIDI note number of the tonic. */
  readonly tonic: number;
  /** One chord a bar, as scale degrees from 0, repeated until the bars are full. */
  readonly chords: readonly number[];
  readonly seed: number;
}

export interface DemoAlbum {
  readonly artist: string;
  readonly title: string;
  readonly year: number;
  /** A name from ID3v1's list, so that every reader shows the same. */
  readonly genre: string;
  readonly style: Style;
  readonly scene: Scene;
  readonly tracks: readonly DemoTrack[];
}
