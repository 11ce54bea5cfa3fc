/** Runs every command of the REST guide (`src/web/docs/guide.md`) in one shell, from the top, against the daemon. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import t, { type Test } from 'tap';

import { DEMO_ALBUMS } from '../../src/demo/albums.js';
import { generateDemoLibrary } from '../../src/demo/generate.js';
import { StandInBluez, StandInSound } from '../bluetooth/stand-in-bluez.js';
import { PrivateBus } from '../dbus/private-bus.js';
import { freePort } from '../fixtures/free-port.js';
import { createHouse } from './daemon.js';

const GUIDE = readFileSync(fileURLToPath(new URL('../../src/web/docs/guide.md', import.meta.url)), 'utf8');
const END_OF_STEP = '=== end of step';

interface Step {
  readonly commands: string;
  /** Output of the last command as the guide shows it: JSON is shortened, text is complete. */
  readonly shown: { readonly kind: string; readonly text: string } | undefined;
}

function steps(): Step[] {
  const blocks = [...GUIDE.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
  return blocks.flatMap(({ kind, text }, at) => {
    const next = blocks[at + 1];
    return kind === 'sh' ? [{ commands: text, shown: next?.kind === 'sh' ? undefined : next }] : [];
  });
}

/** Whether the output has the shown members with values of equal types; codes and statuses must be equal. */
function isWithin(t: Test, shown: unknown, found: unknown, path: string): void {
  if (Array.isArray(shown)) {
    t.ok(Array.isArray(found), `${path} is a list`);
    for (const [at, row] of shown.entries()) isWithin(t, row, (found as unknown[])[at], `${path}/${at}`);
  } else if (typeof shown === 'object' && shown !== null) {
    for (const [key, value] of Object.entries(shown))
      isWithin(t, value, (found as Record<string, unknown>)[key], `${path}/${key}`);
  } else if (path.endsWith('/code') || (path === '/status' && Number(shown) >= 100)) t.equal(found, shown, path);
  else t.equal(typeof found, typeof shown, `${path} is a ${typeof shown}`);
}

t.test('the guide shows what a daemon answers', async (t) => {
  const { library, start } = await createHouse(t);
  const albums = DEMO_ALBUMS.map((album) => ({
    ...album,
    tracks: album.tracks.map((track) => ({ ...track, bars: 4 })),
  }));
  await generateDemoLibrary(library, albums);
  const bus = await PrivateBus.start(t);
  const bluez = await StandInBluez.start(t, bus);
  await StandInSound.start(t, bus, bluez);
  bluez.show('5C:FB:7C:00:00:02', 'Bathroom');
  const [graphql, upnp] = [await freePort(), await freePort()];
  const environment = {
    DBUS_SYSTEM_BUS_ADDRESS: bus.address,
    TONEARM_GRAPHQL_PORT: String(graphql),
    TONEARM_UPNP_PORT: String(upnp),
  };
  const daemon = await start({ environment });
  await daemon.until('the library is scanned', async () => (await daemon.get('/tracks')).text.includes('Slack Water'));
  await writeFile(join(dirname(library), 'state', 'allow-pin'), '');

  const script = steps()
    .map(({ commands }) => `${commands}\nprintf '\\n%s\\n' '${END_OF_STEP}'`)
    .join('\n')
    .replaceAll('http://tonearm.local:6062', `http://127.0.0.1:${graphql}`)
    .replaceAll('http://tonearm.local:6066', `http://127.0.0.1:${upnp}`)
    .replaceAll('http://tonearm.local', daemon.base)
    .replaceAll('timeout_secs=15', 'timeout_secs=1');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: t.testdir() });
  const printed = stdout.split(`\n${END_OF_STEP}\n`);
  for (const [at, { commands, shown }] of steps().entries()) {
    await t.test(commands, async (t) => {
      const lines = (printed[at] ?? '').trim();
      if (shown === undefined) t.notMatch(lines, 'about:blank', 'nothing was refused');
      else if (shown.kind === 'text') t.equal(lines, shown.text);
      else isWithin(t, JSON.parse(shown.text), JSON.parse(/[[{][\s\S]*$/.exec(lines)?.[0] ?? 'null'), '');
    });
  }
});
