import { join } from 'node:path';
import t from 'tap';
import { milliseconds, sampleRateHz } from '../../src/units.js';
import { BUILT_IN, createOutputs, DAC } from './fake-outputs.js';
import { startRig } from './rig.js';

const NETWORK = { app: 'UPnP/DLNA', takes: 'tracks', host: '192.168.1.9', ip: '192.168.1.9', port: 8200 } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

t.test('status is 0 stopped, 1 playing, 3 paused, and nothing else', async (t) => {
  const { player, send } = await startRig(t);
  for (const [kind, status] of [
    ['stopped', 0],
    ['playing', 1],
    ['paused', 3],
  ] as const) {
    player.kind = kind;
    const answer = await send('GET', '/player/status');
    t.equal(answer.status, 200);
    t.equal(answer.text, `{"status":${status}}`);
    t.equal(answer.headers['content-type'], JSON_TYPE);
  }
});

t.test('status names the trouble of the output while there is one', async (t) => {
  const { player, send } = await startRig(t);
  player.kind = 'playing';
  player.outputProblem = { code: 'DEVICE_BUSY', detail: 'The sound card is in use.' };
  t.strictSame((await send('GET', '/player/status')).json, {
    status: 1,
    output_problem: { code: 'DEVICE_BUSY', detail: 'The sound card is in use.' },
  });
});

t.test('commands without parameters answer 200 with an empty body', async (t) => {
  const { player, send } = await startRig(t);
  for (const command of ['pause', 'resume', 'stop', 'next', 'previous']) {
    const answer = await send('PUT', `/player/${command}`);
    t.equal(answer.status, 200);
    t.equal(answer.text, '');
    t.equal(answer.headers['content-length'], '0');
    t.equal(answer.headers['content-type'], undefined);
  }
  t.strictSame(player.commands, [['pause'], ['resume'], ['stop'], ['next'], ['previous']]);
});

t.test('play starts at 0, or where elapsed and offset say', async (t) => {
  const { player, send } = await startRig(t);
  t.equal((await send('PUT', '/player/play')).status, 200);
  t.equal((await send('PUT', '/player/play?elapsed=61000&offset=4096')).status, 200);
  t.equal((await send('PUT', '/player/play?elapsed=9223372036854775807')).status, 200);
  t.strictSame(player.commands, [
    ['play', 0, 0],
    ['play', 61_000, 4096],
    ['play', 2 ** 63, 0],
  ]);
});

t.test('play takes any signed 64-bit position, and begins at 0 when it is negative', async (t) => {
  const { player, send } = await startRig(t);
  for (const query of ['elapsed=-5', 'offset=-1', 'elapsed=-9223372036854775808&offset=4096', 'elapsed=-0']) {
    t.equal((await send('PUT', `/player/play?${query}`)).status, 200, query);
  }
  t.strictSame(player.commands, [
    ['play', 0, 0],
    ['play', 0, 0],
    ['play', 0, 4096],
    ['play', 0, 0],
  ]);
});

t.test('play refuses positions that are no integers or beyond 64 bits', async (t) => {
  const { player, send } = await startRig(t);
  for (const value of [
    'abc',
    '1.5',
    '',
    '0x10',
    '1e3',
    'NaN',
    'Infinity',
    '%2B1',
    '%201',
    '-',
    '9223372036854775808',
    '-9223372036854775809',
  ]) {
    const { status, json } = await send('PUT', `/player/play?elapsed=${value}`);
    t.equal(status, 400, value);
    t.match(json, { code: 'INVALID_QUERY', errors: [{ path: 'elapsed' }] }, value);
  }
  t.strictSame(player.commands, []);
});

t.test('a key given twice is a mistake, an unknown key is ignored', async (t) => {
  const { player, send } = await startRig(t);
  t.match((await send('PUT', '/player/play?offset=1&offset=2')).json, {
    errors: [{ path: 'offset', message: 'must be given once' }],
  });
  t.equal((await send('PUT', '/player/play?__proto__=1&speed=2')).status, 200);
  t.strictSame(player.commands, [['play', 0, 0]]);
});

t.test('ff-rewind seeks, from the end when negative', async (t) => {
  const { player, send } = await startRig(t);
  t.equal((await send('PUT', '/player/ff-rewind?newtime=1500')).status, 200);
  t.equal((await send('PUT', '/player/ff-rewind?newtime=-10000')).status, 200);
  t.equal((await send('PUT', '/player/ff-rewind?newtime=-0')).status, 200);
  t.strictSame(player.commands, [
    ['seek', 1500],
    ['seek', -10_000],
    ['seek', 0],
  ]);
});

