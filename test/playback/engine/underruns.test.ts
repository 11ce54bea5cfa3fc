import t from 'tap';
import { Underruns } from '../../../src/playback/engine/underruns.js';
import { createLog } from '../../../src/log.js';

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
