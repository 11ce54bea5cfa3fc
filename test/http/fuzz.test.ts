import fc from 'fast-check';
import t from 'tap';
import { operationPaths } from './operations.js';
import { startRig } from './rig.js';

/** Enough to meet every branch, few enough to stay quick. */
const RUNS = { numRuns: 150 };

t.test('no body makes the server fail', async (t) => {
  const { send } = await startRig(t);
  const tracks = fc.array(
    fc.oneof(fc.string(), fc.webUrl(), fc.constantFrom('/etc', '/', '..', '\0', 'http://[', 'http://1')),
  );
  const body = fc.oneof(
    fc.jsonValue(),
    fc.string(),
    fc.record({ tracks: fc.oneof(tracks, fc.jsonValue()) }),
    fc.record({ steps: fc.oneof(fc.double(), fc.integer(), fc.jsonValue()) }),
  );
  const path = fc.constantFrom('PUT /player/volume', 'PUT /player/load', 'POST /playlists');
  await fc.assert(
    fc.asyncProperty(path, body, async (route, content) => {
      const [method = '', target = ''] = route.split(' ');
      const { status } = await send(method, target, { body: content });
      return [200, 400, 404].includes(status);
    }),
    RUNS,
  );
});

t.test('no query makes the server fail', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3']);
  const key = fc.oneof(fc.constantFrom('elapsed', 'offset', 'newtime', 'start_index', '__proto__'), fc.string());
  const value = fc.oneof(fc.bigInt().map(String), fc.double().map(String), fc.string());
  const pair = fc.tuple(key, value).map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`);
  const path = fc.constantFrom('/player/play', '/player/ff-rewind', '/playlists/start', '/player/next');
  const illFormed = fc.constantFrom('%', '%zz', '&&&', '=', 'elapsed', 'elapsed=%ff', 'a[]=1&a[b]=2');
  const query = fc.oneof(
    fc.array(pair.filter(Boolean)).map((pairs) => pairs.join('&')),
    illFormed,
  );
  await fc.assert(
    fc.asyncProperty(path, query.filter(isAscii), async (target, text) => {
      const { status } = await send('PUT', `${target}?${text}`);
      return [200, 400].includes(status);
    }),
    RUNS,
  );
});

t.test('no path and no method makes the server fail', async (t) => {
  const { send } = await startRig(t);
  const segment = fc.oneof(
    fc.constantFrom(...operationPaths(), '..', '.', '%2e%2e', '%00', '%zz', '{id}', 'constructor', '__proto__'),
    fc.string().filter(isAscii),
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
  const method = fc.constantFrom('GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE');
  await fc.assert(
    fc.asyncProperty(method, path, async (verb, target) => {
      const { status } = await send(verb, target);
      return status < 500;
    }),
    RUNS,
  );
});

t.test('no Host and no Origin makes the server fail', async (t) => {
  const { send } = await startRig(t);
  const header = fc.oneof(
    fc.string().filter(isAscii),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((ip) => `[${ip}]:1`),
  );
  await fc.assert(
    fc.asyncProperty(header, header, async (host, origin) => {
      const { status } = await send('PUT', '/player/pause', { headers: { host, origin } });
      return [200, 400, 403].includes(status);
    }),
    RUNS,
  );
});

/** What Node's own client is willing to send in a request line or a header. */
function isAscii(text: string): boolean {
  return /^[\x21-\x7e]*$/.test(text);
}
