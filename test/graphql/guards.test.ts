/** Who is answered, and what needs the PIN. */
import t from 'tap';
import { Messages, startGraphql } from './rig.js';

const QUERY = { query: '{ status }' };

t.test('a query is answered, and only what REST would answer', async (t) => {
  const { post, port, loads } = await startGraphql(t);
  const refused: readonly (readonly [headers: Readonly<Record<string, string>>, status: number, code: string])[] = [
    [{ host: 'evil.example' }, 403, 'HOST_NOT_ALLOWED'],
    [{ origin: 'http://evil.example' }, 403, 'CROSS_SITE_REQUEST'],
    [{ origin: 'null' }, 403, 'CROSS_SITE_REQUEST'],
    [{ 'sec-fetch-site': 'cross-site' }, 403, 'CROSS_SITE_REQUEST'],
    [{ 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': 'multipart/form-data; boundary=x' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    [{ 'content-encoding': 'gzip' }, 415, 'UNSUPPORTED_ENCODING'],
  ];
  for (const [headers, status, code] of refused) {
    const answer = await post(QUERY, headers);
    t.match([answer.status, JSON.parse(answer.text)], [status, { code }], JSON.stringify(headers));
    t.equal(answer.headers['access-control-allow-origin'], undefined);
  }
  const bodies: readonly (readonly [body: unknown, status: number, code: string])[] = [
    ['{', 400, 'MALFORMED_JSON'],
    [[QUERY], 400, 'INVALID_BODY'],
    [{ query: 1 }, 400, 'INVALID_BODY'],
    [{ ...QUERY, variables: [] }, 400, 'INVALID_BODY'],
    [{ query: '#'.repeat(70_000) }, 400, 'INVALID_BODY'],
    [{ ...QUERY, variables: { x: 'x'.repeat(2 * 1024 * 1024) } }, 413, 'BODY_TOO_LARGE'],
  ];
  for (const [body, status, code] of bodies) {
    const answer = await post(body);
    t.match([answer.status, JSON.parse(answer.text)], [status, { code }]);
  }
  t.equal((await post(undefined, {}, '/graphql?query=%7Bstatus%7D', 'GET')).status, 405);
  t.equal((await post(undefined, {}, '/', 'GET')).status, 404);
  t.equal(loads(), 0, 'graphql-js is not loaded by any of these');
  const answer = await post(QUERY, { origin: `http://127.0.0.1:${port}` });
  t.strictSame([answer.status, answer.text], [200, '{"data":{"status":0}}']);
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  t.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
  await post(QUERY);
  t.equal(loads(), 1);
});

t.test('covers and files are where rockboxd has them', async (t) => {
  const { post, ids } = await startGraphql(t);
  const { tracks } = await ids();
  for (const path of [`/tracks/${tracks[0]}`, `/tracks/${tracks[0]}.flac`]) {
    const answer = await post(undefined, { range: 'bytes=0-2' }, path, 'GET');
    t.match([answer.status, answer.text], [206, 'Can']);
  }
  t.equal((await post(undefined, {}, `/tracks/${tracks[0]}`, 'HEAD')).status, 200);
  t.equal((await post(undefined, {}, '/tracks/none', 'GET')).status, 404);
  t.equal((await post(undefined, {}, '/covers/none.jpg', 'GET')).status, 404);
});

t.test('what needs the PIN over REST needs it here', async (t) => {
  const { deps, ask, code, socket } = await startGraphql(t);
  await deps.pin.change({ pin: '2468', level: 'changes' }, { pin: undefined, client: '127.0.0.1' });
  const guarded = [
    'mutation { saveSettings(settings: { playerName: "Mine" }) }',
    'mutation { setDithering(enabled: true) }',
    'mutation { deleteSavedPlaylist(id: "x") }',
    'mutation { deleteSmartPlaylist(id: "x") }',
    'mutation { playlistRemoveAllTracks }',
  ];
  for (const query of guarded) t.equal(await code(query), 'PIN_REQUIRED', query);
  t.equal(await code(guarded[0] ?? '', {}, { 'tonearm-pin': '1357' }), 'PIN_WRONG');
  const given = { 'tonearm-pin': '2468' };
  t.strictSame(await ask(guarded[0] ?? '', {}, given), { data: { saveSettings: true } });
  t.strictSame(await ask('mutation { saveSettings(settings: { repeatMode: 1 }) pause }'), {
    data: { saveSettings: true, pause: 0 },
  });
  const messages = new Messages(socket('graphql-transport-ws'));
  await messages.opened();
  messages.send({ type: 'connection_init', payload: { pin: '2468' } });
  t.strictSame(await messages.next(), { type: 'connection_ack' });
  messages.send({ type: 'subscribe', id: '1', payload: { query: guarded[1] } });
  t.strictSame(await messages.next(), { type: 'next', id: '1', payload: { data: { setDithering: true } } });
});

t.test('a WebSocket is opened by those whom REST answers, too', async (t) => {
  const { socket, port } = await startGraphql(t);
  const statusOf = (headers: Readonly<Record<string, string>>, path?: string): Promise<number | undefined> =>
    new Promise((resolve) => {
      const opening = socket('graphql-transport-ws', headers, path);
      opening.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
      opening.once('open', () => resolve(101));
    });
  t.equal(await statusOf({ host: 'evil.example' }), 403);
  t.equal(await statusOf({ origin: 'http://evil.example' }), 403);
  t.equal(await statusOf({}, '/other'), 404);
  t.equal(await statusOf({ origin: `http://127.0.0.1:${port}` }), 101);
  const others = await Promise.all(Array.from({ length: 17 }, () => statusOf({})));
  t.ok(others.includes(503), 'one address has only so many');
});
