/** The small parts of the server at their borders: exactly at a limit, and one beyond. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import t from 'tap';
import { InvalidInput, TonearmError } from '../../src/errors.js';
import { admitTracks } from '../../src/http/admission.js';
import { RequestDurations } from '../../src/http/durations.js';
import { EventHistory } from '../../src/http/events/events-history.js';
import { EventStream, UNREAD_LIMIT } from '../../src/http/events/events-stream.js';
import { playTracks } from '../../src/http/play-music.js';
import { readQuery } from '../../src/http/query.js';
import type { QueryParameters } from '../../src/http/schema.js';
import { LanGuard, requireSameOrigin } from '../../src/http/security.js';
import { attachment, isRangeWanted } from '../../src/http/send-file.js';
import { stationFacts } from '../../src/http/routes/radio.js';
import { originForm } from '../../src/http/dispatch.js';
import { toClockChange } from '../../src/http/wire/box.js';
import { exposition } from '../../src/system/metrics/exposition.js';
import { FakePlayer } from './fake-player.js';

/** What `work` gives, or the code of the refusal that it throws. */
function outcome(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof TonearmError) return error.code;
    throw error;
  }
}

t.test('a range counts when the copy of the client is of this content (RFC 9110 section 13.1.5)', async (t) => {
  const modified = new Date('2026-05-01T10:00:00.700Z');
  for (const [header, expected] of [
    ['', true],
    ['"a"', true],
    ['"b"', false],
    ['W/"a"', false],
    ['Fri, 01 May 2026 10:00:00 GMT', true],
    ['Fri, 01 May 2026 10:00:01 GMT', false],
  ] as const) {
    t.equal(isRangeWanted(header, '"a"', modified), expected, header);
  }
});

t.test('the form of a request target', async (t) => {
  const none = 'INVALID_TARGET';
  for (const [target, expected] of [
    ['/', '/'],
    ['/a?b#c', '/a?b'],
    ['*', '*'],
    ['http://h', '/'],
    ['http://h/', '/'],
    ['http://h?x', '/?x'],
    ['http://h#x', '/'],
    ['HTTPS://h:1/a', '/a'],
    ['/http://h', '/http://h'],
    ['http:/h', none],
    ['ftp://h/a', none],
    ['a', none],
    ['', none],
    ['**', none],
    ['http://h:65536/', none],
  ] as const) {
    t.equal(
      outcome(() => originForm(target)),
      expected,
      target,
    );
  }
});

const request = (method: string, headers: Record<string, string>) =>
  ({ method, headers }) as unknown as IncomingMessage;

t.test('a Host is examined again when it was trusted for half a minute', async (t) => {
  const names = ['box'];
  let asked = 0;
  const guard = new LanGuard(() => {
    asked += 1;
    return names;
  });
  const check = (host: string, method = 'GET') => outcome(() => guard.check(request(method, { host })));
  for (const host of ['box', 'box', 'box', 'BOX.:80', 'BOX.:80']) t.equal(check(host), undefined, host);
  t.equal(asked, 2, 'each spelling once');
  names[0] = 'other';
  t.equal(check('box'), undefined, 'trusted still');
  for (let at = 0; at < 254; at += 1) check(`localhost:${at}`);
  check('box');
  t.equal(asked, 2, '256 are remembered');
  check('localhost:254');
  t.equal(check('box'), 'HOST_NOT_ALLOWED', 'one more, and all are examined anew');
  t.equal(check(''), 'HOST_MISSING');
  for (const [host, expected] of [
    ['127.255.255.255', undefined],
    ['128.0.0.1', 'HOST_NOT_ALLOWED'],
    ['126.255.255.255', 'HOST_NOT_ALLOWED'],
    ['[::1]', undefined],
    ['[::1%lo]:80', undefined],
    ['[::2]', 'HOST_NOT_ALLOWED'],
    ['localhost.:1', undefined],
    ['x/y.local', 'HOST_NOT_ALLOWED'],
  ] as const) {
    t.equal(check(host), expected, host);
  }
});

t.test('who asks from elsewhere may read and not write', async (t) => {
  const from = (headers: Record<string, string>) => outcome(() => requireSameOrigin(request('PUT', headers), 'Box:80'));
  const refused = 'CROSS_SITE_REQUEST';
  for (const [headers, expected] of [
    [{}, undefined],
    [{ origin: 'http://box:80' }, undefined],
    [{ origin: 'HTTPS://BOX:80' }, undefined],
    [{ origin: 'http://box' }, refused],
    [{ origin: 'null' }, refused],
    [{ 'sec-fetch-site': 'same-site' }, refused],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://box:80' }, undefined],
    [{ 'sec-fetch-site': 'cross-site', origin: 'http://box:80' }, refused],
    [{ 'sec-fetch-site': 'same-origin', origin: 'http://other' }, refused],
  ] as const) {
    t.equal(from(headers), expected, JSON.stringify(headers));
  }
  const guard = new LanGuard(() => []);
  for (const [method, expected] of [
    ['GET', undefined],
    ['HEAD', undefined],
    ['OPTIONS', refused],
    ['DELETE', refused],
  ] as const) {
    const foreign = request(method, { host: 'localhost', origin: 'http://evil.example' });
    t.equal(
      outcome(() => guard.check(foreign)),
      expected,
      method,
    );
  }
});

