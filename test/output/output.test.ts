import { mock } from 'node:test';
import t, { type Test } from 'tap';
import { SampleFormat } from '../../src/native.js';
import { Output } from '../../src/output/output.js';
import { Command, ringWords, Word, WriterState, type RingHandle } from '../../src/output/ring-layout.js';
import { OutputUnavailable, type Sink, type SinkTarget } from '../../src/output/sinks/sink.js';
import { createLog } from '../../src/log.js';
import { milliseconds, sampleRateHz, type SampleRateHz } from '../../src/units.js';
import { FakeNative, FakePcm } from './fake-native.js';

/** A sink whose next answers the test writes down; otherwise it opens an S32 device. */
class FakeSink implements Sink {
  readonly name = 'fake device';
  device: string | undefined = 'hw:fake';
  readonly opened: FakePcm[] = [];
  readonly refusals: Error[] = [];
  format: SampleFormat = SampleFormat.S32;
  attempts = 0;
  /** Holds the next opening back. */
  pause: Promise<void> = Promise.resolve();

  async open(rate: SampleRateHz): Promise<FakePcm> {
    this.attempts++;
    await this.pause;
    const refusal = this.refusals.shift();
    if (refusal !== undefined) throw refusal;
    const pcm = new FakePcm(rate, this.format);
    this.opened.push(pcm);
    return pcm;
  }

  /** The newest device. */
  get pcm(): FakePcm {
    const pcm = this.opened.at(-1);
    if (pcm === undefined) throw new Error('nothing was opened');
    return pcm;
  }
}

interface Ready {
  readonly ring: RingHandle;
  readonly isNew: boolean;
}

/** An output on fakes, with a clock that the test moves. */
function rig(t: Test) {
  mock.timers.enable({ apis: ['setTimeout'] });
  t.teardown(() => mock.timers.reset());
  const native = new FakeNative();
  const sink = new FakeSink();
  const ready: Ready[] = [];
  const cards: number[] = [];
  const refused: number[] = [];
  const logged: string[] = [];
  const events: string[] = [];
  /** Sinks of outputs that are switched to. */
  const others: FakeSink[] = [];
  let drained = 0;
  const output: Output = new Output({
    native,
    target: targetOf(sink),
    log: createLog('info', (line) => logged.push(line)),
    opened: async (target, card) => {
      const own = [sink, ...others].find((each) => each === target.sink);
      if (own === undefined) throw new Error('a sink that is not of this rig');
      const { pcm } = own;
      t.equal(pcm.ring, undefined, 'nothing is played before the volume is set');
      cards.push(card);
      await new Promise(setImmediate);
      return () => {
        t.equal(pcm.ring, undefined);
        const sounding = [sink, ...others].flatMap(({ opened }) => opened).filter((each) => each.isSounding);
        events.push(`${target.key} at its volume, ${sounding.length} sound`);
      };
    },
  });
  output.connect({
    lost: () => events.push('lost'),
    back: (isSoon) => events.push(isSoon ? 'back soon' : 'back late'),
    ringReady: (ring, isNew) => ready.push({ ring, isNew }),
    drained: () => drained++,
    rateRefused: (rate) => refused.push(rate),
  });
  const word = (name: keyof typeof Word) => {
    if (output.ring === undefined) throw new Error('there is no ring');
    return ringWords(output.ring)[Word[name]];
  };
  return { native, sink, ready, cards, refused, logged, events, others, output, word, drained: () => drained };
}

const targetOf = (sink: FakeSink, key = 'fake'): SinkTarget => ({ sink, key, mixer: undefined });

/** Lets every promise that can settle do so. */
async function settled(): Promise<void> {
  for (let i = 0; i < 10; i++) await new Promise(setImmediate);
}

const busy = () => new OutputUnavailable('OUTPUT_BUSY', 'fake device: busy');
const deferred = () => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
};

