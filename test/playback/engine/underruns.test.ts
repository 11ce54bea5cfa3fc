import t from 'tap';
import { Underruns } from '../../../src/playback/engine/underruns.js';
import { createLog } from '../../../src/log.js';
import { PlaybackClock } from '../../../src/playback-clock.js';

function rig() {
  const lines: string[] = [];
  const counters = { xruns: 0, starvations: 0 };
  const underruns = new Underruns(createLog('info', (line) => lines.push(line)));
  return { lines, counters, underruns, ring: { counters: () => ({ ...counters }) } };
}

t.test('what rings that are gone had counted stays counted', async (t) => {
  const { underruns } = rig();
  t.strictSame(underruns.counters(), { xruns: 0, starvations: 0 });
  underruns.follow({ counters: () => ({ xruns: 3, starvations: 1 }) });
  underruns.follow({ counters: () => ({ xruns: 2, starvations: 2 }) });
  t.strictSame(underruns.counters(), { xruns: 5, starvations: 3 });
});

t.test('only new underruns are warned of', async (t) => {
  const { underruns, counters, ring, lines } = rig();
  underruns.follow(ring);
  underruns.look();
  t.strictSame(lines, []);
  counters.xruns = 2;
  underruns.look();
  underruns.look();
  t.equal(lines.length, 1);
  t.match(lines[0], /underruns/);
  counters.xruns = 3;
  underruns.look();
  t.equal(lines.length, 2);
});

t.test('while something is played it looks every ten seconds, and once however often that is asked', async (t) => {
  const ticks: [action: () => void, milliseconds: number][] = [];
  class Clock extends PlaybackClock {
    override setInterval(action: () => void, milliseconds: number): NodeJS.Timeout {
      ticks.push([action, milliseconds]);
      return setInterval(() => undefined, 1000);
    }
  }
  const lines: string[] = [];
  const underruns = new Underruns(
    createLog('info', (line) => lines.push(line)),
    new Clock(),
  );
  t.teardown(() => underruns.rest());
  underruns.follow({ counters: () => ({ xruns: 1, starvations: 0 }) });
  let calls = 0;
  underruns.watch(() => (calls += 1));
  underruns.watch(() => t.fail('it is watched already'));
  t.strictSame(
    ticks.map(([, milliseconds]) => milliseconds),
    [10_000],
  );
  ticks[0]?.[0]();
  t.match(lines, [/underruns/]);
  t.equal(calls, 1);
  underruns.rest();
  underruns.watch(() => undefined);
  t.equal(ticks.length, 2);
});
