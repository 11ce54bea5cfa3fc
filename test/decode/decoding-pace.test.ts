/** When the decoder worker fills the ring, and how long it leaves it alone. */
import t from 'tap';
import { DecodingPace, pauseAbove } from '../../src/decode/decoding-pace.js';

const RATE = 1000;
/** Milliseconds until the consumer has told its place again. */
const PERIOD = 130;

function rig() {
  let time = 0;
  const pace = new DecodingPace(() => time);
  const ring = { fill: 0, isRunning: false, ring: { rate: RATE } };
  return { pace, ring, at: (now: number) => (time = now) };
}

t.test('while nothing runs a second is kept ready, and then nothing is done', async (t) => {
  const { pace, ring } = rig();
  ring.fill = 999;
  t.equal(pace.pause(ring), undefined);
  ring.fill = 1000;
  t.equal(pace.pause(ring), Infinity);
});

t.test('a ring that runs is filled, and then left alone until half of it was heard', async (t) => {
  const { pace, ring, at } = rig();
  ring.isRunning = true;
  pace.pause(ring);
  at(100);
  ring.fill = 4000;
  t.equal(pace.pause(ring), undefined);
  pace.note(true);
  t.equal(pace.pause(ring), 1500 + PERIOD);
  ring.fill = 2499;
  t.equal(pace.pause(ring), undefined);
});

t.test('a start with enough ready is left the processor for a moment', async (t) => {
  const { pace, ring, at } = rig();
  ring.fill = 500;
  pace.pause(ring);
  ring.isRunning = true;
  t.equal(pace.pause(ring), 40);
  at(15);
  t.equal(pace.pause(ring), 25);
  at(40);
  t.equal(pace.pause(ring), undefined);
});

t.test('a start with too little ready is not waited for', async (t) => {
  const { pace, ring } = rig();
  ring.fill = 499;
  ring.isRunning = true;
  t.equal(pace.pause(ring), undefined);
});

t.test('every start is one', async (t) => {
  const { pace, ring, at } = rig();
  ring.fill = 600;
  ring.isRunning = true;
  pace.pause(ring);
  at(100);
  ring.isRunning = false;
  pace.pause(ring);
  ring.isRunning = true;
  t.equal(pace.pause(ring), 40);
});

t.test('a pause above a fill lasts until it is reached', async (t) => {
  const ring = { fill: 1200, isRunning: true, ring: { rate: RATE } };
  t.equal(pauseAbove(ring, 1), 200 + PERIOD);
  t.equal(pauseAbove(ring, 2), undefined);
  t.equal(pauseAbove({ ...ring, isRunning: false }, 1), Infinity);
});
