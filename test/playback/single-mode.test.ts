/** Where single mode ends playing: after each track, or where the album or artist changes. */
import t from 'tap';
import { differBy } from '../../src/playback/single-mode.js';

const TRAITS = { album: 'a', albumArtist: 'b', artist: 'b', composer: 'c', work: 'd', genre: 'e' };

t.test('two tracks of one album differ as tracks, never when single mode is off', async (t) => {
  t.equal(differBy('track', TRAITS, TRAITS), true);
  t.equal(differBy('off', TRAITS, TRAITS), false);
});
