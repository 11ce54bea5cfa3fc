/** Whatever is sent, the server answers the next client; nothing is logged as a fault of ours. */
import t from 'tap';
import { allCommands } from '../../src/mpd/commands/index.js';
import type { Context } from '../../src/mpd/context.js';
import { randomFrom } from '../../src/playback/random.js';
import { startMpd, TRACKS } from './rig.js';

const SEED = Number(process.env['FUZZ_SEED'] ?? 7);
const ROUNDS = 3000;

const ODD = [
  ...['', '0', '-1', '1', '1:', '0:2', '2:1', '99999999999', '-99999999999999999999', '1.5', 'nan', '+0', '-0', '+1'],
  ...['x', 'Can', '../x', '/', '/etc/passwd', 'file:///etc/passwd', 'http://x/', 'ftp://x', 'Can/Future Days'],
  ...[
    'artist',
    'album',
    'any',
    'base',
    'file',
    'window',
    'sort',
    'group',
    'position',
    'title',
    '-title',
    'song',
    'find',
  ],
  ...["(artist == 'Can')", '((', "(!(artist == 'x'))", "(base 'Can')", '(artist =~ "x")', "(title contains 'a'"],
  ...[
    '\\',
    '"',
    "'",
    '\0',
    'ä',
    '\u{1f600}',
    '#track=1',
    'x'.repeat(3000),
    'enable',
    'all',
    'create',
    'append',
    'replace',
  ],
  ...['get', 'set', 'inc', 'list', 'delete', 'rating', 'like', '=', 'lt', 'default', 'mix'],
];

t.test(`random lines (FUZZ_SEED=${SEED})`, async (t) => {
  const { connect, logged, deps } = await startMpd(t, { tracks: TRACKS });
  const names = [...allCommands(deps as unknown as Context).keys()].filter((name) => !['idle', 'close'].includes(name));
  const random = randomFrom(SEED);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const quoted = (word: string): string => `"${word.replace(/[\\"]/g, '\\$&')}"`;
  let client = await connect();
  for (let round = 0; round < ROUNDS; round++) {
    const words = Array.from({ length: Math.floor(random() * 5) }, () => pick(ODD));
    const isClean = random() < 0.9;
    const line = [pick(names), ...words.map((word) => (isClean ? quoted(word) : word))].join(' ').replaceAll('\n', '');
    try {
      const lines = await client.ask(line);
      const ack = lines.find((each) => each.startsWith('ACK'));
      if (ack !== undefined && !/^ACK \[\d+@0\] {\w*} ./.test(ack)) t.fail(`${line}: ${ack}`);
    } catch {
      // What is no command closes the connection.
      client = await connect();
    }
  }
  t.strictSame(
    logged.filter((line) => line.includes('fault of ours')),
    [],
  );
  t.strictSame(await (await connect()).ask('ping'), []);
});

t.test('random bytes', async (t) => {
  const { connect, logged } = await startMpd(t);
  const random = randomFrom(SEED + 1);
  for (let round = 0; round < 100; round++) {
    const client = await connect();
    const bytes = Buffer.from(Array.from({ length: 1 + Math.floor(random() * 300) }, () => Math.floor(random() * 256)));
    client.socket.end(
      Buffer.concat([random() < 0.5 ? Buffer.from('status ') : Buffer.alloc(0), bytes, Buffer.from('\n')]),
    );
    await client.closed();
  }
  t.strictSame(
    logged.filter((line) => line.includes('fault of ours')),
    [],
  );
  t.strictSame(await (await connect()).ask('ping'), []);
});
