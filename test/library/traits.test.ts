/** What single mode compares: by the tag of a file, and by the library where a part of a file is played. */
import { join } from 'node:path';
import t from 'tap';
import { TrackTags } from '../../src/library/tags.js';
import { readTraits } from '../../src/library/traits.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';
import { bundleWorker, EVERYWHERE, makeMp3 } from './fixtures.js';
import { libraryRig } from './rig.js';
import { putOnShelf } from './shelf.js';

const OLD = { title: 'T', album: 'Old', albumArtist: 'Old', artist: 'Old', composer: 'Old', genre: 'Old' };
const SHEET = { album: 'Sheet', albumArtist: 'S', artist: 'Singer', composer: 'Writer', genre: 'Jazz' };
const TAG = { album: 'Tag', albumArtist: 'A', artist: 'Artist', composer: 'C', genre: 'Ambient', work: 'Work' };
const UNKNOWN = { album: '', albumArtist: '', artist: '', composer: '', genre: '', work: '' };

t.test('traits come from the tag of a file, those of its parts from the library', async (t) => {
  const music = await temporaryDirectory(t);
  const workerFile = await bundleWorker(music);
  const tags = new TrackTags({ nativeFile: NATIVE_FILE, paths: EVERYWHERE, workerFile, log: SILENT_LOG });
  t.teardown(() => tags.stop());
  const { library, write } = await libraryRig(t);
  await makeMp3(
    join(music, 'a.mp3'),
    1,
    ...['--id3v2-only', '--ta', 'Artist', '--tl', 'Tag', '--tg', 'Ambient', '--tv', 'TPE2=A', '--tv', 'TCOM=C'],
    ...['--tv', 'TXXX=WORK=Work'],
  );
  await makeMp3(join(music, 'bare.mp3'), 1);
  await write((sql) =>
    putOnShelf(sql, music, [
      { name: 'a.mp3', ...OLD },
      { name: 'a.mp3#track=2', start: 1, title: 'T', ...SHEET },
    ]),
  );
  for (const [name, expected] of [
    ['a.mp3', TAG],
    ['a.mp3#track=2', { ...SHEET, work: 'Work' }],
    ['bare.mp3', UNKNOWN],
    ['bare.mp3#track=2', UNKNOWN],
    ['absent.mp3', UNKNOWN],
  ] as const) {
    t.strictSame(await readTraits(join(music, name), tags, library), expected, name);
  }
});
