/**
 * The page of rockboxd and its SDKs: every document that the page sends is run as it is, the TypeScript SDK itself drives
 * the box, and the documents of the other SDKs are held against the schema.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLInputField,
  type IntrospectionQuery,
  isInputObjectType,
  isObjectType,
  parse,
  validate,
} from 'graphql';
import t from 'tap';
import { WebSocket } from 'ws';
import { library } from '../../src/graphql/library.js';
import { withoutLong } from '../../src/graphql/long.js';
import { ROOT } from '../house/source-files.js';
import { prepare, RULES, variablesOf } from './operations.js';
import { Messages, startGraphql } from './rig.js';
import { documentsIn, sourcesOrReason } from './rockboxd.js';
import { temporaryDirectory } from '../http/rig.js';

const { root, skip } = await sourcesOrReason();

/** What the page sends and this box refuses, with the code: each has its reason. */
const REFUSED: Readonly<Record<string, string>> = {
  // Nothing is in reach of the stand-in for Bluetooth.
  BluetoothConnect: 'UNKNOWN_BLUETOOTH_DEVICE',
  BluetoothDisconnect: 'UNKNOWN_BLUETOOTH_DEVICE',
};

t.test('every document of the page runs as it is', { skip }, async (t) => {
  const rig = await startGraphql(t);
  const documents = documentsIn(join(root, 'webui/rockbox/src'), /\.tsx?$/);
  const things = await prepare(rig);
  await rig.player.startAt(0, { elapsed: 0, offset: 0 } as never);
  let passed = 0;
  const names = new Set<string>();
  for (const { name, kind, text, file } of documents) {
    names.add(name);
    const variables = variablesOf(name, text, things);
    if (kind === 'subscription') {
      const messages = new Messages(rig.socket('graphql-ws'));
      await messages.opened();
      messages.send({ type: 'connection_init', payload: {} });
      messages.send({ type: 'start', id: '1', payload: { query: text, variables: {}, operationName: null } });
      await messages.next();
      await rig.data('{ status }');
      await rig.player.replaceQueue(rig.paths);
      const message = (await messages.next()) as { type: string; payload: { errors?: unknown } };
      t.strictSame([message.type, message.payload.errors], ['data', undefined], `${file}: ${name}`);
      passed += message.type === 'data' ? 1 : 0;
      continue;
    }
    // Another document may have taken it away.
    await rig.data('mutation ($id: String!) { likeTrack(id: $id) }', { id: things.track });
    const { data, errors } = await rig.ask(text, variables);
    const code = errors?.[0]?.extensions.code;
    const isRight = errors === undefined ? data !== undefined && data !== null : code === REFUSED[name];
    t.ok(isRight, `${file}: ${name} ${JSON.stringify(errors ?? '')}`);
    passed += isRight ? 1 : 0;
  }
  t.ok(names.size >= 60, `${names.size} operations`);
  t.comment(`page: ${passed} of ${documents.length} documents, ${names.size} operations`);
});