t.test('a device is opened at the rate that is wanted, behind a new ring', async (t) => {
  const { sink, ready, cards, output, logged } = rig(t);
  output.want(sampleRateHz(48_000));
  await settled();
  t.equal(ready.length, 1);
  t.match(ready[0], { isNew: true, ring: { rate: 48_000, format: SampleFormat.S32, eventFd: 42 } });
  t.equal(output.ring, ready[0]?.ring);
  t.equal(output.trouble, undefined);
  t.strictSame(cards, [3], 'its card was reported');
  t.ok(sink.pcm.ring);
  t.equal(logged.length, 1, 'one line with what was negotiated');
  t.match(logged[0], /device="fake device" rate=48000 format=S32 period=5512 buffer=22050/);
});

t.test('the same rate again opens nothing, another rate closes the old device first', async (t) => {
  const { sink, ready, output } = rig(t);
  output.want(sampleRateHz(44_100));
  await settled();
  output.want(sampleRateHz(44_100));
  await settled();
  t.equal(sink.attempts, 1);
  const { promise, resolve } = deferred();
  sink.pcm.closing = promise;
  output.want(sampleRateHz(48_000));
  await settled();
  t.equal(sink.attempts, 1, 'it waits for the old one to close');
  resolve();
  await settled();
  t.equal(sink.attempts, 2);
  t.match(ready[1], { isNew: true, ring: { rate: 48_000 } });
});

t.test('a rate that changes while the device opens is followed', async (t) => {
  const { sink, ready, output } = rig(t);
  const { promise, resolve } = deferred();
  sink.pause = promise;
  output.want(sampleRateHz(44_100));
  output.want(sampleRateHz(96_000));
  resolve();
  await settled();
  t.equal(ready.at(-1)?.ring.rate, 96_000);
  t.ok(sink.opened.slice(0, -1).every((pcm) => pcm.isClosed));
});

t.test('commands and gain that came before the device are in force when it opens', async (t) => {
  const { output, word } = rig(t);
  output.command(Command.hold);
  output.control.setGain(0.5);
  output.want(sampleRateHz(44_100));
  await settled();
  t.equal(word('command'), Command.hold);
  t.equal(word('gain'), 0x3f000000);
});

t.test('commands, gain and flushes reach the ring, each with a kick', async (t) => {
  const { native, output, word } = rig(t);
  output.want(sampleRateHz(44_100));
  await settled();
  const kicked = (act: () => void) => {
    const before = native.kicks;
    act();
    return native.kicks - before;
  };
  t.equal(
    kicked(() => output.command(Command.run)),
    1,
  );
  t.equal(word('command'), Command.run);
  t.equal(
    kicked(() => output.control.setGain(0)),
    1,
  );
  t.equal(word('gain'), 0);
  t.equal(
    kicked(() => output.control.requestFlush()),
    1,
  );
  t.equal(
    kicked(() => output.control.requestFlush()),
    1,
  );
  t.equal(word('flushRequested'), 2);
});

t.test('a refusal is reported, and tried again every second while something is to be played', async (t) => {
  const { sink, output, logged, ready } = rig(t);
  sink.refusals.push(busy(), busy(), busy());
  output.command(Command.run);
  output.want(sampleRateHz(44_100));
  await settled();
  t.strictSame(output.trouble, { code: 'OUTPUT_BUSY', detail: 'fake device: busy' });
  mock.timers.tick(999);
  await settled();
  t.equal(sink.attempts, 1);
  for (const attempts of [2, 3, 4]) {
    mock.timers.tick(1000);
    await settled();
    t.equal(sink.attempts, attempts);
  }
  t.equal(output.trouble, undefined);
  t.equal(ready.length, 1);
  t.equal(logged.filter((line) => line.includes('WARN')).length, 1, 'the same trouble is said once');
});

