/** Debian 13's ncmpcpp in a terminal drives the daemon: what its screen shows, and what the daemon does. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { packageTrouble, type PackageSet, unpacked } from '../network/packages.js';
import { queueOf, startBox } from './box.js';
import { Terminal } from './terminal.js';

const NCMPCPP: PackageSet = { name: 'ncmpcpp', packages: ['ncmpcpp', 'tmux', 'ncurses-base'], suite: 'trixie' };
const QUEUE = ['Can/Future Days/01 Future Days', 'Can/Future Days/02 Spray', 'Can/Future Days/03 Moonshake'];

const skip = await packageTrouble(NCMPCPP);

/** ncmpcpp that is connected to a box with three songs in its queue. */
async function startNcmpcpp(t: Test) {
  // At the speed of real time: a minute of silence must not be over before the keys have been pressed.
  const { daemon, library, port } = await startBox(t, {});
  await daemon.play(QUEUE.map((name) => join(library, `${name}.flac`)));
  await daemon.put('/player/volume/level', { percent: 40 });
  const folder = join(library, '..', 'ncmpcpp');
  await mkdir(folder);
  const settings = { ncmpcpp_directory: folder, lyrics_directory: folder, mpd_host: '127.0.0.1', mpd_port: port };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  await writeFile(join(folder, 'config'), `${lines.join('\n')}\n`);
  await writeFile(join(folder, 'bindings'), '');
  const args = ['--config', join(folder, 'config'), '--bindings', join(folder, 'bindings')];
  const terminal = await Terminal.start(t, await unpacked(NCMPCPP), folder, 'ncmpcpp', args);
  const plays = (title: string) =>
    daemon.until(`${title} plays`, async () => {
      const track = await daemon.currentTrack();
      return track?.title === title && (await daemon.playbackStatus()) === 1;
    });
  const queueIs = (...titles: readonly string[]) =>
    daemon.until(`the queue is ${titles.join()}`, async () => (await queueOf(daemon)).join() === titles.join());
  return { daemon, terminal, plays, queueIs };
}

t.test(
  'ncmpcpp plays, edits the queue, browses, searches and sets the volume',
  { skip, timeout: 300_000 },
  async (t) => {
    const { daemon, terminal, plays, queueIs } = await startNcmpcpp(t);
    await terminal.until('the queue', /Playlist \(3 items/, /Can +.*Future Days/, /Spray/, /Moonshake/, /Volume: 40%/);

    await terminal.press('Down', 'Enter');
    await plays('Spray');
    await terminal.until('a song plays', /Playing: Can .*- Spray/);
    await terminal.press('p');
    await daemon.until('it pauses', async () => (await daemon.playbackStatus()) === 3);
    await terminal.until('it is paused', /Paused: Can .*- Spray/);
    await terminal.press('p');
    await plays('Spray');
    await terminal.press('>');
    await plays('Moonshake');
    await terminal.until('the next song plays', /Playing: Can .*- Moonshake/);

    await terminal.press('DC');
    await queueIs('Future Days', 'Moonshake');
    await terminal.until('a song is deleted', /Playlist \(2 items/, /^(?![^]*Spray)/);
    await plays('Moonshake');

    await terminal.press('2');
    await terminal.until('the browser', /Browse: \/ /, /\[Can\]/, /\[Neu!\]/, /\[Öäü\]/);
    await terminal.press('Down', 'Enter');
    await terminal.until('a folder', /Browse: \/?Neu! /, /\[Neu! 75\]/);
    await terminal.press('Down', 'Enter');
    await terminal.until('the songs of a folder', /Neu! - Isi/, /Neu! - Seeland/);
    await terminal.press('Down', 'Down', 'Space');
    await queueIs('Future Days', 'Moonshake', 'Seeland');

    await terminal.press('3');
    await terminal.until('the search', /Search engine/, /Any +:/, /Album Artist +:/);
    await terminal.press('Enter');
    await terminal.until('a question', /^Any:/m);
    await terminal.type('umgn');
    await terminal.press('Enter');
    await terminal.until('the word', /Any +: umgn/);
    await terminal.press('y');
    await terminal.until('the results', /Found 1 song/, /Can - Aumgn/);
    await terminal.press('Space');
    await queueIs('Future Days', 'Moonshake', 'Seeland', 'Aumgn');
    await terminal.press('1');
    await terminal.until('the queue with what was added', /Playlist \(4 items/, /Seeland/, /Aumgn/);
    await terminal.press('End', 'Enter');
    await plays('Aumgn');
    await terminal.until('the song that was found plays', /Playing: Can .*- Aumgn/);
    for (const [key, percent] of [
      ['+', 42],
      ['+', 44],
      ['-', 42],
    ] as const) {
      await terminal.press(key);
      await daemon.until(
        `the volume is ${percent}`,
        async () => Math.round((await daemon.volume()).percent ?? 0) === percent,
      );
      await terminal.until(`the volume ${percent}`, new RegExp(`Volume: ${percent}%`));
    }

    await daemon.put('/player/volume/level', { percent: 20 });
    await daemon.put('/player/pause');
    await terminal.until('what the page has done', /Volume: 20%/, /Paused: Can .*- Aumgn/);
    t.strictSame(await queueOf(daemon), ['Future Days', 'Moonshake', 'Seeland', 'Aumgn']);
  },
);