t.test('ff-rewind without newtime is 400 and names it', async (t) => {
  const { send } = await startRig(t);
  const { status, json, headers } = await send('PUT', '/player/ff-rewind');
  t.equal(status, 400);
  t.equal(headers['content-type'], 'application/problem+json');
  t.strictSame(json, {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'newtime is required',
    code: 'INVALID_QUERY',
    errors: [{ path: 'newtime', message: 'is required' }],
  });
  t.equal((await send('PUT', '/player/ff-rewind?newtime=2147483648')).status, 400);
});

t.test('current-track and next-track are null when stopped', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3', '/music/b.mp3']);
  for (const path of ['/player/current-track', '/player/next-track']) {
    const answer = await send('GET', path);
    t.equal(answer.status, 200);
    t.equal(answer.text, 'null');
    t.equal(answer.headers['content-type'], JSON_TYPE);
  }
});

t.test('current-track has every documented field, and the decoder knows best', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3']);
  player.kind = 'playing';
  player.elapsed = 1234;
  player.facts = { length: milliseconds(300_000), sampleRate: sampleRateHz(44_100), bitrate: 192 };
  t.strictSame((await send('GET', '/player/current-track')).json, {
    path: '/music/a.mp3',
    title: 'a',
    artist: '',
    album: '',
    albumartist: '',
    composer: '',
    genre_string: '',
    tracknum: 0,
    discnum: 0,
    year: 0,
    year_string: '',
    length: 300_000,
    elapsed: 1234,
    filesize: 0,
    bitrate: 192,
    frequency: 44_100,
    id: null,
    album_id: null,
    artist_id: null,
    genre_id: null,
    album_art: null,
  });
});

t.test('the position is that of the answer, not of the question', async (t) => {
  const { player, send } = await startRig(t, {
    tags: {
      read: async () => {
        player.elapsed = 5000;
        return new Map();
      },
    },
  });
  player.hold(['/music/a.mp3']);
  player.kind = 'playing';
  t.match((await send('GET', '/player/current-track')).json, { elapsed: 5000, title: 'a' });
});

t.test('next-track is the entry that follows, null at the end', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3', 'http://radio.example/live']);
  player.kind = 'paused';
  t.match((await send('GET', '/player/next-track')).json, {
    path: 'http://radio.example/live',
    title: 'live',
    elapsed: 0,
  });
  player.index = 1;
  t.equal((await send('GET', '/player/next-track')).json, null);
});

t.test('file-position is a bare integer', async (t) => {
  const { player, send } = await startRig(t);
  t.equal((await send('GET', '/player/file-position')).text, '0');
  player.kind = 'playing';
  player.offset = 81_920;
  const answer = await send('GET', '/player/file-position');
  t.equal(answer.text, '81920');
  t.equal(answer.headers['content-type'], JSON_TYPE);
});

t.test('volume shows level and range, and moves by steps', async (t) => {
  const { send } = await startRig(t);
  t.strictSame((await send('GET', '/player/volume')).json, { volume: 40, min: 0, max: 100 });
  const answer = await send('PUT', '/player/volume', { body: { steps: -3, unit: 'dB' } });
  t.equal(answer.status, 200);
  t.strictSame(answer.json, { steps: -3 });
  t.strictSame((await send('GET', '/player/volume')).json, { volume: 37, min: 0, max: 100 });
});

t.test('volume refuses steps that are missing, fractional, text or beyond 32 bits', async (t) => {
  const { volume, send } = await startRig(t);
  for (const steps of [undefined, null, 1.5, '3', true, [], {}, 2 ** 31, -(2 ** 31) - 1]) {
    const { status, json } = await send('PUT', '/player/volume', { body: { steps } });
    t.equal(status, 400, JSON.stringify(steps));
    t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/steps' }] }, JSON.stringify(steps));
  }
  t.equal((await send('PUT', '/player/volume', { body: '{"steps":1e999}' })).status, 400);
  t.equal(volume.range.volume, 40);
});

