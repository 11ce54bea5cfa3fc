import { readFileSync } from 'node:fs';
import t from 'tap';
import { allRoutes } from '../../src/http/routes/index.js';
import { type Examples, openApiDocument } from '../../src/http/openapi.js';
import type { HttpDeps } from '../../src/http/deps.js';
import type { Route } from '../../src/http/route.js';
import { startRig } from './rig.js';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  description?: string;
  parameters?: { name: string; in: string; required: boolean; schema: { type: string } }[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown; example?: unknown }> }>;
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
  const coded = allRoutes({} as HttpDeps).map(({ method, path }) => `${method} ${path}`);
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
    'GET /tracks/{id}/lyrics',
  ],
  ...[
    'PUT /tracks/stream-metadata',
    'GET /search',
    'GET /browse/tree-entries',
    'GET /covers/{name}',
    'GET /covers/{name}/colors',
  ],
  ...['GET /library/letters', 'PUT /radio/stations/{id}/move', 'PUT /radio/stations/{id}/play'],
  ...['GET', 'POST'].map((method) => `${method} /radio/stations`),
  ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /radio/stations/{id}`),
  ...['GET /radio/stations/{id}/logo', 'GET /radio/directory', 'POST /radio/directory/{id}/click'],
  ...['GET /radio/directory/{id}/logo', 'GET /radio/directory/tags', 'GET /radio/recent'],
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
  'POST /saved-playlists/from-file',
  ...['DELETE /saved-playlists/{id}/tracks/{track_id}', 'PUT /saved-playlists/{id}/tracks/move'],
  ...['GET /saved-playlists/{id}/export.m3u8', 'GET /saved-playlists/{id}/export.xspf', 'POST /saved-playlists/import'],
  ...['POST /saved-playlists/{id}/play', 'POST /saved-playlists/{id}/duplicate'],
  ...['POST /likes/among', 'GET /home'],
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
    ...['GET /devices', 'GET /devices/{id}', 'GET /devices/{id}/rooms', 'PUT /devices/{id}/rooms/{room}'],
    ...['GET /snapcast', 'GET /airplay'],
    ...['connect', 'disconnect', 'volume', 'volume-mode', 'volume-limit'].map((name) => `PUT /devices/{id}/${name}`),
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
      'GET /locales/{name}',
      'GET /scripts/{name}',
      'GET /settings',
      'PUT /settings',
      'GET /scrobbling',
      ...['POST /scrobbling/lastfm/connect', 'POST /scrobbling/lastfm/finish', 'DELETE /scrobbling/lastfm'],
      ...['GET /bluetooth/adapter', 'GET /bluetooth/devices', 'POST /bluetooth/scan', 'POST /bluetooth/pairing'],
      ...['PUT /bluetooth/devices/{addr}/connect', 'PUT /bluetooth/devices/{addr}/disconnect'],
      'DELETE /bluetooth/devices/{addr}',
      ...['GET', 'PUT'].flatMap((method) => [`${method} /system/pin`, `${method} /system/backup`]),
      ...['GET /system/time', 'PUT /system/time', 'GET /system/time-zones', 'PUT /system/power', 'GET /system/roots'],
      ...['POST /system/roots', 'DELETE /system/roots/{id}', 'GET /system/folders'],
      ...['POST /system/ignored-folders', 'DELETE /system/ignored-folders/{id}'],
      'GET /system/mqtt',
      ...['GET /system/network-folder', 'PUT /system/network-folder'],
      ...['GET /system/update', 'POST /system/update', 'POST /system/update/roll-back'],
      ...['GET /system/backups', 'POST /system/backups/{name}/restore'],
      ...['GET /system/update/offer', 'POST /system/update/check', 'POST /system/update/download'],
      ...['DELETE /system/update/download', 'POST /system/pin/check'],
      ...['POST /system/reset', 'GET /system/diagnostics', 'GET /system/discovery'],
      ...['GET /system/network', 'GET /system/network/known', 'POST /system/network/confirm'],
      ...['GET /system/network/portal', 'PATCH /system/network', 'PUT /system/network/hotspot'],
      ...['PATCH /system/network/known/{id}', 'DELETE /system/network/known/{id}'],
      ...['GET /system/shares', 'POST /system/shares', 'POST /system/shares/test', 'POST /system/shares/servers'],
      ...['PUT /system/shares/{id}/login', 'PUT /system/shares/{id}/connect', 'DELETE /system/shares/{id}'],
      'POST /system/shares/names',
      ...['PUT /system/network/known/{id}/connect', 'POST /system/network/scan', 'POST /system/network/join'],
      ...['GET /system/notices', 'DELETE /system/notices/{id}'],
      ...['GET /alarms', 'POST /alarms', 'PUT /alarms/snooze', 'PUT /alarms/stop', 'PUT /alarms/{id}/skip'],
      ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /alarms/{id}`),
      'GET /openapi.json',
      'GET /events',
      'GET /',
      'POST /library/play',
    ],
  ];
  t.strictSame(operations.map(({ method, path }) => `${method} ${path}`).sort(), expected.sort());
});

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default', 'enum', 'pattern'];

