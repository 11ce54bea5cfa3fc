import t from 'tap';
import { startRig } from './rig.js';

t.test('the sleep timer is set in minutes or seconds, read and cancelled', async (t) => {
  const { send } = await startRig(t);
  const off = { remaining: 0, fading: false };
  t.strictSame((await send('GET', '/player/sleep-timer')).json, off);
  for (const [body, most] of [
    [{ minutes: 20 }, 1_200_000],
    [{ seconds: 90 }, 90_000],
    [{ minutes: 1440 }, 86_400_000],
  ] as const) {
    const answer = await send('PUT', '/player/sleep-timer', { body });
    t.equal(answer.status, 200);
    const { remaining, fading } = answer.json as { remaining: number; fading: boolean };
    t.ok(remaining <= most && remaining > most * 0.9, JSON.stringify(body));
    t.equal(fading, false);
  }
  t.strictSame((await send('PUT', '/player/sleep-timer', { body: { seconds: 0 } })).json, off);
  t.strictSame((await send('GET', '/player/sleep-timer')).json, off);
});

t.test('the sleep timer refuses both, neither, and what is no time', async (t) => {
  const { send } = await startRig(t);
  const bodies = [
    {},
    { minutes: 1, seconds: 1 },
    { minutes: -1 },
    { minutes: 1.5 },
    { seconds: 86_401 },
    { seconds: '9' },
  ];
  for (const body of bodies) {
    const { status, json } = await send('PUT', '/player/sleep-timer', { body });
    t.equal(status, 400, JSON.stringify(body));
    t.match(json, { code: 'INVALID_BODY' });
  }
  t.match((await send('GET', '/player/sleep-timer')).json, { remaining: 0 });
});
