/** What the path of a file fills into its tag, and what it leaves alone. */
import t from 'tap';
import { completeTag } from '../../../src/library/scan/folder-scan.js';
import { familyOf } from '../../../src/tags/path-names.js';
import { fallbackTag, type TrackTag } from '../../../src/tags/track-tag.js';

const VOLUME = '/music';
const FOLDER = `${VOLUME}/Nova/Moons (1999)`;
const DISC = `${FOLDER}/CD 2`;
const NAMED = { title: 'T', hasTitle: true, artist: 'X', artists: ['X'], album: 'Y' } as const;

/** The file `1-07 Title.mp3` of a folder, by a tag of which nothing else is known. */
function completed(known: Partial<TrackTag>, folder: string, name = '1-07 Title.mp3') {
  const path = `${folder}/${name}`;
  const { tag, isUntagged } = completeTag({ ...fallbackTag(path), ...known }, path, familyOf(folder, VOLUME), VOLUME);
  const { artist, artists, album, trackNumber, discNumber, year, yearString } = tag;
  return {
    artist: artists.length === 0 ? artist : `${artist} (${artists.join()})`,
    album,
    number: `${discNumber}-${trackNumber}`,
    year: `${year} ${yearString}`,
    isUntagged,
  };
}

for (const [what, known, folder, expected] of [
  [
    'a file without a tag is named by its path',
    {},
    FOLDER,
    { artist: 'Nova (Nova)', album: 'Moons', number: '1-7', year: '1999 1999', isUntagged: true },
  ],
  [
    'a file that lies in no folder of an album is named by its name alone',
    {},
    VOLUME,
    { artist: '', album: '', number: '1-7', year: '0 ', isUntagged: true },
  ],
  [
    'a title takes no number from the name, and the disc is that of the folder',
    NAMED,
    DISC,
    { artist: 'X (X)', album: 'Y', number: '2-0', year: '0 ', isUntagged: false },
  ],
  [
    'tags win over the file name, and the disc of the name over that of the folder',
    { artist: 'X', album: 'Y' },
    DISC,
    { artist: 'X', album: 'Y', number: '1-7', year: '0 ', isUntagged: false },
  ],
  [
    'numbers of the tag stay',
    { ...NAMED, hasTitle: false, trackNumber: 3, discNumber: 4 },
    DISC,
    { artist: 'X (X)', album: 'Y', number: '4-3', year: '0 ', isUntagged: false },
  ],
  [
    'a numbered track gets the disc of its folder',
    { ...NAMED, trackNumber: 3 },
    DISC,
    { artist: 'X (X)', album: 'Y', number: '2-3', year: '0 ', isUntagged: false },
  ],
  [
    'a numbered track without a title gets the disc of its name',
    { ...NAMED, hasTitle: false, trackNumber: 3 },
    FOLDER,
    { artist: 'X (X)', album: 'Y', number: '1-3', year: '0 ', isUntagged: false },
  ],
  [
    'folders give artist and year only together with the album',
    { title: 'T', hasTitle: true, album: 'Y', trackNumber: 3, discNumber: 1 },
    FOLDER,
    { artist: '', album: 'Y', number: '1-3', year: '0 ', isUntagged: false },
  ],
  [
    'where only the album is missing, the rest of the tag stays',
    { title: 'T', hasTitle: true, artist: 'X', trackNumber: 3, discNumber: 1, year: 2001, yearString: '2001-05-04' },
    FOLDER,
    { artist: 'X', album: 'Moons', number: '1-3', year: '2001 2001-05-04', isUntagged: false },
  ],
  [
    'a year without its text gets one',
    { year: 2001, trackNumber: 3 },
    FOLDER,
    { artist: 'Nova (Nova)', album: 'Moons', number: '1-3', year: '2001 2001', isUntagged: true },
  ],
  [
    'with an album artist in the tag the folder gives no artist',
    { albumArtist: 'Z', trackNumber: 3 },
    FOLDER,
    { artist: '', album: 'Moons', number: '1-3', year: '1999 1999', isUntagged: false },
  ],
  [
    'an album alone makes a file a tagged one',
    { album: 'Y' },
    FOLDER,
    { artist: '', album: 'Y', number: '1-7', year: '0 ', isUntagged: false },
  ],
  [
    'so does a title',
    { title: 'T', hasTitle: true },
    FOLDER,
    { artist: 'Nova (Nova)', album: 'Moons', number: '0-0', year: '1999 1999', isUntagged: false },
  ],
] as const satisfies readonly (readonly [string, Partial<TrackTag>, string, ReturnType<typeof completed>])[]) {
  t.test(what, async (t) => t.strictSame(completed(known, folder), expected));
}

t.test('a tag that says all of it is handed on as it is', async (t) => {
  const path = `${FOLDER}/1-07 Title.mp3`;
  for (const [tag, isSame] of [
    [{ ...fallbackTag(path), ...NAMED, trackNumber: 3 }, true],
    [{ ...fallbackTag(path), ...NAMED, hasTitle: false, trackNumber: 3, discNumber: 1 }, true],
    [{ ...fallbackTag(path), ...NAMED, hasTitle: false, trackNumber: 3 }, false],
    [{ ...fallbackTag(path), ...NAMED, discNumber: 1 }, false],
  ] as const) {
    const { tag: found } = completeTag(tag, path, familyOf(FOLDER, VOLUME), VOLUME);
    t.equal(found === tag, isSame);
  }
});
