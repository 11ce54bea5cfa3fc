/** Playing to a renderer that behaves: what it is asked for, and what is reported. */
import t from 'tap';
import { FROM_START, fromMs, startRig, track } from './rig.js';

const SETTINGS = { timeout: 60_000 };

t.test(
  'a track is loaded and played, the next one follows without a gap, and the last one ends',
  SETTINGS,
  async (t) => {
    const { renderer, pipeline, events, has, pass } = await startRig(t);
    await pipeline.open();
    pipeline.load(track(1, '/music/short.mp3'), FROM_START);
    pipeline.follow(track(2, '/music/blink.flac'));
    await pass(2000);
    t.strictSame(renderer.calls, [], 'nothing before it is to play');
    pipeline.run();
    await has('started 2');
    pipeline.follow(track(3, '/music/short.mp3'));
    await has('started 3');
    await has('finished 3');
    t.strictSame(events, ['started 2', 'started 3', 'finished 3']);
    t.strictSame(renderer.played, ['short', 'blink', 'short']);
    t.match(renderer.calls.slice(0, 3), ['SetAVTransportURI short', 'Play', 'SetNextAVTransportURI blink']);
    t.match(renderer.fetched.get('short')?.toString(), /^file \/tracks\/short\/file\?play-/);
  },
);

t.test('the position goes on with the renderer, and rests with it', SETTINGS, async (t) => {
  const { renderer, pipeline, pass } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/one.mp3'), fromMs(10_000));
  t.strictSame(pipeline.position(), { playId: 1, elapsed: 10_000 });
  pipeline.run();
  await renderer.until(() => (pipeline.position()?.elapsed ?? 0) > 11_000);
  t.ok(Math.abs((pipeline.position()?.elapsed ?? 0) - renderer.elapsed()) < 1500);
  t.match(pipeline.trackClock(), { playId: 1, trackFrame: 10_000 });
  t.ok(renderer.calls.includes('Seek 0:00:10'));
  pipeline.hold();
  await renderer.until(() => renderer.state === 'PAUSED_PLAYBACK');
  const held = pipeline.position()?.elapsed;
  t.equal(pipeline.trackClock(), undefined);
  pipeline.load(track(2, '/music/one.mp3'), fromMs(20_000));
  t.strictSame(pipeline.position(), { playId: 2, elapsed: 20_000 });
  await pass(2000);
  t.equal(renderer.state, 'PAUSED_PLAYBACK', `a seek while it rests (${held})`);
  pipeline.run();
  await renderer.until(() => renderer.state === 'PLAYING' && renderer.elapsed() > 20_000);
  t.equal(renderer.played.length, 1, 'it was not begun anew');
  pipeline.halt();
  await renderer.until(() => renderer.state === 'STOPPED');
  t.ok((pipeline.position()?.elapsed ?? 0) >= 20_000, 'the position is kept');
});

t.test('another track replaces what is played, and nothing ends by that', SETTINGS, async (t) => {
  const { renderer, pipeline, events } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/one.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => renderer.state === 'PLAYING');
  pipeline.load(track(2, '/music/two.mp3'), FROM_START);
  pipeline.follow(track(3, '/music/three.mp3'));
  await renderer.until(() => renderer.played.length === 2 && renderer.following !== undefined);
  pipeline.follow(undefined);
  await renderer.until(() => renderer.following === undefined);
  pipeline.clear();
  await renderer.until(() => renderer.state === 'STOPPED');
  t.strictSame(events, []);
  t.strictSame(renderer.played, ['one', 'two']);
  t.equal(pipeline.position(), undefined);
});

t.test('a seek while the renderer goes over to the next track is nobody else', SETTINGS, async (t) => {
  const { renderer, pipeline, events, has } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/short.mp3'), FROM_START);
  pipeline.follow(track(2, '/music/two.mp3'));
  pipeline.run();
  await renderer.until(() => renderer.played.length === 2);
  pipeline.load(track(3, '/music/short.mp3'), fromMs(1000));
  pipeline.follow(track(4, '/music/two.mp3'));
  await has('started 4');
  await renderer.until(() => renderer.state === 'PLAYING' && pipeline.trackClock()?.playId === 4);
  t.notOk(events.includes('lost'));
  t.equal(pipeline.trouble, undefined);
});

t.test('what it does not take is decoded for it as a WAV file', SETTINGS, async (t) => {
  const { renderer, pipeline, decoded, has } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/short.ape'), FROM_START);
  pipeline.run();
  await has('finished 1');
  t.strictSame(renderer.played, ['live-1-8000.wav']);
  const wav = renderer.fetched.get('live-1-8000.wav') ?? Buffer.alloc(0);
  t.equal(wav.length, 44 + 2500 * 8 * 4);
  t.equal(wav.toString('latin1', 0, 4), 'RIFF');
  t.equal(wav.readUInt32LE(24), 8000);
  t.equal(wav[100], 7);
  t.match(pipeline.facts(1), { format: 'APE', length: 2500 });
  pipeline.clear();
  t.strictSame(decoded, ['/music/short.ape', 'closed /music/short.ape']);
});

t.test('a track that is loaded again while it is prepared is served, whichever is ready first', SETTINGS, async (t) => {
  const { renderer, pipeline, whileOpening, decoded, has } = await startRig(t);
  let go = (): void => undefined;
  const first = new Promise<void>((resolve) => (go = resolve));
  await pipeline.open();
  whileOpening(() => first);
  pipeline.load(track(1, '/music/short.ape'), FROM_START);
  await renderer.until(() => decoded.length === 1);
  whileOpening(() => Promise.resolve());
  pipeline.load(track(1, '/music/short.ape'), FROM_START);
  await renderer.until(() => decoded.length === 2);
  await new Promise(setImmediate);
  go();
  await renderer.until(() => decoded.length === 3);
  pipeline.run();
  await has('finished 1');
  t.equal(renderer.fetched.get('live-1-8000.wav')?.length, 44 + 2500 * 8 * 4);
});

t.test('buttons of the renderer pause and resume', SETTINGS, async (t) => {
  const { renderer, pipeline, has, pass } = await startRig(t);
  await pipeline.open();
  pipeline.load(track(1, '/music/one.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => pipeline.trackClock() !== undefined);
  await pass(2600);
  renderer.press('pause');
  await has('paused there');
  pipeline.hold();
  await pass(2600);
  renderer.press('play');
  await has('resumed there');
  pipeline.run();
  await renderer.until(() => pipeline.trackClock() !== undefined);
  t.notOk(renderer.calls.includes('Pause'));
  renderer.press('stop');
  await pass(2600);
  t.equal(renderer.played.length, 1, 'it is not begun again by itself');
});
