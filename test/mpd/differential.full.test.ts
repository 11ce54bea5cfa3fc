/**
 * Tonearm answers as MPD 0.24 of Debian 13 does over the same music, but for a table of differences. The comparison is
 * written to build/mpd-commands.md.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import t, { type Test } from 'tap';
import { createHouse, FAST } from '../e2e/daemon.js';
import { freePort } from '../fixtures/free-port.js';
import { DIFFERENCES, normalized } from './differences.js';
import { putMusic, TRACK_COUNT } from './music.js';
import { connectTo, mpdTrouble, startRealMpd } from './real-mpd.js';
import { SONGS, TRANSCRIPT } from './transcript.js';

const TAGS = ['artist', 'album', 'albumartist', 'title', 'track', 'name', 'genre', 'date', 'composer', 'disc', 'label'];

const TABLE = fileURLToPath(new URL('../../build/mpd-commands.md', import.meta.url));

const skip = await mpdTrouble();

/** What a client that waits hears of a command. */
const CHANGES: readonly (readonly [subsystem: string, command: string])[] = [
  ['playlist', 'add Can'],
  ['player', 'play 0'],
  ['player', 'pause 1'],
  ['player', 'seekcur 5'],
  ['player', 'next'],
  ['mixer', 'setvol 41'],
  ['options', 'repeat 1'],
  ['options', 'replay_gain_mode album'],
  ['options', 'crossfade 3'],
  ['stored_playlist', 'save waiting'],
  ['stored_playlist', 'playlistadd waiting Neu!'],
  ['stored_playlist', 'rename waiting waited'],
  ['stored_playlist', 'rm waited'],
  ['sticker', `sticker set song "${SONGS.days}" rating 3`],
  ['subscription', 'subscribe one'],
  ['message', 'sendmessage one hello'],
  ['playlist', 'move 0 1'],
  ['playlist', 'shuffle'],
  ['playlist', 'delete 0'],
  ['player', 'stop'],
  ['playlist', 'clear'],
  ['update', 'update'],
];

/** Both daemons over the same music, with two clients each. */
async function startBoth(t: Test) {
  const house = await createHouse(t, FAST);
  await putMusic(house.library);
  const port = await freePort();
  const daemon = await house.start({ environment: { TONEARM_MPD_PORT: String(port) } });
  await daemon.until('the library is there', async () => {
    const { body } = await daemon.get('/tracks');
    return Array.isArray(body) && body.length === TRACK_COUNT;
  });
  const folder = join(house.library, '..', 'mpd');
  await mkdir(folder);
  const real = await startRealMpd(t, house.library, folder, TAGS);
  return {
    real: [real, await connectTo(t, Number(real.socket.remotePort))] as const,
    ours: [await connectTo(t, port), await connectTo(t, port)] as const,
  };
}

t.test('who waits hears of the same', { skip, timeout: 600_000 }, async (t) => {
  const both = await startBoth(t);
  for (const [acting, waiting] of [both.real, both.ours]) {
    for (const [subsystem, command] of CHANGES) {
      // A message comes to who has subscribed.
      const actor = subsystem === 'message' ? waiting : acting;
      const listener = subsystem === 'message' ? acting : waiting;
      listener.send('idle\nnoidle\n');
      while ((await listener.answer()).length > 0) listener.send('idle\nnoidle\n');
      listener.send(`idle ${subsystem}\n`);
      const answer = await actor.ask(command);
      t.notOk(answer.at(-1)?.startsWith('ACK'), `${command}: ${answer.join()}`);
      t.strictSame(await listener.answer(), [`changed: ${subsystem}`], command);
    }
  }
});

t.test('the answers are those of MPD', { skip, timeout: 600_000 }, async (t) => {
  const {
    real: [real],
    ours: [ours],
  } = await startBoth(t);
  const left = new Set(DIFFERENCES.keys());
  const rows: string[] = [];
  let [compared, equal] = [0, 0];
  for (const [at, command] of TRANSCRIPT.entries()) {
    const [expected, found] = (await Promise.all([real.ask(command), ours.ask(command)])).map(normalized);
    const line = command.replaceAll('\n', ' ⏎ ');
    const reason = DIFFERENCES.get(command);
    const isEqual = isDeepStrictEqual(found, expected);
    if (isEqual) equal += 1;
    const verdict = isEqual ? 'equal' : `differs: ${reason ?? 'not on purpose'}`;
    rows.push(`| ${at + 1} | \`${line.replaceAll('|', '\\|')}\` | ${verdict} |`);
    left.delete(command);
    if (reason !== undefined) continue;
    compared += 1;
    t.strictSame(found, expected, `${at}: ${line}`);
  }
  const counts = `${rows.length} commands, ${equal} answers equal, ${rows.length - equal} different.`;
  const how = 'Lines that depend on the clock, the decoder or the machine are left out: see test/mpd/differences.ts.';
  const head = [
    '# Answers of Tonearm and of MPD 0.24',
    '',
    counts,
    how,
    '',
    '| # | Command | Answer |',
    '| --: | --- | --- |',
  ];
  await writeFile(TABLE, `${[...head, ...rows].join('\n')}\n`);
  t.ok(TRANSCRIPT.length >= 400, `${TRANSCRIPT.length} commands`);
  t.ok(compared >= 400, `${compared} compared`);
  t.strictSame([...left], [], 'every difference is met');
});
