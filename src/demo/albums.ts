/** The albums of the demo library as data: notes for the synthesizer, a scene for the cover, tags for the encoder. */

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

/** Two albums by two invented artists, each track 10 to 30 seconds long. */
export const DEMO_ALBUMS: readonly DemoAlbum[] = [
  {
    artist: 'Marlow Tide',
    title: 'Harbour Lights',
    year: 2023,
    genre: 'Ambient',
    style: 'calm',
    scene: 'harbour',
    tracks: [
      { title: 'First Ferry', beatsPerMinute: 76, bars: 8, tonic: 50, chords: [0, 5, 3, 4], seed: 11 },
      { title: 'Salt on the Window', beatsPerMinute: 84, bars: 6, tonic: 53, chords: [0, 4, 5], seed: 12 },
      { title: 'Slack Water', beatsPerMinute: 66, bars: 4, tonic: 48, chords: [3, 0, 4, 5], seed: 13 },
      { title: 'Lanterns, Going Home', beatsPerMinute: 80, bars: 8, tonic: 55, chords: [0, 2, 3, 4], seed: 14 },
    ],
  },
  {
    artist: 'Nova Kestrel',
    title: 'Paper Satellites',
    year: 2024,
    genre: 'Electronic',
    style: 'driving',
    scene: 'orbit',
    tracks: [
      { title: 'Launch Window', beatsPerMinute: 112, bars: 12, tonic: 57, chords: [5, 3, 0, 4], seed: 21 },
      { title: 'Telemetry', beatsPerMinute: 120, bars: 8, tonic: 52, chords: [5, 5, 3, 4], seed: 22 },
      { title: 'Fold Along the Line', beatsPerMinute: 104, bars: 4, tonic: 50, chords: [0, 4, 5, 3], seed: 23 },
      { title: 'Low Orbit Lullaby', beatsPerMinute: 96, bars: 10, tonic: 54, chords: [3, 4, 5, 2, 3], seed: 24 },
    ],
  },
];