t.test('a refusal without a request to play is tried again only with the next run', async (t) => {
  const { sink, output } = rig(t);
  sink.refusals.push(busy());
  t.strictSame(await output.probe(sampleRateHz(44_100)), { code: 'OUTPUT_BUSY', detail: 'fake device: busy' });
  mock.timers.tick(10_000);
  await settled();
  t.equal(sink.attempts, 1);
  output.command(Command.run);
  await settled();
  t.equal(sink.attempts, 2);
  t.equal(output.trouble, undefined);
});

t.test('an error of another kind is a failed output, not a crash', async (t) => {
  const { sink, output } = rig(t);
  sink.refusals.push(new TypeError('what?'));
  t.strictSame(await output.probe(sampleRateHz(44_100)), { code: 'OUTPUT_FAILED', detail: 'what?' });
});

t.test('a lost device is opened again with the same ring when rate and format are the same', async (t) => {
  const { sink, ready, output } = rig(t);
  output.command(Command.run);
  output.want(sampleRateHz(44_100));
  await settled();
  const lost = sink.pcm;
  lost.signal(WriterState.failed, 19);
  t.match(output.trouble, { code: 'OUTPUT_MISSING' });
  await settled();
  t.ok(lost.isClosed);
  t.equal(sink.opened.length, 2);
  t.equal(ready.length, 2);
  t.notOk(ready[1]?.isNew);
  t.equal(ready[1]?.ring, ready[0]?.ring);
  t.equal(sink.pcm.ring?.buffer, lost.ring?.buffer);
  t.equal(output.trouble, undefined);
});

t.test('a lost device that comes back with another format gets a new ring', async (t) => {
  const { sink, ready, output, word } = rig(t);
  output.command(Command.run);
  output.control.setGain(0.5);
  output.want(sampleRateHz(44_100));
  await settled();
  sink.format = SampleFormat.S16;
  sink.pcm.signal(WriterState.failed, 19);
  await settled();
  t.match(ready[1], { isNew: true, ring: { rate: 44_100, format: SampleFormat.S16 } });
  t.equal(word('command'), Command.run);
  t.equal(word('gain'), 0x3f000000);
});

t.test('a lost device that stays away is waited for, and its ring kept', async (t) => {
  const { sink, ready, output } = rig(t);
  output.command(Command.run);
  output.want(sampleRateHz(44_100));
  await settled();
  sink.refusals.push(...Array.from({ length: 5 }, () => new OutputUnavailable('OUTPUT_MISSING', 'gone')));
  sink.pcm.signal(WriterState.failed, 19);
  await settled();
  t.strictSame(output.trouble, { code: 'OUTPUT_MISSING', detail: 'gone' });
  for (let second = 0; second < 6; second++) {
    mock.timers.tick(1000);
    await settled();
  }
  t.equal(output.trouble, undefined);
  t.equal(ready.length, 2);
  t.equal(ready[1]?.ring, ready[0]?.ring);
});

t.test('a stale signal of a device that was replaced is ignored', async (t) => {
  const { sink, output, drained } = rig(t);
  output.want(sampleRateHz(44_100));
  await settled();
  const old = sink.pcm;
  output.want(sampleRateHz(48_000));
  await settled();
  old.signal(WriterState.failed, 19);
  old.signal(WriterState.drained);
  await settled();
  t.equal(sink.attempts, 2);
  t.equal(drained(), 0);
  t.equal(output.trouble, undefined);
});

t.test('drained is passed on', async (t) => {
  const { sink, output, drained } = rig(t);
  output.want(sampleRateHz(44_100));
  await settled();
  sink.pcm.signal(WriterState.drained);
  t.equal(drained(), 1);
});

t.test('after a minute without sound the device is released, and the ring kept for the next run', async (t) => {
  const { sink, ready, output } = rig(t);
  output.want(sampleRateHz(44_100));
  output.command(Command.run);
  await settled();
  output.command(Command.hold);
  mock.timers.tick(59_999);
  await settled();
  t.notOk(sink.pcm.isClosed);
  mock.timers.tick(1);
  await settled();
  t.ok(sink.pcm.isClosed);
  const ring = output.ring;
  output.command(Command.run);
  await settled();
  t.equal(sink.opened.length, 2);
  t.match(ready[1], { isNew: false, ring: { rate: 44_100 } });
  t.equal(output.ring, ring);
});

