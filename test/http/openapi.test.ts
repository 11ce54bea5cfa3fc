import t from 'tap';
import { allRoutes } from '../../src/http/routes/index.js';
import type { HttpParts } from '../../src/http/parts.js';
import { startRig } from './rig.js';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { name: string; in: string; required: boolean; schema: { type: string } }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

interface Document {
  openapi: string;
  info: { version: string; license: { identifier: string } };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required?: string[]; properties?: object }> };
}

const { send } = await startRig(t);
const answer = await send('GET', '/openapi.json');
const document = answer.json as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

t.test('the document is OpenAPI 3.1.0 of interface version 1.0.0', async (t) => {
  t.equal(answer.status, 200);
  t.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  t.equal(document.openapi, '3.1.0');
  t.equal(document.info.version, '1.0.0');
  t.equal(document.info.license.identifier, 'GPL-2.0-or-later');
  t.equal((await send('GET', '/openapi.json')).text, answer.text, 'the same every time');
});

t.test('every route in the code is in the document, and the reverse', async (t) => {
  const coded = allRoutes({} as HttpParts).map(({ method, path }) => `${method} ${path}`);
  t.strictSame(operations.map(({ method, path }) => `${method} ${path}`).sort(), coded.sort());
});

const LIBRARY = [
  ...['GET /albums', 'GET /albums/{id}', 'GET /albums/{id}/tracks', 'POST /albums/filter'],
  ...['GET /artists', 'GET /artists/{id}', 'GET /artists/{id}/albums', 'GET /artists/{id}/tracks'],
  ...['POST /artists/filter', 'GET /genres', 'GET /genres/{id}', 'GET /genres/{id}/tracks'],
  ...[
    'GET /genres/{id}/albums',
    'GET /genres/{id}/artists',
    'GET /tracks',
    'GET /tracks/{id}',
    'GET /tracks/{id}/file',
  ],
  ...['PUT /tracks/stream-metadata', 'GET /search', 'GET /browse/tree-entries', 'GET /covers/{name}'],
  ...['GET /library/letters', 'PUT /radio/stations/{id}/move', 'PUT /radio/stations/{id}/play'],
  ...['GET', 'POST'].map((method) => `${method} /radio/stations`),
  ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /radio/stations/{id}`),
  ...['GET /radio/stations/{id}/logo', 'GET /radio/directory', 'POST /radio/directory/{id}/click'],
  ...['GET /radio/directory/{id}/logo'],
  ...['PUT /tracks/{id}/like', 'DELETE /tracks/{id}/like', 'PUT /albums/{id}/like', 'DELETE /albums/{id}/like'],
  ...['GET /likes/tracks', 'GET /likes/albums', 'GET /uploads', 'POST /uploads', 'OPTIONS /uploads'],
  ...['GET', 'PATCH', 'DELETE'].map((method) => `${method} /uploads/{id}`),
  ...['GET', 'POST'].map((method) => `${method} /smart-playlists`),
  ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /smart-playlists/{id}`),
  ...['GET /smart-playlists/{id}/tracks', 'POST /smart-playlists/{id}/play', 'POST /smart-playlists/preview'],
  ...['GET', 'POST'].flatMap((method) => [`${method} /saved-playlists`, `${method} /saved-playlists/folders`]),
  ...['PUT', 'DELETE'].flatMap((method) => [
    `${method} /saved-playlists/{id}`,
    `${method} /saved-playlists/folders/{id}`,
  ]),
  ...['GET', 'POST', 'DELETE'].map((method) => `${method} /saved-playlists/{id}/tracks`),
  ...['GET /saved-playlists/{id}', 'GET /saved-playlists/{id}/track-ids', 'POST /saved-playlists/from-queue'],
  ...['DELETE /saved-playlists/{id}/tracks/{track_id}', 'PUT /saved-playlists/{id}/tracks/move'],
  ...['GET /saved-playlists/{id}/export.m3u8', 'GET /saved-playlists/{id}/export.xspf', 'POST /saved-playlists/import'],
  ...['POST /saved-playlists/{id}/play', 'POST /saved-playlists/{id}/duplicate'],
  ...['GET /track-stats/{id}', 'POST /track-stats/{id}/played', 'POST /track-stats/{id}/skipped'],
];

