/** The volume of a renderer while it is connected: nothing sounds before its level is known and set. */
import t from 'tap';
import { FROM_START, startRig, track } from './rig.js';

const SETTINGS = { timeout: 60_000 };

t.test('its volume is a mixer', SETTINGS, async (t) => {
  const { renderer, pipeline, mixers } = await startRig(t);
  renderer.volume = 12;
  await pipeline.open();
  const [mixer] = mixers;
  t.match(mixer, { control: 'RenderingControl', minimum: 0, maximum: 50 });
  t.strictSame(mixer?.read(), { steps: 12, muted: false });
  for (let step = 13; step <= 20; step++) mixer?.write(step);
  t.strictSame(mixer?.read(), { steps: 20, muted: false });
  await renderer.until(() => renderer.volume === 20);
  t.ok(renderer.calls.filter((call) => call.startsWith('SetVolume')).length < 8, 'the newest step alone');
  let moves = 0;
  mixer?.watch(() => moves++);
  renderer.turnTo(33);
  await renderer.until(() => moves > 0);
  t.strictSame(mixer?.read(), { steps: 33, muted: false });
  mixer?.mute(true);
  await renderer.until(() => renderer.isMuted);
  await pipeline.stop();
  t.throws(() => mixer?.read());
});

t.test(
  'a renderer that does not tell its volume is not played to, for it may be louder than is allowed',
  SETTINGS,
  async (t) => {
    const { renderer, pipeline, events } = await startRig(t);
    renderer.instead = ({ url, socket }) => {
      const isAsked = url?.startsWith('/RenderingControl/control') === true;
      if (isAsked) socket.destroy();
      return isAsked;
    };
    pipeline.load(track(1, '/music/one.mp3'), FROM_START);
    await t.rejects(pipeline.open(), { code: 'OUTPUT_FAILED', message: /^Kitchen: its volume/ });
    pipeline.run();
    await renderer.until(() => pipeline.trouble?.code === 'OUTPUT_FAILED');
    t.strictSame(renderer.calls, []);
    renderer.instead = () => false;
    await renderer.until(() => renderer.state === 'PLAYING');
    t.equal(pipeline.trouble, undefined, 'it is tried again while something is to be played');
    t.strictSame(events, []);
  },
);

t.test('nothing is played before the renderer has its volume', SETTINGS, async (t) => {
  let arrive = (): void => undefined;
  const { renderer, pipeline, pass } = await startRig(t, (mixer) => mixer?.write(5));
  renderer.onCall = (action) =>
    action === 'SetVolume' ? new Promise<void>((resolve) => (arrive = resolve)) : undefined;
  pipeline.load(track(1, '/music/one.mp3'), FROM_START);
  pipeline.run();
  await renderer.until(() => renderer.calls.length > 0);
  await pass(2000);
  t.strictSame(renderer.calls, ['SetVolume 5']);
  t.equal(renderer.volume, 40);
  arrive();
  await renderer.until(() => renderer.state === 'PLAYING');
  t.equal(renderer.volume, 5);
});