t.test('a run within the minute keeps the device', async (t) => {
  const { sink, output } = rig(t);
  output.want(sampleRateHz(44_100));
  output.command(Command.hold);
  await settled();
  mock.timers.tick(40_000);
  output.command(Command.run);
  mock.timers.tick(100_000);
  await settled();
  t.notOk(sink.pcm.isClosed);
  t.equal(sink.attempts, 1);
});

t.test('a run while the device is being released waits for it, and opens it again', async (t) => {
  const { sink, output } = rig(t);
  output.want(sampleRateHz(44_100));
  await settled();
  const old = sink.pcm;
  const { promise, resolve } = deferred();
  old.closing = promise;
  const released = output.release();
  await settled();
  output.command(Command.run);
  await settled();
  t.equal(sink.attempts, 1, 'the device is still busy with itself');
  resolve();
  await released;
  await settled();
  t.equal(sink.attempts, 2);
  t.notOk(sink.pcm.isClosed);
  t.not(sink.pcm, old);
});

t.test('a run right behind a release has a device in the end', async (t) => {
  const { sink, output } = rig(t);
  output.want(sampleRateHz(44_100));
  await settled();
  const released = output.release();
  output.command(Command.run);
  await released;
  await settled();
  t.notOk(sink.pcm.isClosed);
});

t.test('a release while the device opens closes it', async (t) => {
  const { sink, output } = rig(t);
  const { promise, resolve } = deferred();
  sink.pause = promise;
  output.want(sampleRateHz(44_100));
  const released = output.release();
  resolve();
  await released;
  t.ok(sink.opened.every((pcm) => pcm.isClosed));
});

t.test('closing ends everything, and may be done twice', async (t) => {
  const { sink, output } = rig(t);
  output.want(sampleRateHz(44_100));
  await settled();
  await output.close();
  await output.close();
  t.ok(sink.pcm.isClosed);
  t.equal(sink.pcm.closed, 1);
  output.command(Command.run);
  output.want(sampleRateHz(48_000));
  mock.timers.tick(100_000);
  await settled();
  t.equal(sink.attempts, 1);
});

t.test('closing ends the attempts at a device that is away', async (t) => {
  const { sink, output } = rig(t);
  sink.refusals.push(busy(), busy(), busy());
  output.command(Command.run);
  output.want(sampleRateHz(44_100));
  await settled();
  await output.close();
  mock.timers.tick(100_000);
  await settled();
  t.equal(sink.attempts, 1);
});

t.test('a rate that the device lacks is reported, and not tried again by itself', async (t) => {
  const { sink, ready, refused, output } = rig(t);
  output.command(Command.run);
  sink.refusals.push(new OutputUnavailable('RATE_UNSUPPORTED', 'fake device: sample rate: Invalid argument'));
  output.want(sampleRateHz(22_050));
  await settled();
  mock.timers.tick(100_000);
  await settled();
  t.strictSame(refused, [22_050]);
  t.equal(sink.attempts, 1);
  t.match(output.trouble, { code: 'RATE_UNSUPPORTED' });
  output.want(sampleRateHz(44_100));
  await settled();
  t.equal(ready.at(-1)?.ring.rate, 44_100);
  t.equal(output.trouble, undefined);
});

t.test('the memory of a ring is used again once the worker has left it', async (t) => {
  const { ready, output } = rig(t);
  const rates = [44_100, 48_000, 44_100, 48_000, 44_100, 48_000];
  for (const rate of rates) {
    output.want(sampleRateHz(rate));
    await settled();
    output.ringTaken(output.ring?.id ?? 0);
  }
  t.strictSame(
    ready.map(({ ring }) => ring.rate),
    rates,
  );
  t.equal(new Set(ready.map(({ ring }) => ring.memory)).size, 2);
  t.equal(new Set(ready.map(({ ring }) => ring.id)).size, rates.length);
});