t.test('every endpoint of the issue is there', async (t) => {
  const commands = [
    'play',
    'pause',
    'resume',
    'stop',
    'next',
    'previous',
    'ff-rewind',
    'flush-and-reload-tracks',
    'load',
    'volume',
    'volume/level',
    'sleep-timer',
    ...['eq', 'crossfeed', 'dithering', 'afr', 'pbe'],
  ];
  const questions = ['status', 'current-track', 'next-track', 'file-position', 'volume', 'sleep-timer'];
  const expected = [
    ...LIBRARY,
    ...commands.map((name) => `PUT /player/${name}`),
    ...questions.map((name) => `GET /player/${name}`),
    ...['GET /devices', 'GET /devices/{id}'],
    ...['connect', 'disconnect', 'volume-mode', 'volume-limit'].map((name) => `PUT /devices/{id}/${name}`),
    ...['POST /playlists', 'PUT /playlists/start', 'GET /playlists/amount', 'GET /player'],
    ...['shuffle', 'resume', 'resume-track', 'undo'].map((name) => `PUT /playlists/${name}`),
    ...['POST /playlists/{id}/tracks', 'DELETE /playlists/{id}/tracks', 'PUT /playlists/{id}/tracks/move'],
    ...[
      'GET /playlists/{id}',
      'GET /playlists/{id}/tracks',
      'GET /version',
      'GET /scan',
      'PUT /scan-library',
      'GET /status',
      'GET /health',
      'GET /metrics',
      'GET /docs',
      'GET /manifest.webmanifest',
      'GET /icons/{name}',
      'GET /settings',
      'PUT /settings',
      'GET /scrobbling',
      ...['GET /bluetooth/adapter', 'GET /bluetooth/devices', 'POST /bluetooth/scan', 'POST /bluetooth/pairing'],
      ...['PUT /bluetooth/devices/{addr}/connect', 'PUT /bluetooth/devices/{addr}/disconnect'],
      'DELETE /bluetooth/devices/{addr}',
      ...['GET', 'PUT'].flatMap((method) => [`${method} /system/pin`, `${method} /system/backup`]),
      ...['GET /system/time', 'PUT /system/time', 'GET /system/time-zones', 'PUT /system/power', 'GET /system/roots'],
      ...['POST /system/reset', 'GET /system/diagnostics', 'GET /system/discovery'],
      'GET /openapi.json',
      'GET /events',
      'GET /',
    ],
  ];
  t.strictSame(operations.map(({ method, path }) => `${method} ${path}`).sort(), expected.sort());
});

t.test('every documented operation is served', async (t) => {
  // The events never end; they have tests of their own.
  for (const { path, method } of operations.filter(({ path }) => path !== '/events')) {
    const { status, json } = await send(method, path.replace(/\{\w+\}/, 'current'), { body: {} });
    const { code } = (json ?? {}) as { code?: string };
    const isUnknown = status === 404 && path.includes('{') && code !== 'UNKNOWN_PATH';
    t.ok(
      isUnknown || code === 'RADIO_DIRECTORY_OFF' || [200, 204, 400, 415, 422].includes(status),
      `${method} ${path}: ${status}`,
    );
  }
});

t.test('every operation has a name of its own, a summary, and documents its problems', async (t) => {
  const names = operations.map(({ operation }) => operation.operationId);
  t.equal(new Set(names).size, names.length);
  for (const { path, method, operation } of operations) {
    const place = `${method} ${path}`;
    t.ok(operation.summary && operation.tags.length === 1, place);
    t.ok(
      ['200', '201', '202', '204'].some((status) => operation.responses[status]),
      place,
    );
    t.strictSame(
      operation.responses['403']?.content?.['application/problem+json']?.schema,
      { $ref: '#/components/schemas/Problem' },
      place,
    );
    if (operation.requestBody)
      t.ok(operation.responses['400'] && operation.responses['413'] && operation.responses['415']);
    if (operation.parameters?.some((each) => each.in === 'query')) t.ok(operation.responses['400'], place);
  }
});

t.test('every reference leads somewhere, and every component is referred to', async (t) => {
  const references = new Set(
    [...answer.text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name),
  );
  t.strictSame([...references].sort(), Object.keys(document.components.schemas).sort());
});

t.test('required parameters are those without a default', async (t) => {
  const parametersOf = (path: string) =>
    document.paths[path]!['put']!.parameters!.map(({ name, required }) => [name, required]);
  t.strictSame(parametersOf('/player/ff-rewind'), [['newtime', true]]);
  t.strictSame(parametersOf('/playlists/start'), [
    ['start_index', false],
    ['elapsed', false],
    ['offset', false],
  ]);
});

t.test('answers have exactly the documented fields', async (t) => {
  const rig = await startRig(t);
  rig.player.hold(['/music/a.mp3']);
  rig.player.kind = 'playing';
  for (const [path, schema] of [
    ['/player/current-track', 'Mp3Entry'],
    ['/playlists/current', 'PlaylistInfo'],
    ['/playlists/amount', 'Amount'],
    ['/version', 'Version'],
  ] as const) {
    const { json } = await rig.send('GET', path);
    const { required, properties } = document.components.schemas[schema]!;
    t.strictSame(Object.keys(json as object).sort(), [...required!].sort(), path);
    t.strictSame(Object.keys(properties!).sort(), [...required!].sort(), path);
  }
  const { required, properties } = document.components.schemas['VolumeInfo']!;
  t.strictSame(required, ['volume', 'min', 'max']);
  const more = ['percent', 'decibels', 'limit', 'limit_percent'];
  t.strictSame(Object.keys(properties!), [...required!, ...more], 'what the control may not know, or nobody has set');
});