t.test('the query of a route', async (t) => {
  const parameters = (one: QueryParameters[string]): QueryParameters => ({ x: one });
  const int32 = parameters({ type: 'integer', format: 'int32', minimum: -3, description: '' });
  const any32 = parameters({ type: 'integer', format: 'int32', default: 7, description: '' });
  const int64 = parameters({ type: 'integer', format: 'int64', description: '' });
  const text = parameters({ type: 'string', maxLength: 3, description: '' });
  const names = parameters({ type: 'string', maxLength: 3, enum: ['a', 'b'], default: 'a', description: '' });
  const flag = parameters({ type: 'boolean', description: '' });
  const bad = 'INVALID_QUERY';
  for (const [query, of, expected] of [
    ['x=-3', int32, -3],
    ['x=-4', int32, bad],
    ['x=2147483647', int32, 2147483647],
    ['x=2147483648', int32, bad],
    ['x=-2147483648', any32, -2147483648],
    ['x=-2147483649', any32, bad],
    ['', any32, 7],
    ['', int32, bad],
    ['x=', any32, bad],
    ['x=+1', any32, bad],
    ['x=1.0', any32, bad],
    ['x=1&x=1', any32, bad],
    ['x=9223372036854775807', int64, 2 ** 63],
    ['x=9223372036854775808', int64, bad],
    ['x=-9223372036854775808', int64, -(2 ** 63)],
    ['x=-9223372036854775809', int64, bad],
    ['x=00000000000000000012', int64, bad],
    ['x=abc', text, 'abc'],
    ['x=abcd', text, bad],
    ['x=', text, ''],
    ['x=b', names, 'b'],
    ['x=c', names, bad],
    ['', names, 'a'],
    ['x=true', flag, true],
    ['x=1', flag, true],
    ['x=false', flag, false],
    ['x=0', flag, false],
    ['x=toString', flag, bad],
    ['x=', flag, bad],
    ['y=1', flag, bad],
  ] as const) {
    const found = outcome(() => readQuery(query, of)['x']);
    t.equal(found, expected, `${query} ${JSON.stringify(of['x'])}`);
  }
  t.throws(() => readQuery('x=1', { ...flag, y: { type: 'boolean', description: '' } }), {
    message: 'y is required',
    violations: [{ path: 'y', message: 'is required' }],
  });
});

t.test('entries that may not enter the queue are told, twenty of them at most', async (t) => {
  const refused = (name: string) => new InvalidInput('NOT_FOUND', `${name} is not there.`);
  const paths = { resolveAll: async (all: readonly string[]) => all.map((p) => (p.startsWith('/') ? p : refused(p))) };
  const streams = { examine: (url: string) => (url.includes('bad') ? new InvalidInput('BAD_URL', 'No.') : url) };
  const admit = (tracks: readonly string[]) => admitTracks(tracks, paths as never, streams as never);
  t.strictSame(await admit([' /a ', 'HTTP://x', '/b', 'mms+x-1.0://y']), ['/a', 'HTTP://x', '/b', 'mms+x-1.0://y']);
  t.strictSame(await admit([]), []);
  await t.rejects(admit(['/a', 'no']), {
    code: 'NOT_FOUND',
    message: 'no is not there.',
    violations: [{ path: '/tracks/1', message: 'no is not there.' }],
  });
  await t.rejects(admit(['/a', 'http://bad', 'no']), {
    code: 'BAD_URL',
    message: 'No. (and 1 more)',
    violations: [{ path: '/tracks/1' }, { path: '/tracks/2' }],
  });
  for (const count of [20, 21]) {
    const error = await admit(Array.from({ length: count }, (_, at) => `no${at}`)).catch((caught: unknown) => caught);
    t.match(error, { message: `no0 is not there. (and ${count - 1} more)` });
    t.equal((error as InvalidInput).violations.length, 20);
  }
});

