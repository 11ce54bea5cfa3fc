/** Renderers that lie, refuse, vanish, or send too much. */
import t from 'tap';
import { UpnpRefusal } from './fake-renderer.js';
import { FROM_START, fromMs, startRig, track } from './rig.js';

const SETTINGS = { timeout: 90_000 };

t.test('a position that is a lie moves nothing, and the track ends when it should', SETTINGS, async (t) => {
  const lies = ['9:59:59', '0:00:00', 'NOT_IMPLEMENTED', '-1:00:00', '0:00:99', '<b>', '99999999999999:00:00'];
  const { renderer, pipeline, events, has } = await startRig(t);
  let asked = 0;
  renderer.saysPosition = () => lies[asked++ % lies.length] ?? '';
  await pipeline.open();
  pipeline.load(track(1, '/music/short.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => renderer.state === 'PLAYING');
  await has('finished 1');
  t.ok(asked > 1);
  t.ok((pipeline.position()?.elapsed ?? 0) <= 2500);
  t.strictSame(events, ['finished 1']);
});

t.test('one that says that it plays for ever is gone on from', SETTINGS, async (t) => {
  const { renderer, pipeline, has } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/short.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => renderer.state === 'PLAYING');
  const before = Object.getOwnPropertyDescriptor(renderer, 'state');
  Object.defineProperty(renderer, 'state', { get: () => 'PLAYING', set: () => undefined, configurable: true });
  await has('finished 1');
  if (before !== undefined) Object.defineProperty(renderer, 'state', before);
});

t.test(
  'a format that is refused is decoded here; what cannot be decoded either is passed over',
  SETTINGS,
  async (t) => {
    const { renderer, pipeline, events, decoded, has } = await startRig(t);
    renderer.onCall = (action, args) => {
      if (action === 'SetAVTransportURI' && !args.get('CurrentURI')?.endsWith('.wav')) throw new UpnpRefusal(714);
    };
    await pipeline.open();
    pipeline.load(track(1, '/music/short.mp3'), FROM_START);
    pipeline.run();
    await has('finished 1');
    t.strictSame(renderer.played, ['live-1-8000.wav']);
    pipeline.load(track(2, '/music/broken.mp3'), FROM_START);
    pipeline.run();
    await has('failed 2 NOT_AUDIO');
    renderer.onCall = (action) => {
      if (action === 'SetAVTransportURI') throw new UpnpRefusal(716);
    };
    pipeline.load(track(3, '/music/short.mp3'), FROM_START);
    await has('failed 3 UNSUPPORTED_FORMAT');
    t.strictSame(events, ['finished 1', 'failed 2 NOT_AUDIO', 'failed 3 UNSUPPORTED_FORMAT']);
    t.ok(decoded.includes('closed /music/short.mp3'));
  },
);

t.test('one that takes everything and plays nothing', SETTINGS, async (t) => {
  const { renderer, pipeline, has } = await startRig(t);
  renderer.neverPlays = true;
  await pipeline.open();
  pipeline.load(track(1, '/music/one.mp3'), FROM_START);
  pipeline.run();
  await has('failed 1 UNSUPPORTED_FORMAT');
  t.ok(
    renderer.calls.some((call) => call.includes('.wav')),
    'after the other way was tried',
  );
});

t.test('one that knows no next track plays it all the same', SETTINGS, async (t) => {
  const { renderer, pipeline, events, has } = await startRig(t);
  renderer.onCall = (action) => {
    if (action === 'SetNextAVTransportURI') throw new UpnpRefusal(401);
  };
  await pipeline.open();
  pipeline.load(track(1, '/music/short.mp3'), FROM_START);
  pipeline.follow(track(2, '/music/two.mp3'));
  pipeline.run();
  await has('started 2');
  await renderer.until(() => renderer.played.length === 2);
  t.strictSame(events, ['started 2']);
  t.equal(renderer.calls.filter((call) => call.startsWith('SetNext')).length, 1, 'it is asked once');
});

t.test('one that names the next track before it plays it is gone over with when it does', SETTINGS, async (t) => {
  const { renderer, pipeline, has } = await startRig(t);
  renderer.namesEarly = 8000;
  await pipeline.open();
  pipeline.load(track(1, '/music/one.mp3'), fromMs(20_000));
  pipeline.follow(track(2, '/music/two.mp3'));
  pipeline.run();
  await has('started 2');
  t.strictSame(renderer.played, ['one', 'two'], 'not before it is played');
  const elapsed = pipeline.position()?.elapsed ?? 0;
  t.ok(Math.abs(elapsed - renderer.elapsed()) < 1500, `at ${elapsed}, and it is at ${renderer.elapsed()}`);
});

for (const refuses of [false, true]) {
  const how = refuses ? 'and does not let it be taken back' : 'until it is taken back';
  t.test(`one that keeps what followed an earlier track, ${how}, plays it to nobody`, SETTINGS, async (t) => {
    const { renderer, pipeline, events, has } = await startRig(t);
    renderer.keepsNext = true;
    renderer.onCall = (action, args) => {
      if (refuses && action === 'SetNextAVTransportURI' && args.get('NextURI') === '') throw new UpnpRefusal(701);
    };
    await pipeline.open();
    pipeline.load(track(1, '/music/one.mp3'), FROM_START);
    pipeline.follow(track(2, '/music/two.mp3'));
    pipeline.run();
    await renderer.until(() => renderer.following !== undefined);
    pipeline.load(track(3, '/music/short.mp3'), FROM_START);
    await has('finished 3');
    await renderer.until(() => renderer.state === 'STOPPED');
    t.strictSame(events, ['finished 3']);
    t.equal(renderer.played.includes('two'), refuses);
  });
}

t.test('one that sends events without end is asked no more often, and not put off', SETTINGS, async (t) => {
  const { renderer, pipeline, has, pass } = await startRig(t);
  let asked = 0;
  renderer.onCall = (action) => void (asked += action === 'GetVolume' || action === 'GetTransportInfo' ? 1 : 0);
  await pipeline.open();
  pipeline.load(track(1, '/music/short.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => pipeline.trackClock() !== undefined);
  asked = 0;
  const storm = setInterval(() => renderer.announce(), 1);
  t.teardown(() => clearInterval(storm));
  await has('finished 1');
  const before = asked;
  await pass(1000);
  clearInterval(storm);
  t.ok(before < 500, `asked ${before} times`);
});

t.test('one that loses its power is lost, and goes on where it was', SETTINGS, async (t) => {
  const { renderer, pipeline, events, has, leave, comeBack } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/one.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => (pipeline.position()?.elapsed ?? 0) > 2000);
  renderer.close();
  leave();
  await has('lost');
  t.match(pipeline.trouble, { code: 'OUTPUT_MISSING' });
  pipeline.hold();
  const at = pipeline.position()?.elapsed ?? 0;
  t.ok(at > 2000 && at < 15_000, `kept: ${at}`);
  await renderer.listen();
  comeBack();
  pipeline.tryAgain();
  await has('back soon');
  t.equal(pipeline.trouble, undefined);
  pipeline.run();
  await renderer.until(() => renderer.calls.filter((call) => call.startsWith('Seek')).length > 0);
  await renderer.until(() => renderer.elapsed() > at - 1500);
  t.strictSame(events, ['lost', 'back soon']);
});

t.test('a renderer goes on where it was when this box has another address', SETTINGS, async (t) => {
  const { renderer, pipeline, events, moveTo, pass } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/one.ape'), FROM_START);
  pipeline.follow(track(2, '/music/two.mp3'));
  pipeline.run();
  await renderer.until(() => (pipeline.position()?.elapsed ?? 0) > 3000 && renderer.following !== undefined);
  moveTo('127.0.0.2');
  await renderer.until(() => renderer.state === 'PLAYING' && renderer.loaded?.uri.includes('//127.0.0.2:') === true);
  await renderer.until(() => (pipeline.position()?.elapsed ?? 0) > 6000);
  t.ok(
    renderer.calls.some((call) => /^Seek 0:00:0[345]$/.test(call)),
    'at the position that was reached',
  );
  await renderer.until(() => renderer.following?.uri.includes('//127.0.0.2:') === true);
  t.strictSame(events, [], 'nothing is lost, and no track has failed');
  t.equal(pipeline.trouble, undefined);
  pipeline.hold();
  await renderer.until(() => renderer.state === 'PAUSED_PLAYBACK');
  moveTo('127.0.0.3');
  await pass(3000);
  pipeline.run();
  await renderer.until(() => renderer.state === 'PLAYING' && renderer.loaded?.uri.includes('//127.0.0.3:') === true);
  t.strictSame(events, []);
});

t.test('one that is used by somebody else is left to them until it is wanted', SETTINGS, async (t) => {
  const { renderer, pipeline, has } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/one.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => pipeline.trackClock() !== undefined);
  renderer.takeOver('http://127.0.0.1:9/theirs.mp3');
  await has('lost');
  t.match(pipeline.trouble, { code: 'OUTPUT_BUSY' });
  pipeline.hold();
  await new Promise((resolve) => setTimeout(resolve, 500));
  t.equal(renderer.state, 'PLAYING', 'theirs goes on');
  t.equal(await pipeline.look(), undefined);
  pipeline.run();
  await renderer.until(() => renderer.played.at(-1) === 'one');
});

t.test('answers of 100 MB, bombs of XML and silence end the connection, not the daemon', SETTINGS, async (t) => {
  for (const kind of ['flood', 'bomb', 'silence'] as const) {
    const { renderer, pipeline, has } = await startRig(t);
    await pipeline.open();
    pipeline.load(track(1, '/music/one.mp3'), FROM_START);
    pipeline.run();
    await renderer.until(() => pipeline.trackClock() !== undefined);
    let sent = 0;
    renderer.instead = (_, response) => {
      if (kind === 'bomb') response.end(`<!DOCTYPE x [${'<!ENTITY a "&b;">'.repeat(999)}]><x>&a;</x>`);
      if (kind !== 'flood') return true;
      const pour = (): void => {
        while (sent < 100 && !response.destroyed) {
          sent += 1;
          if (!response.write(Buffer.alloc(1 << 20, 0x20))) return void response.once('drain', pour);
        }
        response.end();
      };
      pour();
      return true;
    };
    await has('lost');
    t.ok(sent < 40, `${kind}: ${sent} MB were sent`);
    await pipeline.stop();
  }
});
