/** Volume controls that take their time to open, or never do. */
import fc from 'fast-check';
import t from 'tap';
import { Mixers } from '../../src/volume/mixers.js';
import type { NativeMixer } from '../../src/native.js';
import { FakeMixer } from '../output/fake-native.js';

const FOREVER = 2 ** 31 - 1;

/** ctls that open when the test says so. */
class Ctls {
  readonly #waiting: { card: string; open: (mixer: NativeMixer) => void; refuse: (error: Error) => void }[] = [];
  /** Mixers that are open. */
  readonly open = new Set<NativeMixer>();
  /** By ctl: how many are being opened, and the most at a time. */
  readonly #now = new Map<string, number>();
  most = 0;

  readonly openMixer = (card: string): Promise<NativeMixer> =>
    new Promise((resolve, reject) => {
      const now = (this.#now.get(card) ?? 0) + 1;
      this.#now.set(card, now);
      this.most = Math.max(this.most, now);
      this.#waiting.push({ card, open: resolve, refuse: reject });
    });

  get waiting(): readonly string[] {
    return this.#waiting.map(({ card }) => card);
  }

  /** The one that has waited longest. */
  answer(refusal?: string): void {
    const first = this.#waiting.shift();
    if (first === undefined) throw new Error('nobody waits');
    this.#now.set(first.card, (this.#now.get(first.card) ?? 0) - 1);
    if (refusal !== undefined) {
      first.refuse(new Error(refusal));
      return;
    }
    const mixer = new FakeMixer({ steps: 1, muted: false });
    const { open } = this;
    const close = mixer.close.bind(mixer);
    mixer.close = () => {
      open.delete(mixer);
      close();
    };
    open.add(mixer);
    first.open(mixer);
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

t.test('a mixer is opened by the first of its names that is understood', async (t) => {
  const ctls = new Ctls();
  const opening = new Mixers(ctls, FOREVER).open(['speaker:FIXED', 'speaker'], 'A2DP');
  ctls.answer('Invalid argument');
  await turn();
  t.strictSame(ctls.waiting, ['speaker']);
  ctls.answer();
  const opened = await opening;
  t.strictSame(opened, { mixer: [...ctls.open][0], card: 'speaker' });
});

t.test('where no name is understood the first one says why', async (t) => {
  const ctls = new Ctls();
  const opening = new Mixers(ctls, FOREVER).open(['speaker:FIXED', 'speaker'], '');
  ctls.answer('the first');
  await turn();
  ctls.answer('the second');
  await t.rejects(opening, { message: 'the first' });
  await t.rejects(new Mixers(ctls).open([], ''), { message: 'there is no mixer' });
});

t.test('one that does not answer in time is late, and closed when it comes', async (t) => {
  const ctls = new Ctls();
  const mixers = new Mixers(ctls, 1);
  t.equal(await mixers.open(['speaker', 'never asked'], ''), 'late');
  t.equal(await mixers.open(['speaker'], ''), 'late', 'at once');
  t.strictSame(ctls.waiting, ['speaker'], 'and nobody asks a second time meanwhile');
  ctls.answer();
  await turn();
  t.equal(ctls.open.size, 0);
  const again = mixers.open(['speaker'], '');
  ctls.answer();
  t.match(await again, { card: 'speaker' });
  t.equal(ctls.open.size, 1);
});

t.test('one that is late and fails is forgotten', async (t) => {
  const ctls = new Ctls();
  const mixers = new Mixers(ctls, 1);
  t.equal(await mixers.open(['speaker'], ''), 'late');
  ctls.answer('Connection timed out');
  await turn();
  const again = mixers.open(['speaker'], '');
  ctls.answer('No such device');
  await t.rejects(again, { message: 'No such device' });
});

t.test('a ctl that hangs takes one thread, whoever asks, and keeps nobody from another', async (t) => {
  const ctls = new Ctls();
  const mixers = new Mixers(ctls, 1);
  const all = Array.from({ length: 20 }, () => mixers.open(['speaker'], ''));
  t.strictSame(new Set(await Promise.all(all)), new Set(['late']));
  t.strictSame(ctls.waiting, ['speaker']);
  const patient = new Mixers(ctls, FOREVER);
  const other = patient.open(['hw:0'], '');
  ctls.answer();
  ctls.answer();
  t.match(await other, { card: 'hw:0' });
  await turn();
  t.equal(ctls.open.size, 1);
});

t.test('whatever is asked and answered, one of a ctl is opened at a time and none is left open', async () => {
  const step = fc.oneof(
    fc.record({ ask: fc.constantFrom('speaker', 'hw:0') }),
    fc.record({ answer: fc.constantFrom(undefined, 'No such device') }),
    fc.record({ wait: fc.constantFrom(0, 1, 2) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const ctls = new Ctls();
      const mixers = new Mixers(ctls, 1);
      const answers: Promise<unknown>[] = [];
      for (const each of steps) {
        if ('ask' in each) {
          const handed = mixers.open([each.ask], '').then((opened) => {
            if (opened !== 'late') opened.mixer.close();
          });
          answers.push(handed.catch(() => undefined));
        } else if ('answer' in each) {
          if (ctls.waiting.length > 0) ctls.answer(each.answer);
          await turn();
        } else {
          await new Promise((resolve) => setTimeout(resolve, each.wait));
        }
      }
      await Promise.all(answers); // each within its time
      while (ctls.waiting.length > 0) {
        ctls.answer();
        await turn();
      }
      return ctls.open.size === 0 && ctls.most <= 1;
    }),
    { numRuns: 50 },
  );
});
