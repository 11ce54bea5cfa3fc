import { join } from 'node:path';
import t from 'tap';
import { TrackTags } from '../../src/library/tags.js';
import { createLog } from '../../src/log.js';
import { NATIVE_FILE } from '../fixtures/confine.js';
import { bundleWorker, EVERYWHERE, makeMp3 } from '../library/fixtures.js';
import { startRig, temporaryDirectory } from './rig.js';

t.test('the tags of real files reach the wire', async (t) => {
  const workerFile = await bundleWorker(await temporaryDirectory(t));
  const tags = new TrackTags({
    nativeFile: NATIVE_FILE,
    paths: EVERYWHERE,
    workerFile,
    log: createLog('error', () => undefined),
    deadlineMs: 30_000,
  });
  t.teardown(() => tags.stop());
  const { library, send } = await startRig(t, { tags });
  const path = join(library, 'song.mp3');
  await makeMp3(
    path,
    1,
    '--id3v2-only',
    '--tt',
    'Söng',
    '--ta',
    'Artist',
    '--tl',
    'Album',
    '--ty',
    '2001',
    '--tn',
    '4',
  );
  await send('POST', '/playlists', { body: { tracks: [path] } });
  const { json } = await send('GET', '/playlists/current/tracks');
  t.match(json, [
    {
      path,
      title: 'Söng',
      artist: 'Artist',
      album: 'Album',
      albumartist: '',
      tracknum: 4,
      year: 2001,
      year_string: '2001',
      frequency: 44_100,
      elapsed: 0,
      id: null,
      album_art: null,
    },
  ]);
  const { length, filesize, bitrate } = (json as Record<string, number>[])[0]!;
  t.ok(length === 1000 && filesize! > 5000 && bitrate! > 0);
});
