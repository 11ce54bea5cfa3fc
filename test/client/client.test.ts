import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import t, { type Test } from 'tap';

import { bodyOf, createTonearmClient, Refused, type Schemas, type TonearmClient } from '../../src/client/client.js';
import type { Parts } from '../../src/web/remote/model.js';
import { startRig } from '../http/rig.js';

async function startClient(t: Test) {
  const rig = await startRig(t);
  return { ...rig, box: createTonearmClient(`http://127.0.0.1:${rig.port}`) };
}

/** Another server than the daemon: a proxy, a captive portal. */
async function clientOf(t: Test, status: number, type: string, body: string): Promise<TonearmClient> {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  return createTonearmClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

t.test('JSON, null, texts and nothing come as what they are', async (t) => {
  const { box, player, library } = await startClient(t);
  const version: string = (await bodyOf(box.GET('/version'))).version;
  t.equal(version, '1.2.3');
  const none: Schemas['Mp3Entry'] | null = await bodyOf(box.GET('/player/current-track'));
  t.equal(none, null);
  const index: string = await bodyOf(box.POST('/playlists', { body: { tracks: [`${library}/a.mp3`] } }));
  t.equal(index, '0', 'a text that looks like JSON is a text');
  const played = await box.PUT('/player/play');
  t.same([played.response.status, played.data], [200, undefined]);
  t.strictSame(player.commands.at(-1), ['play', 0, 0]);
  t.match(await bodyOf(box.GET('/')), /^<!doctype html>/);
});

t.test('a refusal is thrown, with what the problem document says', async (t) => {
  const { box } = await startClient(t);
  const asking = bodyOf(box.PUT('/player/volume', { body: { steps: 'loud' as unknown as number } }));
  await t.rejects(asking, {
    name: 'Refused',
    status: 400,
    code: 'INVALID_BODY',
    message: 'The body does not have the documented form.',
    mistakes: [{ path: '/steps', message: 'must be integer' }],
    refused: [],
  });
  const error: unknown = await box
    .GET('/albums/{id}', { params: { path: { id: 'a/b' } } })
    .catch((each: unknown) => each);
  t.type(error, Refused);
  t.match(error, { status: 404, code: 'UNKNOWN_ID' }, 'and what stands in a path is encoded');
});

t.test('what is no problem document is refused by its status', async (t) => {
  const proxy = await clientOf(t, 502, 'text/html', '<p>Bad gateway');
  await t.rejects(proxy.GET('/version'), { name: 'Refused', status: 502, code: '', message: 'The box answered 502.' });
  const gone = createTonearmClient('http://127.0.0.1:1');
  await t.rejects(gone.GET('/version'), TypeError);
});

t.test('a list that the client has already is a 304, which is no body', async (t) => {
  const { box } = await startClient(t);
  const { response } = await box.GET('/albums');
  const etag = response.headers.get('etag') ?? '';
  const again = () => box.GET('/albums', { params: { header: { 'If-None-Match': etag } } });
  t.equal((await again()).response.status, 304);
  await t.rejects(bodyOf(again()), { name: 'Refused', status: 304 });
});

t.test('a playlist of another player is sent as it is', async (t) => {
  const { box } = await startClient(t);
  const made = await bodyOf(
    box.POST('/saved-playlists/import', {
      params: { query: { name: 'Elsewhere' } },
      body: '#EXTM3U\nnot/here.mp3\n',
      headers: { 'Content-Type': 'audio/x-mpegurl' },
    }),
  );
  t.match(made, { playlist: { name: 'Elsewhere' }, missing: [{ line: 2, location: 'not/here.mp3' }] });
  const path = { id: made.playlist.id };
  t.match(await bodyOf(box.GET('/saved-playlists/{id}/export.m3u8', { params: { path } })), /^#EXTM3U/);
});

t.test('what the document does not know is no type', (t) => {
  // Never run: the compiler looks at it.
  const wrong = async (box: TonearmClient): Promise<void> => {
    // @ts-expect-error -- there is no such path
    await box.GET('/nothing');
    // @ts-expect-error -- a path answers to its own methods only
    await box.POST('/version');
    // @ts-expect-error -- a body needs what is required
    await box.PUT('/player/volume', { body: {} });
    // @ts-expect-error -- a query needs what has no default
    await box.PUT('/player/ff-rewind');
    const { volume } = await bodyOf(box.GET('/player/volume'));
    // @ts-expect-error -- it is a number
    volume satisfies string;
    // What the page of the phone takes the events for is what the document says of them.
    ({}) as Schemas['EventSnapshot'] satisfies Parts;
  };
  t.type(wrong, 'function');
  t.end();
});
