import t from 'tap';
import { problem, startRig } from './rig.js';

t.test('an unknown path is 404', async (t) => {
  const { send } = await startRig(t);
  for (const path of [
    ...['/nothing', '/players', '/player/status/', '/playlists/', '/PLAYER/status', '//player/status'],
    ...['/playlists/current/', '/PLAYLISTS/current', '/playlists/current/Tracks', '/playlists//tracks'],
  ]) {
    const { status, json, headers } = await send('GET', path);
    t.equal(status, 404, path);
    t.equal(headers['content-type'], 'application/problem+json');
    t.strictSame(json, problem(404, 'Not Found', 'UNKNOWN_PATH', 'There is nothing at this path.'));
  }
});

t.test('a known path with another method is 405 and says which it takes', async (t) => {
  const { send } = await startRig(t);
  const { status, json, headers } = await send('POST', '/player/volume', { body: {} });
  t.equal(status, 405);
  t.equal(headers.allow, 'GET, HEAD, OPTIONS, PUT');
  t.strictSame(
    json,
    problem(405, 'Method Not Allowed', 'METHOD_NOT_ALLOWED', 'This path answers to GET, HEAD, OPTIONS, PUT.'),
  );
  t.equal((await send('PATCH', '/player/volume')).status, 405);
  t.equal((await send('PUT', '/playlists/current/tracks')).headers.allow, 'DELETE, GET, HEAD, OPTIONS, POST');
});

t.test('a fixed segment is reserved for every method', async (t) => {
  const { send } = await startRig(t);
  const start = await send('GET', '/playlists/start');
  t.equal(start.status, 405);
  t.equal(start.headers.allow, 'OPTIONS, PUT');
  t.equal((await send('GET', '/playlists')).headers.allow, 'OPTIONS, POST');
  t.equal((await send('PUT', '/playlists/amount')).status, 405);
});

t.test('HEAD answers like GET without a body', async (t) => {
  const { send } = await startRig(t);
  for (const path of ['/player/status', '/version', '/playlists/current', '/player/current-track']) {
    const get = await send('GET', path);
    const head = await send('HEAD', path);
    t.equal(head.status, 200, path);
    t.equal(head.text, '');
    t.equal(head.headers['content-length'], get.headers['content-length']);
    t.equal(head.headers['content-type'], get.headers['content-type']);
  }
  t.equal((await send('HEAD', '/nothing')).status, 404);
  t.equal((await send('HEAD', '/player/play')).status, 405);
});

t.test('OPTIONS lists the methods and grants nothing to other origins', async (t) => {
  const { send } = await startRig(t);
  const fixed = await send('OPTIONS', '/player/volume');
  t.equal(fixed.status, 204);
  t.equal(fixed.headers.allow, 'GET, HEAD, OPTIONS, PUT');
  const patterned = await send('OPTIONS', '/playlists/current');
  t.equal(patterned.status, 204);
  t.equal(patterned.headers.allow, 'GET, HEAD, OPTIONS');
  t.equal((await send('OPTIONS', '/nothing')).status, 404);
  const names = [...Object.keys(fixed.headers), ...Object.keys(patterned.headers)];
  t.notOk(names.some((name) => name.startsWith('access-control-')));
});

t.test('no GET changes anything', async (t) => {
  const { player, send } = await startRig(t);
  player.hold(['/music/a.mp3']);
  for (const path of ['play', 'pause', 'resume', 'stop', 'next', 'previous', 'ff-rewind?newtime=1', 'load']) {
    t.equal((await send('GET', `/player/${path}`)).status, 405, path);
  }
  t.strictSame(player.commands, []);
});