t.test('cards that come or go have a missing device tried at once, also while nothing plays', async (t) => {
  const { sink, output } = rig(t);
  sink.refusals.push(new OutputUnavailable('OUTPUT_MISSING', 'gone'), new OutputUnavailable('OUTPUT_MISSING', 'gone'));
  output.want(sampleRateHz(44_100));
  await settled();
  output.tryAgain();
  await settled();
  t.match(output.trouble, { code: 'OUTPUT_MISSING' });
  output.tryAgain();
  await settled();
  t.equal(output.trouble, undefined);
  t.equal(sink.attempts, 3);
  output.tryAgain();
  await settled();
  t.equal(sink.attempts, 3, 'a device that is there is left alone');
  mock.timers.tick(60_000);
  await settled();
  t.ok(sink.pcm.isClosed, 'and given back after a minute');
});

const missing = () => new OutputUnavailable('OUTPUT_MISSING', 'gone');

/** An output that plays, and others that it can be switched to. */
async function playing(t: Test, device = 'hw:fake') {
  const parts = rig(t);
  const { sink, output, others, events } = parts;
  sink.device = device || undefined;
  output.command(Command.run);
  output.want(sampleRateHz(44_100));
  await settled();
  events.length = 0;
  const other = (): FakeSink => {
    const sink = new FakeSink();
    others.push(sink);
    return sink;
  };
  return { ...parts, other };
}

t.test('a switch opens the other device before the old one falls silent, and goes on from the same ring', async (t) => {
  const { sink, output, ready, events, other } = await playing(t);
  const second = other();
  const { promise, resolve } = deferred();
  second.pause = promise;
  const switched = output.switchTo(targetOf(second, 'second'));
  await settled();
  t.notOk(sink.pcm.isClosed, 'the old one plays until then');
  t.equal(output.target.key, 'fake');
  resolve();
  await switched;
  t.ok(sink.pcm.isClosed);
  t.equal(sink.pcm.closed, 1);
  t.strictSame(events, ['second at its volume, 0 sound'], 'its volume came into force in silence');
  t.equal(second.pcm.ring?.buffer, output.ring?.memory);
  t.strictSame(
    ready.map(({ isNew }) => isNew),
    [true, false],
  );
  t.equal(output.target.key, 'second');
});

t.test('a switch to a device of another sample format begins another ring', async (t) => {
  const { output, ready, other } = await playing(t);
  const second = other();
  second.format = SampleFormat.S16;
  await output.switchTo(targetOf(second));
  t.match(ready[1], { isNew: true, ring: { rate: 44_100, format: SampleFormat.S16 } });
  t.equal(second.pcm.ring?.buffer, ready[1]?.ring.memory);
});

t.test('an output that cannot be opened is refused, and the old one goes on', async (t) => {
  const { sink, output, events, other } = await playing(t);
  const second = other();
  second.refusals.push(missing());
  await t.rejects(output.switchTo(targetOf(second)), { code: 'OUTPUT_MISSING' });
  await settled();
  t.notOk(sink.pcm.isClosed);
  t.equal(sink.attempts, 1);
  t.equal(output.target.key, 'fake');
  t.equal(output.trouble, undefined);
  t.strictSame(events, []);
});

t.test('a device that the old one keeps busy is opened behind it', async (t) => {
  const { sink, output, other } = await playing(t);
  const second = other();
  second.refusals.push(busy());
  await output.switchTo(targetOf(second, 'second'));
  t.ok(sink.pcm.isClosed);
  t.equal(second.attempts, 2);
  t.equal(output.target.key, 'second');
});

