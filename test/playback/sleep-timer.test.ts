import t from 'tap';
import { SleepTimer } from '../../src/playback/sleep-timer.js';
import { PlaybackClock } from '../../src/playback-clock.js';
import type { PlaybackKind, PlaybackStatus } from '../../src/playback/types.js';
import { milliseconds } from '../../src/units.js';
import { keptLog } from '../fixtures/log.js';
import { FakeFade } from './fake-fade.js';

const CLOCK = new PlaybackClock(4);
// The timer does not keep a process alive that has nothing else to do: here, this does.
const alive = setInterval(() => undefined, 1000);
t.teardown(() => {
  clearInterval(alive);
});

/** Only whether it plays, and how often it was paused. */
class Sounding {
  kind: PlaybackKind = 'playing';
  pauses = 0;
  failure: Error | undefined;

  status(): PlaybackStatus {
    return { kind: this.kind, outputProblem: undefined };
  }

  async pause(): Promise<void> {
    this.pauses += 1;
    this.kind = 'paused';
    if (this.failure !== undefined) throw this.failure;
  }
}

function bed() {
  const player = new Sounding();
  const fade = new FakeFade();
  const { log, lines } = keptLog('player');
  const timer = new SleepTimer(player, fade, log, CLOCK);
  /** Resolves when the timer says something and the condition holds. */
  const until = (condition: () => boolean) =>
    new Promise<void>((resolve) => {
      const end = timer.subscribe(() => {
        if (!condition()) return;
        end();
        // What the timer does after its word is done then.
        setImmediate(resolve);
      });
    });
  return { player, fade, lines, timer, until };
}

t.test('it fades out over its last quarter, pauses, and gives the loudness back', async (t) => {
  const { player, fade, timer, until } = bed();
  const fading = until(() => timer.read().fading);
  const ended = until(() => timer.read().remaining === 0);
  timer.set(milliseconds(800));
  t.ok(timer.read().remaining > 0);
  t.notOk(timer.read().fading);
  await fading;
  t.strictSame(fade.asked, [['fadeOut', 200]]);
  t.equal(player.pauses, 0);
  await ended;
  t.equal(player.pauses, 1);
  t.strictSame(fade.asked, [['fadeOut', 200], ['restoreGain']]);
  t.strictSame(timer.read(), { remaining: 0, fading: false });
});

t.test('a long timer waits, and fades for half a minute', async (t) => {
  const { timer } = bed();
  timer.set(milliseconds(3_600_000));
  const { remaining, fading } = timer.read();
  t.ok(remaining > 3_590_000 && remaining <= 3_600_000);
  t.notOk(fading);
  timer.stop();
});

t.test('a timer that is due, and has not fired yet, is not reported as none', (t) => {
  let now = 5000;
  const clock = Object.assign(new PlaybackClock(), { now: () => now });
  const timer = new SleepTimer(new Sounding(), new FakeFade(), keptLog('player').log, clock);
  timer.set(milliseconds(1000));
  for (const [at, remaining] of [
    [5000, 1000],
    [5998.6, 1],
    [5999.8, 1],
    [6000, 1],
    [6500, 1],
  ] as const) {
    now = at;
    t.strictSame(timer.read(), { remaining, fading: false });
  }
  timer.stop();
  t.end();
});

t.test('0 cancels, also while it fades', async (t) => {
  const { player, fade, timer, until } = bed();
  timer.set(milliseconds(3_600_000));
  timer.set(milliseconds(0));
  t.strictSame(timer.read(), { remaining: 0, fading: false });
  t.strictSame(fade.asked, []);

  const fading = until(() => timer.read().fading);
  timer.set(milliseconds(800));
  await fading;
  timer.set(milliseconds(0));
  t.strictSame(fade.asked.at(-1), ['restoreGain']);
  await new Promise<void>((resolve) => CLOCK.setTimeout(resolve, 400));
  t.equal(player.pauses, 0);
  t.equal(fade.asked.length, 2);
});

t.test('a timer that is set while another fades makes it loud again', async (t) => {
  const { fade, timer, until } = bed();
  const fading = until(() => timer.read().fading);
  timer.set(milliseconds(800));
  await fading;
  timer.set(milliseconds(3_600_000));
  t.strictSame(fade.asked, [['fadeOut', 200], ['restoreGain']]);
  t.notOk(timer.read().fading);
  timer.stop();
});

t.test('who stopped meanwhile is not paused', async (t) => {
  const { player, fade, timer, until } = bed();
  const ended = until(() => timer.read().remaining === 0);
  timer.set(milliseconds(20));
  player.kind = 'stopped';
  await ended;
  t.equal(player.pauses, 0);
  t.strictSame(fade.asked.at(-1), ['restoreGain']);
});

t.test('a pause that cannot be kept is logged, and the loudness comes back', async (t) => {
  const { player, fade, lines, timer, until } = bed();
  player.failure = new Error('disk full');
  const ended = until(() => timer.read().remaining === 0);
  timer.set(milliseconds(20));
  await ended;
  t.match(lines.join('\n'), /the sleep timer could not keep what it did error="disk full"/);
  t.strictSame(fade.asked.at(-1), ['restoreGain']);
});

t.test('listeners hear of setting, fading, the end and cancelling, until they leave', async (t) => {
  const { timer, until } = bed();
  const played: string[] = [];
  const end = timer.subscribe(() => {
    const { remaining, fading } = timer.read();
    played.push(remaining === 0 ? 'off' : fading ? 'fading' : 'waiting');
  });
  const ended = until(() => timer.read().remaining === 0);
  timer.set(milliseconds(2000));
  await ended;
  timer.set(milliseconds(3_600_000));
  timer.set(milliseconds(0));
  t.strictSame(played, ['waiting', 'fading', 'off', 'waiting', 'off']);
  end();
  timer.set(milliseconds(3_600_000));
  timer.stop();
  timer.stop();
  t.equal(played.length, 5);
});