t.test('the TypeScript SDK drives the box', { skip }, async (t) => {
  const rig = await startGraphql(t);
  const things = await prepare(rig);
  const bundle = join(await temporaryDirectory(t), 'sdk.mjs');
  await build({
    entryPoints: [join(root, 'sdk/typescript/src/index.ts')],
    ...{ outfile: bundle, bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    nodePaths: [join(ROOT, 'node_modules')],
  });
  (globalThis as { WebSocket?: unknown }).WebSocket ??= WebSocket;
  type Api = Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>;
  interface Client {
    readonly [api: string]: Api;
  }
  interface Sdk {
    readonly RockboxClient: new (config: object) => Client & {
      connect(): void;
      disconnect(): void;
      on(event: string, listener: (value: unknown) => void): void;
    };
  }
  const { RockboxClient } = (await import(pathToFileURL(bundle).href)) as Sdk;
  const client = new RockboxClient({ host: '127.0.0.1', port: rig.port });
  const { track, album, artist, playlist, smart, folder, file } = things;
  const calls: readonly (readonly [api: string, method: string, ...args: readonly unknown[]])[] = [
    ...['rawStatus', 'status', 'currentTrack', 'nextTrack', 'filePosition'].map((each) => ['playback', each] as const),
    ['playback', 'play'],
    ['playback', 'play', 1000, 0],
    ...['pause', 'resume', 'next', 'previous', 'flushAndReload', 'stop'].map((each) => ['playback', each] as const),
    ['playback', 'seek', 2000],
    ['playback', 'playTrack', file],
    ['playback', 'playAlbum', album, { shuffle: true }],
    ['playback', 'playArtist', artist, { position: 1 }],
    ['playback', 'playPlaylist', playlist],
    ['playback', 'playDirectory', rig.root, { recurse: true }],
    ['playback', 'playLikedTracks'],
    ['playback', 'playAllTracks', { shuffle: true }],
    ...['albums', 'likedAlbums', 'artists', 'tracks', 'likedTracks', 'scan'].map((each) => ['library', each] as const),
    ['library', 'album', album],
    ['library', 'artist', artist],
    ['library', 'track', track],
    ['library', 'likeAlbum', album],
    ['library', 'unlikeAlbum', album],
    ['library', 'likeTrack', track],
    ['library', 'unlikeTrack', track],
    ['library', 'search', 'can'],
    ...['current', 'amount', 'shuffle', 'resume', 'start'].map((each) => ['playlist', each] as const),
    ['playlist', 'insertTracks', [file]],
    ['playlist', 'insertDirectory', rig.root],
    ['playlist', 'insertAlbum', album],
    ['playlist', 'removeTrack', 0],
    ['playlist', 'create', 'x', rig.paths],
    ['playlist', 'start', { startIndex: 1 }],
    ['playlist', 'clear'],
    ['savedPlaylists', 'list'],
    ['savedPlaylists', 'list', folder],
    ['savedPlaylists', 'get', playlist],
    ['savedPlaylists', 'trackIds', playlist],
    ['savedPlaylists', 'create', { name: 'B', trackIds: [track] }],
    ['savedPlaylists', 'update', playlist, { name: 'C' }],
    ['savedPlaylists', 'addTracks', playlist, [track]],
    ['savedPlaylists', 'removeTrack', playlist, track],
    ['savedPlaylists', 'play', playlist],
    ['savedPlaylists', 'folders'],
    ['savedPlaylists', 'createFolder', 'G'],
    ['savedPlaylists', 'deleteFolder', folder],
    ['savedPlaylists', 'delete', playlist],
    ['smartPlaylists', 'list'],
    ['smartPlaylists', 'get', smart],
    ['smartPlaylists', 'trackIds', smart],
    ['smartPlaylists', 'create', { name: 'T', rules: RULES }],
    ['smartPlaylists', 'update', smart, { name: 'U', rules: RULES }],
    ['smartPlaylists', 'play', smart],
    ['smartPlaylists', 'trackStats', track],
    ['smartPlaylists', 'recordPlayed', track],
    ['smartPlaylists', 'recordSkipped', track],
    ['smartPlaylists', 'delete', smart],
    ...['getVolume', 'volumeUp', 'volumeDown'].map((each) => ['sound', each] as const),
    ['sound', 'adjustVolume', -2],
    ['settings', 'get'],
    ['settings', 'save', { repeatMode: 1, eqEnabled: true }],
    ['system', 'version'],
    ['system', 'status'],
    ...['entries', 'directories', 'files'].map((each) => ['browse', each] as const),
    ['browse', 'entries', rig.root],
    ['devices', 'list'],
    ['devices', 'get', 'builtin'],
    ['devices', 'connect', 'builtin'],
    ['devices', 'disconnect', 'builtin'],
    ['bluetooth', 'devices'],
    ['bluetooth', 'scan', 1],
  ];
  let passed = 0;
  for (const [api, method, ...args] of calls) {
    try {
      await client[api]?.[method]?.(...args);
      passed += 1;
    } catch (error) {
      t.fail(`${api}.${method}(${JSON.stringify(args)}): ${String(error)}`);
    }
  }
  const methods = Object.entries(client)
    .filter(([name]) => calls.some(([api]) => api === name))
    .flatMap(([name, api]) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(api)).map((method) => [name, method] as const),
    )
    .filter(([, method]) => method !== 'constructor');
  const left = methods.filter(([name, method]) => !calls.some(([api, called]) => api === name && called === method));
  t.strictSame(left, [
    ['bluetooth', 'connect'],
    ['bluetooth', 'disconnect'],
  ]);
  t.comment(`SDK: ${passed} of ${calls.length} calls, ${methods.length} methods`);

  const status = new Promise((resolve) => client.on('status:changed', resolve));
  const queue = new Promise((resolve) => client.on('playlist:changed', resolve));
  client.connect();
  t.type(await status, 'number');
  const filling = setInterval(() => void rig.player.replaceQueue(rig.paths), 50);
  t.match(await queue, { amount: 3, tracks: [{ path: rig.paths[0] }, {}, {}] });
  clearInterval(filling);
  client.disconnect();
});

