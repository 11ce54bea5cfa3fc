/** What every operation of the document refuses because of its shape, asked of the real application one by one. */
import t from 'tap';

import { problem, startRig } from './rig.js';

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly in: string; readonly required: boolean; readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

const { send } = await startRig(t);
const { paths } = (await send('GET', '/openapi.json')).json as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    target: path.replace(/\{\w+\}/g, 'x'),
    mediaType: Object.keys(operation.requestBody?.content ?? {})[0],
  })),
);

t.test('no operation answers to another host, nor does one that changes something to another page', async (t) => {
  for (const { operationId, method, target } of operations) {
    const elsewhere = await send(method, target, { headers: { host: 'elsewhere.example' } });
    t.match(elsewhere.json, { status: 403, code: 'HOST_NOT_ALLOWED' }, operationId);
    if (method === 'GET') continue;
    const foreign = await send(method, target, { headers: { origin: 'http://elsewhere.example' } });
    t.match(foreign.json, { status: 403, code: 'CROSS_SITE_REQUEST' }, operationId);
  }
});

t.test('no operation with a body takes another media type, or a compressed one', async (t) => {
  const withBody = operations.filter(({ mediaType }) => mediaType !== undefined);
  t.ok(withBody.length > 20);
  for (const { operationId, method, target, mediaType = '' } of withBody) {
    const query = operationId === 'importSavedPlaylist' ? '?name=x' : '';
    const needed = operationId === 'createUpload' ? { 'upload-length': '2' } : {};
    const plain = { 'content-type': 'text/plain', ...needed };
    const type = await send(method, target + query, { body: '{}', headers: plain });
    t.match(type.json, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }, operationId);
    const headers = { 'content-type': mediaType, 'content-encoding': 'gzip', ...needed };
    const packed = await send(method, target + query, { body: '{}', headers });
    t.match(packed.json, { status: 415, code: 'UNSUPPORTED_ENCODING' }, operationId);
  }
});

t.test('no operation with a JSON body takes what is no object', async (t) => {
  for (const { operationId, method, target, mediaType } of operations) {
    if (mediaType !== 'application/json') continue;
    for (const body of ['7', '{']) {
      const { status, headers } = await send(method, target, { body });
      t.equal(status, 400, `${operationId} ${body}`);
      t.equal(headers['content-type'], 'application/problem+json');
    }
  }
});

/** Those of all paths that mean this one too: behind `/saved-playlists/{id}/tracks/` may stand `move`, or a track's id. */
function methodsAt(path: string): string[] {
  const isFixed = !path.includes('{');
  const meant = Object.entries(paths).filter(([other]) => {
    if (isFixed || !other.includes('{')) return other === path;
    return new RegExp(`^${other.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
  });
  return meant.flatMap(([, methods]) => Object.keys(methods).map((method) => method.toUpperCase()));
}

t.test('every path refuses the methods that it does not have, and says which it has', async (t) => {
  for (const path of Object.keys(paths)) {
    const own = methodsAt(path);
    const allow = [...new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].sort().join(', ');
    const target = path.replace(/\{\w+\}/g, 'x');
    for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'].filter((each) => !own.includes(each))) {
      const { json, headers } = await send(method, target);
      t.equal(headers.allow, allow, `${method} ${path}`);
      t.strictSame(
        json,
        problem(405, 'Method Not Allowed', 'METHOD_NOT_ALLOWED', `This path answers to ${allow}.`),
        `${method} ${path}`,
      );
    }
    t.equal((await send('OPTIONS', target)).headers.allow, allow, `OPTIONS ${path}`);
    if (path !== '/') t.match((await send('GET', `${target}/nothing/there`)).json, { code: 'UNKNOWN_PATH' }, path);
  }
});
