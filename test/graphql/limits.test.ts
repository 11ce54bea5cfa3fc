/** Bounds: what asks for too much is refused before it is run, and what is wrong is said with a code. */
import { connect } from 'node:net';
import t from 'tap';
import type { ShelfTrack } from '../library/shelf.js';
import { putOnShelf } from '../library/shelf.js';
import { startGraphql } from './rig.js';

const nested = (levels: number): string =>
  `{ __schema { queryType ${'{ ofType '.repeat(levels)}{ name }${' }'.repeat(levels)} } }`;

t.test('documents that ask for too much', async (t) => {
  const { code, data } = await startGraphql(t);
  const many = (count: number, field: string): string =>
    `{ ${Array.from({ length: count }, (_, index) => `a${index}: ${field}`).join(' ')} }`;
  const spreads = Array.from(
    { length: 20 },
    (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`,
  );
  const large = [
    nested(16),
    many(101, 'status'),
    many(21, 'tracks { id }'),
    `{ tracks { ${Array.from({ length: 1001 }, (_, index) => `a${index}: id`).join(' ')} } }`,
    `{ ...F0 } ${spreads.join(' ')} fragment F20 on Query { status }`,
    '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  ];
  for (const query of large) t.equal(await code(query), 'GRAPHQL_TOO_COMPLEX', query.slice(0, 60));
  t.equal(await code(`{ ${'status '.repeat(4001)} }`), 'GRAPHQL_PARSE_FAILED');
  t.equal(await code('{ status'), 'GRAPHQL_PARSE_FAILED');
  t.equal(await code('{ nothing }'), 'GRAPHQL_VALIDATION_FAILED');
  t.equal(await code('{ ...A } fragment A on Query { ...A }'), 'GRAPHQL_VALIDATION_FAILED');
  t.equal(await code('query A { status } query B { status }'), 'GRAPHQL_VALIDATION_FAILED');
  t.equal(await code('query ($id: String!) { album(id: $id) { id } }', { id: 1 }), 'GRAPHQL_VALIDATION_FAILED');
  t.equal(await code('mutation { adjustVolume(steps: 1.5) }'), 'GRAPHQL_VALIDATION_FAILED');
  t.equal(await code('mutation ($s: Int!) { adjustVolume(steps: $s) }', { s: 0.5 }), 'GRAPHQL_VALIDATION_FAILED');
  t.equal(await code('mutation { adjustVolume(steps: 3000000000) }'), 'INVALID_BODY');
  t.equal(await code('subscription { playbackStatus { status } }'), 'SUBSCRIPTION_NEEDS_WEBSOCKET');
  t.strictSame(Object.keys(await data(many(100, 'status'))).length, 100);
});

t.test('fields with the same name do not hold up the box', async (t) => {
  const { ask } = await startGraphql(t);
  await ask('{ status }');
  const began = performance.now();
  await ask(`{ tracks { ${'id '.repeat(990)} } }`);
  t.ok(performance.now() - began < 5000);
});

t.test('a fault of the daemon is one error, which says nothing of it; the rest is answered', async (t) => {
  const { ask, http, deps } = await startGraphql(t);
  const failing = deps.savedPlaylists as unknown as { list: () => Promise<never> };
  failing.list = () => Promise.reject(new Error('secret'));
  const result = await ask('{ status savedPlaylists { id } }');
  t.strictSame(result.data, null);
  t.match(result.errors, [{ path: ['savedPlaylists'], extensions: { code: 'INTERNAL_ERROR', status: 500 } }]);
  t.notMatch(JSON.stringify(result), /secret/);
  t.match(http.logged.join('\n'), /secret/);
});

/** A library that does not fit into one piece of an answer. */
const MANY: readonly ShelfTrack[] = Array.from({ length: 3000 }, (_, index) => ({
  name: `Many/${index}.mp3`,
  ...{
    title: `Title ${String(index).padStart(5, '0')}`,
    artist: 'Many',
    artists: ['Many'],
    album: 'Many',
    albumArtist: 'Many',
  },
}));

t.test('a long list comes in pieces, to a client that reads slowly too', async (t) => {
  const { write, root, data, port } = await startGraphql(t);
  await write((sql) => void putOnShelf(sql, root, MANY));
  const { tracks, albums } = (await data('{ tracks { title path } albums { id } }')) as Record<string, unknown[]>;
  t.strictSame([tracks?.length, albums?.length], [3003, 3]);
  const body = JSON.stringify({ query: '{ tracks { title path artist album albumArtist md: id } }' });
  const socket = connect(port, '127.0.0.1');
  t.teardown(() => socket.destroy());
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  let text = '';
  socket.pause();
  await data('{ status }');
  for await (const chunk of socket as AsyncIterable<Buffer>) text += chunk.toString();
  t.equal(text.split('"title":').length, 3004);
  t.match(text, /transfer-encoding: chunked/i);
});

t.test('a client that goes away in the middle of its answer leaves nothing behind', async (t) => {
  const { write, root, data, port, http } = await startGraphql(t);
  await write((sql) => void putOnShelf(sql, root, MANY));
  const body = JSON.stringify({ query: '{ tracks { title path artist album albumArtist } }' });
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  t.strictSame(await data('{ status }'), { status: 0 });
  t.strictSame(
    http.logged.filter((line) => !/DEBUG/.test(line)),
    [],
  );
});
