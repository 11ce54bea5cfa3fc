/** What a client sends, and does not take, has bounds. */
import { setImmediate } from 'node:timers/promises';
import t from 'tap';
import { Forbidden } from '../../src/errors.js';
import type { SlotHolder } from '../../src/mpd/deps.js';
import { startMpd, TRACKS } from './rig.js';

const BOUNDS = { line: 1000, list: 5000, silence: 60_000 };

t.test('a line that is too long closes the connection, with its end or without', async (t) => {
  const { connect } = await startMpd(t, { bounds: BOUNDS });
  for (const ending of ['', '\n']) {
    const client = await connect();
    client.send(`find artist "${'x'.repeat(2000)}"${ending}`);
    t.equal(await client.closed(), '');
  }
});

t.test('a list that is too long closes the connection', async (t) => {
  const client = await (await startMpd(t, { bounds: BOUNDS })).connect();
  client.send(`command_list_begin\n${'ping\n'.repeat(2000)}command_list_end\n`);
  t.equal(await client.closed(), '');
});

t.test('other protocols are closed at once', async (t) => {
  const { connect } = await startMpd(t);
  for (const start of ['\x16\x03\x01\x02\x00\x01\x00\n', 'OPTIONS rtsp://x\n', '{"id":1}\n', '\n']) {
    const client = await connect();
    client.send(start);
    t.equal(await client.closed(), '', JSON.stringify(start));
  }
});

t.test('nothing but noidle may be sent while a client waits, and no idle within a list', async (t) => {
  const { connect } = await startMpd(t);
  for (const text of ['idle\nstatus\n', 'command_list_begin\nidle\n', 'command_list_begin\nnoidle\n']) {
    const client = await connect();
    client.send(text);
    t.equal(await client.closed(), '', text);
  }
});

t.test('who says nothing is closed, unless it waits for a change', async (t) => {
  const { connect } = await startMpd(t, { bounds: { ...BOUNDS, silence: 50 } });
  const [silent, waiting] = [await connect(), await connect()];
  waiting.send('idle\n');
  t.equal(await silent.closed(), '');
  t.strictSame(await waiting.ask('noidle'), []);
  t.equal(await waiting.closed(), '', 'and no longer when it waits no more');
});

t.test('a list of many short lines closes the connection: each takes memory', async (t) => {
  const client = await (await startMpd(t, { bounds: BOUNDS })).connect();
  client.send(`command_list_begin\n${'ping\n'.repeat(78)}command_list_end\n`);
  t.strictSame(await client.answer(), []);
  client.send(`command_list_begin\n${'ping\n'.repeat(79)}`);
  t.equal(await client.closed(), '');
});

t.test('spaces within a line take linear time', async (t) => {
  const client = await (await startMpd(t)).connect();
  const lines = 100;
  const began = process.cpuUsage();
  client.send(`ping ${' '.repeat(16_000)}b\n`.repeat(lines));
  for (let line = 0; line < lines; line++) t.match(await client.answer(), [/wrong number of arguments/]);
  const { user } = process.cpuUsage(began);
  // Quadratic time is some ten seconds.
  t.ok(user < 3e6, `${user / 1000} ms`);
});

/** Commands with a number of them that answers some thirty megabytes: more than the kernel takes for a client that does not read. */
const LONG_LISTS = [
  ['listallinfo', 500],
  ['playlist', 700],
  ['list file', 700],
  ['plchangesposid 0', 8000],
  ['decoders', 30_000],
] as const;

for (const [command, count] of LONG_LISTS)
  t.test(`who does not take what it asked for is closed: ${command}`, async (t) => {
    const many = Array.from({ length: 300 }, (_, at) => ({ name: `${'long folder name '.repeat(10)}/${at}.mp3` }));
    let held = 0;
    let left: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (left = resolve));
    const { connect } = await startMpd(t, {
      tracks: many,
      bounds: { ...BOUNDS, list: 2_000_000, silence: 300 },
      deps: {
        admission: {
          admit(socket) {
            const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
            socket.write = (...parameters: unknown[]) => {
              const isDrained = write(...parameters);
              held = Math.max(held, socket.writableLength);
              return isDrained;
            };
            return { address: '127.0.0.1', network: '127.0.0.1', isLocal: true };
          },
          take: () => true,
          leave: () => left(),
        },
      },
    });
    const client = await connect();
    await client.ask('add ""');
    client.socket.pause();
    client.send(`command_list_begin\n${`${command}\n`.repeat(count)}command_list_end\n`);
    await gone;
    t.ok(held > 100_000 && held < 1_000_000, `${held} bytes`);
  });

t.test('a client that is not admitted, and one too many, are closed', async (t) => {
  const holders = new Set<SlotHolder>();
  let isAdmitted = true;
  const { connect, logged } = await startMpd(t, {
    deps: {
      admission: {
        admit() {
          if (!isAdmitted) throw new Forbidden('CLIENT_NOT_ALLOWED', 'Not from there.');
          return { address: '192.0.2.1', network: '192.0.2.1', isLocal: false };
        },
        take: (holder) => holders.size < 2 && Boolean(holders.add(holder)),
        leave: (holder) => void holders.delete(holder),
      },
    },
  });
  const [first] = [await connect(), await connect()];
  await t.rejects(connect());
  first.socket.destroy();
  while (holders.size > 1) await setImmediate();
  await connect();
  for (const holder of [...holders]) holder.end();
  while (holders.size > 0) await setImmediate();
  isAdmitted = false;
  await t.rejects(connect());
  t.match(logged.join('\n'), /one too many/);
});

t.test('a client that has gone is not worked for any more', async (t) => {
  let left: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (left = resolve));
  const { connect, library } = await startMpd(t, {
    tracks: TRACKS,
    bounds: { ...BOUNDS, list: 2_000_000, silence: 50 },
    deps: {
      admission: {
        admit: () => ({ address: '127.0.0.1', network: '127.0.0.1', isLocal: true }),
        take: () => true,
        leave: () => left(),
      },
    },
  });
  let reads = 0;
  const inFolders = library.songs.inFolders.bind(library.songs);
  library.songs.inFolders = (...parameters) => {
    reads += 1;
    return inFolders(...parameters);
  };
  const client = await connect();
  client.send(`command_list_begin\n${'search any x\n'.repeat(30_000)}command_list_end\n`);
  while (reads === 0) await setImmediate();
  client.socket.destroy();
  await gone;
  const before = reads;
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  t.ok(reads - before < 3, `${reads - before} reads after it has gone`);
});