t.test(
  'volume goes to a level of its range and answers what is in force; any other level changes nothing',
  async (t) => {
    const { send } = await startRig(t);
    for (const level of [62, 100, 0]) {
      const answer = await send('PUT', '/player/volume/level', { body: { level } });
      t.equal(answer.status, 200);
      t.strictSame(answer.json, { volume: level, min: 0, max: 100 });
    }
    for (const level of [101, -1]) {
      const { status, json } = await send('PUT', '/player/volume/level', { body: { level } });
      t.equal(status, 400);
      t.match(json, { code: 'LEVEL_OUT_OF_RANGE', errors: [{ path: '/level', message: 'must be from 0 to 100' }] });
    }
    for (const level of [null, 1.5, '3', 2 ** 31]) {
      const { status, json } = await send('PUT', '/player/volume/level', { body: { level } });
      t.equal(status, 400, JSON.stringify(level));
      t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/level' }] }, JSON.stringify(level));
    }
    t.strictSame((await send('GET', '/player/volume')).json, { volume: 0, min: 0, max: 100 });
  },
);

t.test('volume goes to a place on a slider as well, and to nothing else', async (t) => {
  const { send } = await startRig(t);
  const put = (body: object) => send('PUT', '/player/volume/level', { body });
  t.strictSame((await put({ percent: 33.4 })).json, { volume: 33, min: 0, max: 100 });
  for (const percent of [-1, 100.5, '3', null]) {
    const { status, json } = await put({ percent });
    t.equal(status, 400, JSON.stringify(percent));
    t.match(json, { code: 'INVALID_BODY', errors: [{ path: '/percent' }] });
  }
  for (const body of [{}, { level: 3, percent: 3 }]) {
    const { status, json } = await put(body);
    t.equal(status, 400, JSON.stringify(body));
    t.match(json, { code: 'INVALID_BODY', detail: 'The body must have either level or percent' });
  }
  t.match((await send('GET', '/player/volume')).json, { volume: 33 });
});

t.test('load finds no external player, once its body is in order', async (t) => {
  const { send } = await startRig(t);
  const { status, json } = await send('PUT', '/player/load', { body: { tracks: ['/a.mp3'], shuffle: true } });
  t.equal(status, 404);
  t.match(json, { code: 'NO_EXTERNAL_PLAYER', title: 'Not Found' });
  t.match((await send('PUT', '/player/load', { body: {} })).json, { status: 400, errors: [{ path: '/tracks' }] });
});

t.test('load plays what can be played on the network player that is the current output', async (t) => {
  const renderer = { ...DAC, id: 'uuid:1', service: 'upnp', pcm: '', network: NETWORK } as const;
  const server = {
    ...renderer,
    id: 'snapcast-1',
    service: 'snapcast',
    network: { ...NETWORK, takes: 'sound' },
  } as const;
  const { outputs } = createOutputs([BUILT_IN, renderer, server]);
  const { player, send, library } = await startRig(t, { outputs });
  const load = (body: object) => send('PUT', '/player/load', { body });
  const [a, b] = [join(library, 'a.mp3'), join(library, 'b.mp3')];
  t.match((await load({ tracks: [a] })).json, { status: 404, code: 'NO_EXTERNAL_PLAYER' });
  await outputs.choose('snapcast-1');
  t.match((await load({ tracks: [a] })).json, { status: 404, code: 'NO_EXTERNAL_PLAYER' }, 'it takes sound alone');
  await outputs.choose('uuid:1');
  for (const tracks of [[], ['/etc/passwd'], ['ftp://x/']]) {
    t.match((await load({ tracks })).json, { status: 404, code: 'NOTHING_TO_PLAY' });
  }
  t.match((await load({ tracks: Array<string>(player.queue().capacity + 1).fill(a) })).json, {
    status: 409,
    code: 'QUEUE_FULL',
  });
  t.strictSame(player.commands, []);
  const answer = await load({ tracks: [a, '/etc/passwd', b], shuffle: true });
  t.strictSame([answer.status, answer.text], [200, '']);
  t.strictSame(player.commands, [
    ['replaceQueue', [a, b], 'shuffled'],
    ['startAt', 0, 0, 0],
  ]);
  player.outputProblem = { code: 'OUTPUT_MISSING', detail: 'It is not there.' };
  t.match((await load({ tracks: [a] })).json, { status: 404, code: 'NO_EXTERNAL_PLAYER' });
});

t.test('version says the version of the daemon', async (t) => {
  const { send } = await startRig(t);
  t.strictSame((await send('GET', '/version')).json, { version: '1.2.3' });
});
