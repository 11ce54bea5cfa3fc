/** Subscriptions over a real WebSocket, in both protocols, and with the client library that rockboxd's SDK uses. */
import { createClient } from 'graphql-ws';
import t from 'tap';
import { WebSocket } from 'ws';
import type { Log } from '../../src/log.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { type GraphqlRig, Messages, startGraphql } from './rig.js';

const STATUS = { query: 'subscription { playbackStatus { status } }' };
const SONG = { query: 'subscription { currentlyPlayingSong { title elapsed } }' };

async function greeted(rig: GraphqlRig, protocol = 'graphql-transport-ws'): Promise<Messages> {
  const messages = new Messages(rig.socket(protocol));
  await messages.opened();
  messages.send({ type: 'connection_init' });
  t.strictSame(await messages.next(), { type: 'connection_ack' });
  return messages;
}

const statusIs = (wanted: number) => (message: { payload?: { data?: { playbackStatus?: { status: number } } } }) =>
  message.payload?.data?.playbackStatus?.status === wanted;

t.test('the status, the song and the queue, as they change', async (t) => {
  const rig = await startGraphql(t);
  const { player, paths, graphql } = rig;
  const messages = await greeted(rig);
  messages.send({ type: 'subscribe', id: 'a', payload: STATUS });
  t.strictSame(await messages.next(), { type: 'next', id: 'a', payload: { data: { playbackStatus: { status: 0 } } } });
  messages.send({ type: 'subscribe', id: 'b', payload: SONG });
  messages.send({
    type: 'subscribe',
    id: 'c',
    payload: { query: 'subscription { playlistChanged { amount index tracks { title } } }' },
  });
  messages.send({ type: 'ping' });
  t.strictSame(await messages.next(), { type: 'pong' });
  await player.replaceQueue(paths);
  t.strictSame(await messages.until((message: { id?: string }) => message.id === 'c'), {
    type: 'next',
    id: 'c',
    payload: {
      data: {
        playlistChanged: {
          amount: 3,
          index: 0,
          tracks: [{ title: 'Future Days' }, { title: 'Spray' }, { title: 'Isi' }],
        },
      },
    },
  });
  await player.startAt(1, { elapsed: 0, offset: 0 } as never);
  t.ok(await messages.until(statusIs(1)));
  await player.pause();
  t.ok(await messages.until(statusIs(3)));
  await player.resume();
  t.strictSame(
    await messages.until(
      (message: { id?: string; payload: { data: { currentlyPlayingSong?: unknown } } }) => message.id === 'b',
    ),
    { type: 'next', id: 'b', payload: { data: { currentlyPlayingSong: { title: 'Spray', elapsed: 0 } } } },
  );
  for (const id of ['a', 'b', 'c']) messages.send({ type: 'complete', id });
  messages.send({ type: 'ping' });
  await messages.until((message: { type: string }) => message.type === 'pong');
  t.equal((await graphql.engine()).feed.isUsed, false, 'nobody subscribes any more');
});

t.test('the position comes while it plays, by a clock that rests otherwise', async (t) => {
  const rig = await startGraphql(t);
  await rig.player.replaceQueue(rig.paths);
  await rig.player.startAt(0, { elapsed: 0, offset: 0 } as never);
  const messages = await greeted(rig);
  messages.send({ type: 'subscribe', id: 'b', payload: SONG });
  for (let count = 0; count < 3; count++) t.match(await messages.next(), { id: 'b', payload: { data: {} } });
});