t.test('a busy output leaves the old one alone where one of both is no sound card', async (t) => {
  for (const [old, chosen] of [
    ['hw:fake', ''],
    ['', 'hw:other'],
  ] as const) {
    await t.test(`from "${old}" to "${chosen}"`, async (t) => {
      const { output, sink, other } = await playing(t, old);
      const second = other();
      second.device = chosen || undefined;
      second.refusals.push(busy());
      await t.rejects(output.switchTo(targetOf(second)), { code: 'OUTPUT_BUSY' });
      await settled();
      t.equal(second.attempts, 1);
      t.equal(sink.attempts, 1);
      t.equal(sink.pcm.closed, 0, 'it plays on');
    });
  }
});

t.test('a device that is busy by somebody else gives the old one its place back', async (t) => {
  const { sink, output, ready, other } = await playing(t);
  const second = other();
  second.refusals.push(busy(), busy());
  await t.rejects(output.switchTo(targetOf(second)), { code: 'OUTPUT_BUSY' });
  await settled();
  t.equal(sink.opened.length, 2);
  t.ok(sink.pcm.isSounding);
  t.equal(output.target.key, 'fake');
  t.equal(ready.at(-1)?.isNew, false, 'with what it had not played');
});

t.test('of several switches the last one counts', async (t) => {
  const { sink, output, other } = await playing(t);
  const [second, third, fourth] = [other(), other(), other()];
  const { promise, resolve } = deferred();
  second.pause = promise;
  const requests = [
    output.switchTo(targetOf(second, 'second')),
    output.switchTo(targetOf(third, 'third')),
    output.switchTo(targetOf(fourth, 'fourth')),
  ];
  const outcomes = Promise.allSettled(requests);
  resolve();
  t.strictSame(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  await t.rejects(requests[1] ?? Promise.resolve(), { code: 'SUPERSEDED' });
  t.equal(third.attempts, 0);
  t.equal(output.target.key, 'fourth');
  const sounding = [sink, second, third, fourth].flatMap(({ opened }) => opened).filter((pcm) => pcm.isSounding);
  t.strictSame(sounding, [fourth.pcm]);
});

t.test('an output at rest is switched too, and given back after a minute', async (t) => {
  const { output, other } = await playing(t);
  output.command(Command.hold);
  await output.release();
  const second = other();
  await output.switchTo(targetOf(second, 'second'));
  t.equal(second.opened.length, 1);
  t.equal(output.target.key, 'second');
  mock.timers.tick(60_000);
  await settled();
  t.ok(second.pcm.isClosed);
  output.command(Command.run);
  await settled();
  t.equal(second.opened.length, 2, 'and opened again with the next run');
});

t.test('before anything was played an output can be switched', async (t) => {
  const { output, sink, others } = rig(t);
  const second = new FakeSink();
  others.push(second);
  await output.switchTo(targetOf(second, 'second'));
  t.equal(second.pcm.rate, 44_100);
  t.equal(sink.attempts, 0);
});

t.test('a rate that is wanted while a switch is under way is followed on the new output', async (t) => {
  const { sink, output, ready, other } = await playing(t);
  const second = other();
  const { promise, resolve } = deferred();
  second.pause = promise;
  const switched = output.switchTo(targetOf(second));
  output.want(sampleRateHz(96_000));
  resolve();
  await switched;
  await settled();
  t.equal(sink.attempts, 1);
  t.equal(ready.at(-1)?.ring.rate, 96_000);
  t.equal(second.opened.filter((pcm) => pcm.isSounding).length, 1);
});

t.test('an output that is closed while it switches keeps no device', async (t) => {
  const { sink, output, other } = await playing(t);
  const second = other();
  const { promise, resolve } = deferred();
  second.pause = promise;
  const switched = output.switchTo(targetOf(second));
  const closed = output.close();
  resolve();
  await t.rejects(switched, { code: 'SUPERSEDED' });
  await closed;
  t.notOk([sink, second].flatMap(({ opened }) => opened).some((pcm) => !pcm.isClosed));
});

t.test('a device that is gone is reported as lost once, and as back', async (t) => {
  const { sink, output, events } = await playing(t);
  sink.refusals.push(missing(), missing(), missing());
  sink.pcm.signal(WriterState.failed, 19);
  await settled();
  t.strictSame(events, ['lost']);
  output.command(Command.hold); // as the player does
  for (let second = 0; second < 3; second++) {
    mock.timers.tick(1000);
    await settled();
  }
  t.strictSame(events, ['lost', 'fake at its volume, 0 sound', 'back soon']);
  mock.timers.tick(60_000);
  await settled();
  t.ok(sink.pcm.isClosed, 'at rest it is given back after a minute');
});

t.test('how long an output may be away is what it said when it was opened', async (t) => {
  const { sink, output, events, other } = await playing(t);
  const second = other();
  let returnsWithin = milliseconds(0);
  await output.switchTo({
    ...targetOf(second, 'second'),
    get returnsWithin() {
      return returnsWithin;
    },
  });
  await settled();
  returnsWithin = milliseconds(60_000);
  second.refusals.push(missing());
  second.pcm.signal(WriterState.failed, 19);
  await settled();
  mock.timers.tick(1000);
  await settled();
  t.equal(events.at(-1), 'back late');
  await output.switchTo(targetOf(sink));
  await settled();
  sink.refusals.push(missing());
  sink.pcm.signal(WriterState.failed, 19);
  await settled();
  mock.timers.tick(1000);
  await settled();
  t.equal(events.at(-1), 'back soon', 'another says nothing of it');
});

t.test('a device that fails and is there again at once is not reported as lost', async (t) => {
  const { sink, events } = await playing(t);
  sink.pcm.signal(WriterState.failed, 5);
  await settled();
  t.strictSame(events, ['fake at its volume, 0 sound']);
});

t.test('a device that was never there, or is busy at the start, is not reported as lost', async (t) => {
  const { sink, output, events } = rig(t);
  sink.refusals.push(missing(), busy());
  output.command(Command.run);
  output.want(sampleRateHz(44_100));
  await settled();
  mock.timers.tick(2000);
  await settled();
  t.strictSame(
    events.filter((line) => line === 'lost' || line.startsWith('back')),
    [],
  );
});

t.test('a device that is away is looked for when somebody asks', async (t) => {
  const { sink, output } = await playing(t);
  t.equal(await output.look(), undefined);
  sink.refusals.push(missing(), missing());
  sink.pcm.signal(WriterState.failed, 19);
  await settled();
  t.strictSame(await output.look(), { code: 'OUTPUT_MISSING', detail: 'gone' });
  t.equal(await output.look(), undefined, 'it is back');
  t.equal(sink.attempts, 4);
});

t.test('a switch away from a device that was lost ends its absence', async (t) => {
  const { sink, output, events, other } = await playing(t);
  sink.refusals.push(missing());
  sink.pcm.signal(WriterState.failed, 19);
  await settled();
  output.command(Command.hold);
  await output.switchTo(targetOf(other(), 'second'));
  t.strictSame(events, ['lost', 'second at its volume, 0 sound', 'back soon']);
  mock.timers.tick(100_000);
  await settled();
  t.equal(sink.attempts, 2, 'nobody looks for it any more');
});

t.test('a change that must not be played is made while the device is closed', async (t) => {
  const { sink, output, ready } = await playing(t);
  const closed: boolean[] = [];
  await output.whileSilent(async () => {
    await new Promise(setImmediate);
    closed.push(sink.pcm.isClosed);
  });
  await settled();
  t.strictSame(closed, [true]);
  t.equal(sink.opened.length, 2);
  t.ok(sink.pcm.isSounding);
  t.equal(ready.at(-1)?.isNew, false);
  await t.rejects(
    output.whileSilent(() => Promise.reject(new Error('not so'))),
    { message: 'not so' },
  );
  await settled();
  t.ok(sink.pcm.isSounding, 'also after a change that failed');
});
