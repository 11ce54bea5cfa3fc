/** What the tracks of an album say of it together. */
import t from 'tap';
import { factsOfTracks, textsOfRecords, type TrackTexts } from '../../../src/library/scan/album-facts.js';
import { trackRecord } from '../../../src/library/scan/track-record.js';
import { fallbackTag } from '../../../src/tags/track-tag.js';

const TRACK: TrackTexts = {
  ...{ key: 1, title: 'A', artist: 'X', albumArtist: 'X', isNamed: 0, year: 0, yearString: '' },
};
const FACTS = { title: 'A', artist: 'X', year: 0, yearString: '' };

for (const [what, tracks, facts] of [
  ['one track', [{}], {}],
  ['the most frequent title', [{ title: 'B' }, {}, {}], {}],
  ['the first of equally frequent titles', [{ title: 'B' }, {}], { title: 'B' }],
  ['the most frequent year that is known', [{}, {}, { year: 1999 }, { year: 2001 }, { year: 2001 }], { year: 2001 }],
  ['the first of equally frequent years', [{ year: 1999 }, { year: 2001 }], { year: 1999 }],
  [
    'the text of that year alone',
    [
      { year: 2001, yearString: '2001-02' },
      { year: 2001, yearString: '2001-02' },
      { year: 1999, yearString: '1999' },
      { year: 1999 },
      { year: 1999, yearString: '' },
    ],
    { year: 1999, yearString: '1999' },
  ],
  ['the artist whom a tag names', [{}, { albumArtist: 'Y', isNamed: 1 }, {}], { artist: 'Y' }],
  ['the artist whom an older version found', [{}, { albumArtist: 'Y', isNamed: 2 }], { artist: 'Y' }],
  ['the most frequent of those', ['Z', 'Y', 'Y'].map((albumArtist) => ({ albumArtist, isNamed: 1 })), { artist: 'Y' }],
  ['the artist of all tracks, where no tag names one', [{ albumArtist: 'Y' }, {}], {}],
  ['various artists', [{ artist: 'Y' }, {}], { artist: 'Various Artists' }],
] as const satisfies readonly (readonly [string, readonly Partial<TrackTexts>[], Partial<typeof FACTS>])[]) {
  t.test(`an album is of ${what}`, async (t) => {
    t.strictSame(factsOfTracks(tracks.map((known) => ({ ...TRACK, ...known }))), { ...FACTS, ...facts });
  });
}

t.test('tracks that were read come in the order of the album, disc by disc', async (t) => {
  const numbers = [
    [2, 1],
    [1, 10],
    [1, 2],
    [0, 5],
  ] as const;
  const records = numbers.map(([discNumber, trackNumber]) =>
    trackRecord({
      ...fallbackTag('/a.mp3'),
      ...{ discNumber, trackNumber, album: `${discNumber}-${trackNumber}`, artists: ['X', 'Y'], albumArtist: 'Z' },
      ...{ year: 1999, yearString: '1999' },
    }),
  );
  t.strictSame(
    textsOfRecords(records),
    ['0-5', '1-2', '1-10', '2-1'].map((title) => ({
      ...{ key: 0, title, albumArtist: 'Z', isNamed: 1, artist: 'X', year: 1999, yearString: '1999' },
    })),
  );
});