t.test('events that a client missed', async (t) => {
  const history = new EventHistory();
  const idOf = (number: number | string, epoch = history.epoch) => `${epoch}-${number}`;
  t.equal(history.latestId, idOf(0));
  t.strictSame(history.after(idOf(0)), []);
  t.strictSame(history.last(5), []);
  const first = history.add((id) => `<${id}>`);
  t.equal(first, `<${idOf(1)}>`);
  for (let number = 2; number <= 200; number += 1) history.add((id) => id);
  t.equal(history.after(idOf(0))?.length, 200);
  history.add((id) => id);
  t.equal(history.after(idOf(0)), undefined, 'one of them is gone');
  t.equal(history.after(idOf(1))?.length, 200);
  t.strictSame(history.after(idOf(200)), [idOf(201)]);
  t.strictSame(history.after(idOf(201)), []);
  t.strictSame(history.last(2), [idOf(200), idOf(201)]);
  const other = history.epoch === '00000000' ? '00000001' : '00000000';
  for (const id of [idOf(202), idOf(201, other), idOf(''), idOf('-1'), 'x', '', idOf('0'.repeat(16))]) {
    t.equal(history.after(id), undefined, id);
  }
});

t.test('events are kept as long as a client may leave all of them unread', async (t) => {
  const history = new EventHistory();
  const half = 'é'.repeat(UNREAD_LIMIT / 8);
  history.add(() => half);
  history.add(() => half);
  t.strictSame(history.last(9), [half, half], 'half of what may be unread');
  history.add(() => 'x');
  t.strictSame(history.last(9), [half, 'x']);
  history.add(() => 'y'.repeat(UNREAD_LIMIT));
  t.strictSame(history.last(9), [], 'larger than all that is kept');
  t.equal(history.after(history.latestId)?.length, 0);
});

t.test('a client that reads nothing is dropped when one byte too much is unread', async (t) => {
  const done: string[] = [];
  const response = {
    writable: true,
    writableLength: 0,
    writeHead: (status: number) => void done.push(`head ${status}`),
    write: (text: string) => void done.push(text.trim()),
    destroy: () => void done.push('destroyed'),
    end: () => void done.push('ended'),
    socket: { destroySoon: () => void done.push('connection ended') },
  };
  const stream = new EventStream(response as unknown as ServerResponse);
  response.writableLength = UNREAD_LIMIT;
  stream.send('a');
  response.writableLength += 1;
  stream.send('b');
  response.writable = false;
  stream.send('c');
  stream.end();
  t.strictSame(done, ['head 200', 'retry: 2000', 'a', 'b', 'destroyed', 'ended', 'connection ended']);
});

t.test('the name of a file to be kept (RFC 6266, RFC 8187)', async (t) => {
  for (const [name, plain, encoded] of [
    ['a b.mp3', 'a b.mp3', 'a%20b.mp3'],
    ['a"\\%.mp3', 'a___.mp3', 'a%22%5C%25.mp3'],
    ['~ \x1f\x7f', '~ __', '~%20%1F%7F'],
    ["it's (*)", "it's (*)", 'it%27s%20%28%2A%29'],
    ['é', '_', '%C3%A9'],
  ] as const) {
    t.equal(attachment(name), `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`);
  }
});

t.test('a time for the clock (RFC 3339 section 5.6)', async (t) => {
  const none = 'INVALID_BODY';
  for (const [time, expected] of [
    ['1970-01-01T00:00:00.001Z', 1],
    ['1970-01-01T00:00:00Z', none],
    ['1970-01-01T01:00:01+01:00', 1000],
    ['1969-12-31T23:00:01-01:00', 1000],
    ['1970-01-01T00:59:59+01:00', none],
    ['2024-02-29t12:00:00z', Date.UTC(2024, 1, 29, 12)],
    ['2024-02-29 12:00:00.123456789Z', Date.UTC(2024, 1, 29, 12, 0, 0, 123)],
    ['2024-02-29 12:00:00.5Z', Date.UTC(2024, 1, 29, 12, 0, 0, 500)],
    ['2025-02-29T12:00:00Z', none],
    ['2025-02-28T23:59:60Z', none],
    ['2025-02-28T24:00:00Z', none],
    ['2025-02-28T12:00:00', none],
    ['2025-02-28', none],
    ['', none],
  ] as const) {
    t.strictSame(
      outcome(() => toClockChange({ time })),
      expected === none ? none : { time: expected },
      time,
    );
  }
  t.strictSame(toClockChange({}), {});
  t.strictSame(toClockChange({ ntp: false, timezone: 'Europe/Berlin' }), {
    networkTime: false,
    timeZone: 'Europe/Berlin',
  });
});

