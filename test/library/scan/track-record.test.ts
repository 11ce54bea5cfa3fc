/** What the library keeps of a tag. */
import t from 'tap';
import { pictureEnding, trackRecord } from '../../../src/library/scan/track-record.js';
import { fallbackTag, type TrackTag } from '../../../src/tags/track-tag.js';

const recordOf = (known: Partial<TrackTag>) => trackRecord({ ...fallbackTag('/a.mp3'), ...known });
const bySorts = (artistSorts: readonly string[], artists: readonly string[], known: Partial<TrackTag> = {}) =>
  recordOf({ artist: 'X', artists, artistSorts, ...known }).artistSorts;

t.test('a missing artist or album artist is replaced by the other, else by a fixed name', async (t) => {
  for (const [known, artistName, artists, albumArtist, namesAlbumArtist] of [
    [{}, 'Unknown Artist', ['Unknown Artist'], 'Unknown Artist', false],
    [{ artist: 'X' }, 'X', ['X'], 'X', false],
    [{ albumArtist: 'Z' }, 'Z', ['Z'], 'Z', true],
    [{ artist: 'X', albumArtist: 'Z' }, 'X', ['X'], 'Z', true],
    [{ artist: 'X & Y', artists: ['X', 'Y'] }, 'X & Y', ['X', 'Y'], 'X', false],
    [{ artist: 'X', compilation: true }, 'X', ['X'], 'Various Artists', true],
    [{ artist: 'X', albumArtist: 'Z', compilation: true }, 'X', ['X'], 'Z', true],
  ] as const) {
    const found = recordOf(known);
    t.strictSame(
      [found.artistName, found.artists, found.albumArtist, found.namesAlbumArtist],
      [artistName, artists, albumArtist, namesAlbumArtist],
      JSON.stringify(known),
    );
  }
});

t.test('each genre is kept once, and an album without a name has one', async (t) => {
  t.strictSame(recordOf({ genres: ['A', 'B', 'A'] }).genres, ['A', 'B']);
  t.strictSame(recordOf({ genres: ['A', 'A'] }).genres, ['A']);
  t.strictSame([recordOf({}).album, recordOf({ album: 'L' }).album], ['Unknown album', 'L']);
});

t.test('artists are sorted as the tag says where it is clear whose each text is', async (t) => {
  for (const [what, found, expected] of [
    ['one for each', bySorts(['x', 'y'], ['X', 'Y']), ['x', 'y']],
    ['all in one text', bySorts(['x; y'], ['X; Y']), ['x', 'y']],
    ['too few', bySorts(['x'], ['X', 'Y']), []],
    ['too many', bySorts(['x', 'y'], ['X']), []],
    ['none', bySorts([], ['X']), []],
    ['that of the album artist', bySorts([], ['X', 'Z'], { albumArtist: 'Z', albumArtistSort: 'z' }), ['', 'z']],
    [
      'too few, and the album artist',
      bySorts(['x'], ['Z', 'X'], { albumArtist: 'Z', albumArtistSort: 'z' }),
      ['z', ''],
    ],
    ['those of the artists first', bySorts(['x'], ['Z'], { albumArtist: 'Z', albumArtistSort: 'z' }), ['x']],
  ] as const) {
    t.strictSame(found, expected, what);
  }
});

t.test('a picture has the ending of its type, whatever its case', async (t) => {
  for (const [mime, ending] of [
    ['image/jpeg', 'jpg'],
    ['image/jpg', 'jpg'],
    ['IMAGE/PNG', 'png'],
    ['image/gif', 'gif'],
    ['image/bmp', 'bmp'],
    ['image/webp', 'webp'],
    ['image/tiff', 'tiff'],
    ['image/svg+xml', undefined],
    ['', undefined],
  ] as const) {
    t.equal(pictureEnding(mime), ending, mime);
  }
});