/** Documents of other SDKs that rockboxd's own schema refuses, too. */
const MISTAKEN: readonly string[] = [];

t.test('the documents of the other SDKs fit the schema', { skip }, async (t) => {
  const { graphql } = await startGraphql(t);
  const { schema } = await graphql.engine();
  for (const sdk of ['python', 'ruby', 'elixir', 'clojure', 'gleam', 'typescript']) {
    const documents = documentsIn(join(root, 'sdk', sdk), /\/?(?:src|lib)\/.*\.(?:py|rb|ex|clj|gleam|ts)$/);
    let passed = 0;
    for (const { name, text, file } of documents) {
      let mistakes: readonly unknown[];
      try {
        mistakes = validate(schema, withoutLong(library, parse(text)));
      } catch (error) {
        mistakes = [error];
      }
      if (mistakes.length === 0) passed += 1;
      else t.ok(MISTAKEN.includes(`${sdk}: ${name}`), `${sdk}/${file}: ${name}: ${String(mistakes[0])}`);
    }
    t.ok(documents.length > 0, sdk);
    t.comment(`${sdk}: ${passed} of ${documents.length} documents`);
  }
});

type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField;

/** Type and arguments. */
function factsOf(field: AnyField): unknown {
  const args = 'args' in field ? field.args : [];
  return [String(field.type), args.map((arg) => `${arg.name}: ${String(arg.type)}`).sort()];
}

/** Fields that rockboxd has taken out of its schema again, or given another type: the copy of its page is older. */
const GONE: readonly string[] = ['Query.soundCurrent', 'NewGlobalSettings.surroundEnabled'];

t.test("the types of rockboxd's schema are here, with the same fields, arguments and types", { skip }, async (t) => {
  const { graphql } = await startGraphql(t);
  const { schema } = await graphql.engine();
  const file = readFileSync(join(root, 'webui/rockbox/graphql.schema.json'), 'utf8');
  const theirs = buildClientSchema(JSON.parse(file) as IntrospectionQuery);
  let fields = 0;
  for (const [name, type] of Object.entries(theirs.getTypeMap())) {
    if (name.startsWith('__') || !(isObjectType(type) || isInputObjectType(type))) continue;
    const own = schema.getType(name);
    const ownFields = isObjectType(own) || isInputObjectType(own) ? own.getFields() : {};
    for (const field of Object.values(type.getFields()) as readonly AnyField[]) {
      if (GONE.includes(`${name}.${field.name}`)) continue;
      fields += 1;
      const same = ownFields[field.name] as AnyField | undefined;
      t.strictSame(same && factsOf(same), factsOf(field), `${name}.${field.name}`);
    }
  }
  t.ok(fields > 400, `${fields} fields`);
});