/** Schemas that are named are listed by their names, once. */
function* limitsOf(node: unknown, path: string): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const bounds = Object.entries(node).filter(([name, value]) => BOUNDS.includes(name) && !isSchema(value));
  if (bounds.length > 0)
    yield `${path}: ${bounds.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')}`;
  for (const [name, value] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples')
      yield* limitsOf(value, `${path}${name.startsWith('/') ? '' : '/'}${labelOf(value) ?? name}`);
  }
}

/** A member of an object may be called as a bound is. */
const isSchema = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters stand in a list: their names tell more than their places in it. */
const labelOf = (value: unknown): string | undefined =>
  isSchema(value) && 'in' in (value as object) ? (value as { name?: string }).name : undefined;

/**
 * The bounds and defaults of every number, text and list of the interface, as clients rely on them: `limits.txt` beside
 * this file has a line for each. A limit that is changed on purpose is changed there too.
 */
t.test('the limits of the interface are those that it is known by', async (t) => {
  const { paths, components } = document;
  const found = [...limitsOf(paths, ''), ...limitsOf(components, '')].join('\n');
  t.equal(found, readFileSync(new URL('limits.txt', import.meta.url), 'utf8').trim());
});

/** A generated client has a function of each name; `operations.txt` beside this file has a line for each. */
t.test('every operation has the name that it is known by', async (t) => {
  const lines = operations.map(({ path, method, operation }) => `${method} ${path} ${operation.operationId}`);
  t.equal(lines.sort().join('\n'), readFileSync(new URL('operations.txt', import.meta.url), 'utf8').trim());
});

t.test('the schemas that rockboxd has too have the names that its clients know', async (t) => {
  const { schemas } = document.components;
  const names = ['GlobalSettings', 'NewGlobalSettings', 'GlobalStatus', 'CompressorSettings', 'EqBandSetting'];
  for (const name of [...names, 'ReplaygainSettings']) t.ok(name in schemas, name);
  for (const name of ['Settings', 'NewSettings', 'Status']) t.notOk(name in schemas, name);
  const { properties } = schemas['GlobalSettings'] as { properties: Record<string, unknown> };
  t.match(properties, {
    eq_band_settings: { items: { $ref: '#/components/schemas/EqBandSetting' } },
    replaygain_settings: { $ref: '#/components/schemas/ReplaygainSettings' },
    compressor_settings: { $ref: '#/components/schemas/CompressorSettings' },
  });
});

t.test('every documented operation is served', async (t) => {
  // The events never end; they have tests of their own.
  for (const { path, method } of operations.filter(({ path }) => path !== '/events')) {
    const { status, json } = await send(method, path.replace(/\{\w+\}/, 'current'), { body: {} });
    const { code } = (json ?? {}) as { code?: string };
    const isUnknown = status === 404 && path.includes('{') && code !== 'UNKNOWN_PATH';
    t.ok(
      isUnknown ||
        ['RADIO_DIRECTORY_OFF', 'LASTFM_NO_KEY', 'NO_ALARM_RINGS', 'NO_ROOMS'].includes(code ?? '') ||
        [200, 204, 400, 415, 422].includes(status),
      `${method} ${path}: ${status}`,
    );
  }
});