t.test("the client of rockboxd's SDK: queries, subscriptions and refusals", async (t) => {
  const rig = await startGraphql(t);
  const client = createClient({
    url: `ws://127.0.0.1:${rig.port}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  t.teardown(() => client.dispose());
  const statuses = client.iterate<{ playbackStatus: { status: number } }>(STATUS);
  t.strictSame((await statuses.next()).value, { data: { playbackStatus: { status: 0 } } });
  await rig.player.replaceQueue(rig.paths);
  await rig.player.startAt(0, { elapsed: 0, offset: 0 } as never);
  t.strictSame((await statuses.next()).value, { data: { playbackStatus: { status: 1 } } });
  await statuses.return?.();
  const query = client.iterate({ query: '{ status }' });
  t.strictSame((await query.next()).value, { data: { status: 1 } });
  t.equal((await query.next()).done, true);
  await t.rejects(client.iterate({ query: '{ nothing }' }).next(), [
    { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
  ] as never);
});

t.test('the older protocol, which the page of rockboxd speaks', async (t) => {
  const rig = await startGraphql(t);
  const messages = await greeted(rig, 'graphql-ws');
  messages.send({ type: 'start', id: '1', payload: STATUS });
  t.strictSame(await messages.next(), { type: 'data', id: '1', payload: { data: { playbackStatus: { status: 0 } } } });
  messages.send({ type: 'start', id: '2', payload: { query: '{ nothing }' } });
  t.match(await messages.next(), { type: 'error', id: '2', payload: { message: /nothing/ } });
  messages.send({ type: 'start', id: 3, payload: { query: '{ status }', variables: {}, operationName: null } });
  t.strictSame(await messages.next(), { type: 'data', id: '3', payload: { data: { status: 0 } } });
  t.strictSame(await messages.next(), { type: 'complete', id: '3' });
  messages.send({ type: 'stop', id: '1' });
  messages.send({ type: 'connection_terminate' });
  t.equal(await messages.close(), 1005);
  t.equal((await rig.graphql.engine()).feed.isUsed, false);
});

t.test('what is not of the protocol closes the connection, with its code', async (t) => {
  const rig = await startGraphql(t);
  const closing = async (...sent: readonly (object | string)[]): Promise<number> => {
    const messages = await greeted(rig);
    for (const each of sent) messages.socket.send(typeof each === 'string' ? each : JSON.stringify(each));
    return messages.close();
  };
  const start = (id: string, payload: unknown = STATUS) => ({ type: 'subscribe', id, payload });
  t.equal(await closing('{'), 4400);
  t.equal(await closing('[1]'), 4400);
  t.equal(await closing({ type: 'other' }), 4400);
  t.equal(await closing({ type: 'subscribe' }), 4400);
  t.equal(await closing(start('')), 4400);
  t.equal(await closing(start('x'.repeat(200))), 4400);
  t.equal(await closing(start('1', { query: 1 })), 4400);
  t.equal(await closing(start('1', { ...STATUS, variables: [] })), 4400);
  t.equal(await closing({ type: 'connection_init' }), 4429);
  t.equal(await closing(start('1'), start('1')), 4409);
  t.equal(await closing(...Array.from({ length: 17 }, (_, index) => start(String(index)))), 1013);
  t.equal(await closing('x'.repeat(300_000)), 1009);
  const early = new Messages(rig.socket('graphql-transport-ws'));
  await early.opened();
  early.send(start('1'));
  t.equal(await early.close(), 4401);
  const other = new Messages(rig.socket('mqtt'));
  t.equal(await other.close(), 1006, 'ws ends what gets none of its protocols');
});

t.test('a client that does not greet, or does not read, is dropped', async (t) => {
  let drop: () => void = () => undefined;
  const dropped = new Promise<void>((resolve) => (drop = resolve));
  const log: Log = {
    ...SILENT_LOG,
    debug: (message) => message === 'client: dropped (it takes nothing)' && drop(),
    child: () => log,
  };
  const rig = await startGraphql(t, { log }, { greeting: 50, stall: 100 });
  const silent = new Messages(rig.socket('graphql-transport-ws'));
  t.equal(await silent.close(), 4408);
  const messages = new Messages(rig.socket('graphql-transport-ws'));
  await messages.opened();
  messages.send({ type: 'connection_init' });
  await messages.next();
  await rig.player.replaceQueue(Array.from({ length: 9000 }, () => rig.paths[0] ?? ''));
  messages.socket.pause();
  const query = '{ playlistGetCurrent { tracks { id title artist album path albumArtist length albumId artistId } } }';
  for (let id = 0; id < 16; id++) messages.send({ type: 'subscribe', id: String(id), payload: { query } });
  await dropped;
  messages.socket.resume();
  await messages.close();
  t.strictSame(await rig.data('{ playlistAmount }'), { playlistAmount: 9000 });
});

t.test('the server stops, and all clients hear of it', async (t) => {
  const rig = await startGraphql(t);
  const messages = await greeted(rig);
  messages.send({ type: 'subscribe', id: 'a', payload: STATUS });
  await messages.next();
  await rig.graphql.stop();
  t.equal(await messages.close(), 1001);
});