t.test('what a playlist puts into the queue', async (t) => {
  const track = (location: string, available: boolean) => ({ key: 1, location, available, stream: undefined });
  const stream = (url: string) => ({ stream: { url } });
  const streams = { examine: (url: string) => (url.includes('bad') ? new InvalidInput('BAD_URL', 'No.') : url) };
  const nothing = 'NOTHING_TO_PLAY';
  for (const [named, expected] of [
    [[track('/a', true)], ['/a']],
    [
      [undefined, track('/away', false), track('/a', true), undefined],
      ['/away', '/a'],
    ],
    [
      [track('/away', false), stream('http://good/')],
      ['/away', 'http://good/'],
    ],
    [[track('/a', true), stream('http://bad/')], ['/a']],
    [[], nothing],
    [[undefined], nothing],
    [[track('/away', false), track('/gone', false)], nothing],
    [[stream('http://bad/')], nothing],
  ] as const) {
    const player = new FakePlayer();
    const library = { named: async () => named };
    const played = playTracks(['x'], { library, player, streams } as never);
    const failure = await played.then(
      () => undefined,
      (error: unknown) => (error as TonearmError).code,
    );
    const queue = [
      ['replaceQueue', expected],
      ['startAt', 0, 0, 0],
    ];
    t.strictSame([failure, player.commands], expected === nothing ? [nothing, []] : [undefined, queue]);
  }
});

t.test('what a client says of a station', async (t) => {
  const url = 'http://radio.example:8000/live';
  let title: string | undefined;
  const parts = {
    streams: { examine: (text: string) => (text === url ? text : new InvalidInput('BAD_URL', 'No.')) },
    library: { streamsAt: async ([at]: string[]) => (title === undefined || at !== url ? [] : [{ url, title }]) },
  };
  const facts = (body: object) => stationFacts({ url, ...body }, parts as never);
  const plain = { name: 'radio.example', url, logo: null, homepage: null, tags: [], codec: '', bitrate: 0 };
  t.strictSame(await facts({}), { ...plain, directoryId: null });
  const none = { name: null, logo: null, homepage: '', tags: null, codec: null, bitrate: null, directory_id: null };
  t.strictSame(await facts(none), { ...plain, directoryId: null });
  const all = {
    ...{ url: ` ${url} `, name: ' One ', logo: ' http://a/l.png ', homepage: 'https://a/', tags: ['x'] },
    ...{ codec: ' AAC ', bitrate: 7, directory_id: 'd' },
  };
  t.strictSame(await facts(all), {
    ...{ name: 'One', url, logo: 'http://a/l.png', homepage: 'https://a/', tags: ['x'], codec: 'AAC', bitrate: 7 },
    directoryId: 'd',
  });
  for (const [sent, name] of [
    ['Told', 'Told'],
    [' \u0000 ', 'radio.example'],
    ['x'.repeat(300), 'x'.repeat(250)],
    [`${'x'.repeat(249)}😀`, 'x'.repeat(249)],
    [`${'x'.repeat(248)}😀y`, `${'x'.repeat(248)}😀`],
  ] as const) {
    title = sent;
    t.equal((await facts({ name: ' ' })).name, name, sent.slice(0, 10));
    t.equal((await facts({ name: 'Own' })).name, 'Own');
  }
  for (const [body, code, path] of [
    [{ url: 'http://other/' }, 'BAD_URL', '/url'],
    [{ logo: 'x' }, 'UNSUPPORTED_URL', '/logo'],
    [{ homepage: 'ftp://a/' }, 'UNSUPPORTED_URL', '/homepage'],
  ] as const) {
    await t.rejects(facts(body), { code, violations: [{ path }] });
  }
});

t.test('how long answers took, by operation and kind of status', async (t) => {
  const durations = new RequestDurations();
  const note = (operation: string | undefined, status: number, seconds: number) =>
    durations.note({ operation, status } as never, performance.now() - 1000 * seconds);
  note('getVersion', 200, 5);
  note('getVersion', 204, 100);
  note('getVersion', 304, 0.5);
  note(undefined, 499, 0.5);
  const lines = exposition([durations.read()]).split('\n');
  const name = 'tonearm_http_request_duration_seconds';
  const seconds = (operation: string, status: string) =>
    lines
      .map((line) => /_bucket\{(.*),le="(.*)"\} (\d+)$/.exec(line) ?? [])
      .filter(([, labels]) => labels === `operation="${operation}",status="${status}"`)
      .map(([, , bound, count]) => `${bound}: ${count}`);
  const none = ['0.001: 0', '0.0025: 0', '0.01: 0', '0.03: 0', '0.1: 0', '0.3: 0'];
  t.strictSame(seconds('getVersion', '2xx'), [...none, '1: 0', '10: 1', '+Inf: 2']);
  t.equal(seconds('getVersion', '3xx').at(-1), '+Inf: 1');
  t.equal(seconds('none', '4xx').at(-1), '+Inf: 1');
  const [, sum = '0'] =
    lines.find((line) => line.startsWith(`${name}_sum{operation="getVersion",status="2xx"}`))?.split(' ') ?? [];
  t.ok(Number(sum) > 104 && Number(sum) < 200, sum);
});