t.test('every operation has a name of its own, a summary, and documents its problems', async (t) => {
  const names = operations.map(({ operation }) => operation.operationId);
  t.equal(new Set(names).size, names.length);
  for (const { path: route, method, operation } of operations) {
    const path = `${method} ${route}`;
    t.ok(operation.summary && operation.tags.length === 1, path);
    t.ok(
      ['200', '201', '202', '204'].some((status) => operation.responses[status]),
      path,
    );
    t.strictSame(
      operation.responses['403']?.content?.['application/problem+json']?.schema,
      { $ref: '#/components/schemas/Problem' },
      path,
    );
    if (operation.requestBody)
      t.ok(operation.responses['400'] && operation.responses['413'] && operation.responses['415']);
    if (operation.parameters?.some((each) => each.in === 'query')) t.ok(operation.responses['400'], path);
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

const Named = { type: 'object', properties: { list: { type: 'array', items: { type: ['string', 'null'] } } } } as const;
const Around = { type: 'object', properties: { one: Named }, nothing: null } as const;
const done = { 204: { description: 'Done.' } } as const;
const refusal = (description: string, headers?: object) => ({
  description,
  ...headers,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});
const header = (name: string) => ({ headers: { [name]: { $ref: `#/components/headers/${name}` } } });
const GUARDED = refusal('The host name or the origin of the request is not allowed.');
const FAULT = refusal('A fault of the daemon; its log says which.');
const MALFORMED = refusal('The request does not have the documented form.');
const TOO_MANY = refusal('Too many large bodies come at once.');
const PIN_WRONG = refusal('The PIN is wrong. Or: The host name or the origin of the request is not allowed.');
const NO_PIN = refusal(
  'A PIN is set, and the request has none in the header `Tonearm-Pin`.',
  header('WWW-Authenticate'),
);
const TOO_OFTEN = refusal('Too many PINs were tried; `Retry-After` says how long to wait.', header('Retry-After'));

const toRoute = (row: object): Route => ({ handler: () => undefined, ...row }) as unknown as Route;

/** The operation that a row becomes. */
function operationOf(row: Partial<Route>, example: Examples[string] = { status: 204 }) {
  const whole = { ...{ tag: 'Player', operationId: 'do', summary: 'Do it', answers: done }, ...row };
  const asked = toRoute({ method: 'PUT', path: '/do', ...whole });
  const made = openApiDocument([asked], { Named, Around }, { do: example }) as unknown as Document;
  const { operationId, tags, summary, ...rest } = made.paths[asked.path]![asked.method.toLowerCase()]!;
  t.strictSame({ operationId, tags, summary }, { operationId: 'do', tags: ['Player'], summary: 'Do it' });
  return rest;
}

t.test('a row without anything is an operation without parameters and body', async (t) => {
  t.strictSame(operationOf({}), { responses: { ...done, 403: GUARDED, 500: FAULT } });
});

t.test('the parameters of an operation are those of its path, its query and its header', async (t) => {
  const text = { type: 'string' };
  const { description, parameters, responses } = operationOf({
    method: 'GET',
    path: '/do/{id}/{name}',
    description: 'Words.',
    segments: { name: 'Its name.' },
    query: {
      from: { type: 'integer', format: 'int32', default: 0, description: 'Where.' },
      of: { type: 'string', maxLength: 3, description: 'Of what.' },
    },
    heeds: ['Range'],
    answers: {
      200: { description: 'It.', type: 'application/json', schema: Around, headers: ['ETag'] },
      304: { description: 'The same.' },
    },
    refusals: { 404: 'Not there.', 416: 'Not that.', 403: 'Never.' },
  });
  t.equal(description, 'Words.');
  const live = 'Any value: there is one live queue, and clients say `current`.';
  t.match(parameters, [
    { name: 'id', in: 'path', required: true, description: live, schema: text },
    { name: 'name', in: 'path', required: true, description: 'Its name.', schema: text },
    { name: 'from', in: 'query', required: false, schema: { type: 'integer', format: 'int32', default: 0 } },
    { name: 'of', in: 'query', required: true, description: 'Of what.', schema: { type: 'string', maxLength: 3 } },
    { name: 'If-None-Match', in: 'header', required: false, schema: text },
    { name: 'Range', in: 'header', required: false, schema: text },
  ]);
  t.equal(parameters?.length, 6);
  t.strictSame(responses, {
    200: {
      description: 'It.',
      ...header('ETag'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Around' } } },
    },
    304: { description: 'The same.' },
    400: MALFORMED,
    403: refusal('Never.'),
    404: refusal('Not there.'),
    416: refusal('Not that.', header('Content-Range')),
    500: FAULT,
  });
});

t.test('a JSON body brings its refusals, and an example that was really answered', async (t) => {
  const answers = {
    200: { description: 'It.', type: 'application/json', schema: Named },
    201: { description: 'Made.', type: 'application/json', schema: Named },
  } as const;
  const example = { body: { list: ['a'] }, status: 201, value: { list: [null] } };
  const schema = { $ref: '#/components/schemas/Named' };
  t.strictSame(operationOf({ body: Named, answers, refusals: { 503: 'Not saved.' } }, example), {
    requestBody: { required: true, content: { 'application/json': { schema, example: example.body } } },
    responses: {
      200: { description: 'It.', content: { 'application/json': { schema } } },
      201: { description: 'Made.', content: { 'application/json': { schema, example: example.value } } },
      400: MALFORMED,
      403: GUARDED,
      413: refusal('The body is larger than 2 MiB.'),
      415: refusal('The body is not sent as `application/json`.'),
      500: FAULT,
      503: refusal('Not saved. Too many large bodies come at once.'),
    },
  });
  t.notOk('example' in operationOf({ answers }, { status: 200 }).responses[200]!.content!['application/json']!);
});

t.test('a body of bytes names its media types, the first with the example', async (t) => {
  const { requestBody, responses } = operationOf({ media: ['audio/a', 'audio/b'] }, { body: 'sent', status: 204 });
  const schema = { type: 'string' };
  t.strictSame(requestBody, {
    required: true,
    content: { 'audio/a': { schema, example: 'sent' }, 'audio/b': { schema } },
  });
  t.strictSame(responses[415], refusal('The body is not sent as `audio/a` or `audio/b`.'));
  t.strictSame(responses[503], TOO_MANY);
});

t.test('a body that is taken as it comes has a limit of its own, and is never one too many', async (t) => {
  const streamed = operationOf({ streamed: { schema: Named, limit: 256 * 2 ** 20 } });
  t.match(streamed.requestBody, { required: true, content: { 'application/json': {} } });
  t.strictSame(streamed.responses[413], refusal('The body is larger than 256 MiB.'));
  t.strictSame(Object.keys(streamed.responses), ['204', '400', '403', '413', '415', '500']);
  const bytes = operationOf({ bytes: { media: 'audio/a', limit: 2.4 * 2 ** 20, optional: true } });
  t.strictSame(bytes.requestBody, { required: false, content: { 'audio/a': { schema: { type: 'string' } } } });
  t.strictSame(bytes.responses[413], refusal('The body is larger than 2 MiB.'));
  t.strictSame(bytes.responses[415], refusal('The body is not sent as `audio/a`.'));
  t.equal(bytes.responses[503], undefined);
  t.match(operationOf({ bytes: { media: 'audio/a', limit: 1 } }).requestBody, { required: true });
});

t.test('a protected operation says what the PIN brings', async (t) => {
  const without = { security: [{ pin: [] }, {}] };
  const unreadable = 'Whether a PIN is set cannot be read.';
  const pin = { 401: NO_PIN, 403: PIN_WRONG, 429: TOO_OFTEN, 500: FAULT };
  t.strictSame(operationOf({ protected: 'always' }), {
    ...without,
    responses: { ...done, ...pin, 503: refusal(unreadable) },
  });
  t.strictSame(operationOf({ protected: 'always', refusals: { 503: 'Not saved.' } }), {
    ...without,
    responses: { ...done, ...pin, 503: refusal(`${unreadable} Or: Not saved.`) },
  });
});

t.test('the tags are in the order of their words, and the headers those that are referred to', async (t) => {
  const row = { operationId: 'do', summary: 'Do it', answers: done };
  const rows = ['Nobody knows', 'Settings', 'Player', 'Player'].map((tag, at) =>
    toRoute({ ...row, method: 'PUT', path: `/${at}`, tag }),
  );
  const answers = { 204: { description: 'Done.', headers: ['ETag'] } };
  const kept = toRoute({ ...row, method: 'DELETE', path: '/0', tag: 'Player', answers });
  const made = openApiDocument([...rows, kept], { Named, Around });
  t.match(made['tags'], [{ name: 'Player', description: /\w/ }, { name: 'Settings' }, { name: 'Nobody knows' }]);
  t.strictSame((made['tags'] as object[])[2], { name: 'Nobody knows' });
  t.strictSame(Object.keys((made['paths'] as Record<string, object>)['/0']!), ['put', 'delete']);
  t.match(made['components'], {
    headers: { ETag: { required: true, schema: { type: 'string' } } },
    schemas: { Named, Around: { properties: { one: { $ref: '#/components/schemas/Named' } }, nothing: null } },
    securitySchemes: { pin: { type: 'apiKey', in: 'header', name: 'Tonearm-Pin' } },
  });
  const { headers, schemas } = made['components'] as Record<string, Record<string, object>>;
  t.strictSame(Object.keys(headers!), ['ETag']);
  t.strictSame(schemas!['Named'], Named);
  t.strictSame(Object.keys(schemas!), ['Named', 'Around', 'Problem']);
});
