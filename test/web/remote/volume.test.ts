import t from 'tap';
import { levelOf, type VolumePosition, positionOf, type Volume } from '../../../src/web/remote/level.js';
import { type VolumeCommand, WantedVolume } from '../../../src/web/remote/state/volume.js';

const REPORTED: Volume = { volume: 30, min: 0, max: 100, percent: 30, limit: 80, limit_percent: 80 };

/** A box that answers, and tells, when the test says so. */
function slowBox(reported: Volume = REPORTED) {
  const sent: VolumeCommand[] = [];
  const shown: (VolumePosition | undefined)[] = [];
  const answers: ((answer: { volume?: Volume } | undefined) => void)[] = [];
  const hearings: { position: VolumePosition; end: () => void }[] = [];
  const box = { reported };
  const wanted = new WantedVolume({
    reported: () => box.reported,
    show: (position) => shown.push(position),
    send: (order) => {
      sent.push(order);
      return new Promise((resolve) => answers.push(resolve));
    },
    untilReported: (position) => new Promise((resolve) => hearings.push({ position, end: resolve })),
    pause: () => Promise.resolve(),
  });
  const settle = () => new Promise(setImmediate);
  const answer = async (inForce: { volume?: Volume } = {}) => {
    answers.shift()?.(inForce);
    await settle();
  };
  const refuse = async () => {
    answers.shift()?.(undefined);
    await settle();
  };
  const report = async () => {
    hearings.shift()?.end();
    await settle();
  };
  return { wanted, sent, shown, box, hearings, answer, refuse, report, now: () => shown.at(-1)?.percent };
}

t.test('a drag is shown at once, and never runs back before the box has told of its end', async (t) => {
  const { wanted, sent, shown, hearings, answer, report } = slowBox();
  for (const percent of [31, 35, 42.4]) wanted.moveTo(percent);
  t.strictSame(
    shown.map((position) => position?.percent),
    [31, 35, 42.4],
  );
  t.strictSame(sent, [{ percent: 31 }], 'one is on its way, the newest waits');
  await answer({ volume: { ...REPORTED, volume: 31, percent: 31 } });
  t.strictSame(sent, [{ percent: 31 }, { percent: 42.4 }]);
  t.equal(shown.at(-1)?.percent, 42.4, 'the answer to what is not wanted any more is not shown');
  await answer({ volume: { ...REPORTED, volume: 42, percent: 42 } });
  t.strictSame(shown.at(-1), { percent: 42, volume: 42 }, 'the step that the box has made of it');
  t.strictSame(hearings[0]?.position, { percent: 42, volume: 42 });
  t.notOk(shown.includes(undefined));
  await report();
  t.equal(shown.at(-1), undefined);
});

t.test('steps that undo each other while they wait are not sent, and hide nothing', async (t) => {
  const { wanted, sent, shown, answer, report } = slowBox();
  for (const steps of [1, 1, -1]) wanted.moveBy(steps);
  await answer();
  t.strictSame(sent, [{ steps: 1 }]);
  t.strictSame(shown.at(-1), { percent: 31, volume: 31 });
  await report();
  t.equal(shown.at(-1), undefined, 'what others do is shown again');
});

t.test('the way back begins at the cap, however often somebody asked for more', async (t) => {
  const { wanted, sent, now, answer } = slowBox({ ...REPORTED, volume: 78, percent: 78 });
  for (const steps of [5, 5, -5]) wanted.moveBy(steps);
  t.equal(now(), 75);
  await answer();
  t.strictSame(sent, [{ steps: 2 }, { steps: -5 }]);
});

t.test('steps add up while they are on their way, are sent together, and stop at the cap', async (t) => {
  const { wanted, sent, shown, now, answer, report } = slowBox();
  for (let touch = 0; touch < 4; touch++) wanted.moveBy(1);
  t.equal(now(), 34);
  t.strictSame(sent, [{ steps: 1 }]);
  await answer();
  t.strictSame(sent, [{ steps: 1 }, { steps: 3 }]);
  wanted.moveBy(1000);
  t.strictSame(shown.at(-1), { percent: 80, volume: 80 });
  await answer();
  await answer();
  await report();
  t.equal(shown.at(-1), undefined);
  wanted.moveBy(-1000);
  t.strictSame(shown.at(-1), { percent: 0, volume: 0 });
});

t.test('steps behind a place go after it, and a place makes steps before it needless', async (t) => {
  const { wanted, sent, now, answer } = slowBox();
  wanted.moveTo(50);
  wanted.moveTo(60);
  wanted.moveBy(2);
  t.equal(now(), 62);
  await answer();
  await answer();
  t.strictSame(sent, [{ percent: 50 }, { percent: 60 }, { steps: 2 }]);
  wanted.moveBy(1);
  wanted.moveTo(10);
  await answer();
  t.strictSame(sent.slice(3), [{ percent: 10 }]);
});

t.test('a refusal takes back what was shown', async (t) => {
  const { wanted, shown, hearings, refuse } = slowBox();
  wanted.moveBy(5);
  t.equal(shown.at(-1)?.volume, 35);
  await refuse();
  t.equal(shown.at(-1), undefined);
  t.strictSame(hearings, []);
});

t.test('what is wanted while the box is listened to is waited for instead', async (t) => {
  const { wanted, shown, answer, report } = slowBox();
  wanted.moveTo(50);
  await answer();
  wanted.moveTo(55);
  await report();
  t.equal(shown.at(-1)?.percent, 55, 'the word of the first ends nothing');
  await answer();
  await report();
  t.equal(shown.at(-1), undefined);
});

t.test('another one who changes it meanwhile wins in the end', async (t) => {
  const { wanted, shown, box, answer, report } = slowBox();
  wanted.moveTo(50);
  box.reported = { ...REPORTED, volume: 10, percent: 10 };
  await answer();
  await report();
  t.equal(shown.at(-1), undefined, 'then what was told is shown');
  wanted.moveBy(1);
  t.equal(shown.at(-1)?.volume, 11);
});

t.test('an output without a volume is asked for none', async (t) => {
  const { wanted, sent, box, shown } = slowBox();
  (box as { reported: Volume | undefined }).reported = undefined;
  wanted.moveTo(50);
  wanted.moveBy(1);
  t.strictSame([sent, shown], [[], []]);
});

t.test('steps and places follow each other, whatever the scale of the output', async (t) => {
  const decibels: Volume = { volume: -30, min: -80, max: 0, percent: 40 };
  const { wanted, shown } = slowBox(decibels);
  t.equal(levelOf(decibels).percent, 40);
  t.strictSame(positionOf(decibels), { percent: 40, volume: -30 });
  wanted.moveTo(70);
  t.strictSame(shown.at(-1), { percent: 70, volume: -15 });
  wanted.moveBy(15);
  t.strictSame(shown.at(-1), { percent: 100, volume: 0 });
});
