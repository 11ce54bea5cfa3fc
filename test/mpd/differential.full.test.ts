/** Tonearm answers as MPD 0.24 of Debian 13 does over the same music, but for a table of differences. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { createHouse, FAST } from '../e2e/daemon.js';
import { freePort } from '../fixtures/free-port.js';
import { DIFFERENCES, normalized } from './differences.js';
import { putMusic } from './music.js';
import { connectTo, mpdTrouble, startRealMpd } from './real-mpd.js';
import { TRANSCRIPT } from './transcript.js';

const TAGS = ['artist', 'album', 'albumartist', 'title', 'track', 'name', 'genre', 'date', 'composer', 'disc', 'label'];

const skip = await mpdTrouble();

t.test('the answers are those of MPD', { skip, timeout: 600_000 }, async (t) => {
  const house = await createHouse(t, FAST);
  await putMusic(house.library);
  const port = await freePort();
  const daemon = await house.start({ environment: { TONEARM_MPD_PORT: String(port) } });
  await daemon.until('the library is there', async () => {
    const { body } = await daemon.get('/tracks');
    return Array.isArray(body) && body.length === 10;
  });
  const folder = join(house.library, '..', 'mpd');
  await mkdir(folder);
  const real = await startRealMpd(t, house.library, folder, TAGS);
  const ours = await connectTo(t, port);
  const left = new Set(DIFFERENCES.keys());
  let compared = 0;
  for (const [at, command] of TRANSCRIPT.entries()) {
    const [expected, found] = await Promise.all([real.ask(command), ours.ask(command)]);
    const reason = DIFFERENCES.get(command);
    left.delete(command);
    if (reason !== undefined) continue;
    compared += 1;
    t.strictSame(normalized(found), normalized(expected), `${at}: ${command.replaceAll('\n', ' | ')}`);
  }
  t.ok(TRANSCRIPT.length >= 400, `${TRANSCRIPT.length} commands`);
  t.ok(compared >= 400, `${compared} compared`);
  t.strictSame([...left], [], 'every difference is met');
});
