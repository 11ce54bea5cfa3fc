import { setTimeout as delay } from 'node:timers/promises';

import t, { type Test } from 'tap';

import type { DecodeFrom } from '../../../src/decode/decoder-messages.js';
import { Engine } from '../../../src/playback/engine/engine.js';
import type { QueueTrack } from '../../../src/playback/engine/queue-track.js';
import { milliseconds } from '../../../src/units.js';
import { SILENT_LOG } from '../../fixtures/log.js';
import { FakeFeed, FakePipeline, RATE } from './fake-pipeline.js';

const at = (elapsed: number): DecodeFrom => ({ kind: 'elapsed', elapsed: milliseconds(elapsed) });
const local = (playId: number): QueueTrack => ({ playId, location: `/music/${playId}.mp3` });
const radio = (playId: number, name = 'live'): QueueTrack => ({ playId, location: `http://radio.example/${name}` });

function rig(t: Test) {
  const events: string[] = [];
  const feeds: FakeFeed[] = [];
  const inner = new FakePipeline();
  const engine = new Engine({
    pipeline: inner,
    output: inner,
    readGains: async () => undefined,
    findPart: async () => undefined,
    openCapture: () => {
      throw new Error('nothing is captured here');
    },
    openFeed: (address, from, events) => {
      const feed = new FakeFeed(address, from, events);
      feeds.push(feed);
      return feed;
    },
    log: SILENT_LOG,
  });
  engine.connect({
    trackOpened: (playId) => events.push(`opened ${playId}`),
    trackStarted: (playId) => events.push(`played ${playId}`),
    finished: (playId) => events.push(`finished ${playId}`),
    trackFailed: (playId, code, _reason, started) => events.push(`failed ${playId} ${code} ${started}`),
    clockChanged: () => undefined,
    outputLost: () => events.push('output lost'),
    outputBack: () => events.push('output back'),
    streamChanged: (playId) => events.push(`changed ${playId}`),
  });
  t.teardown(() => engine.stop());
  /** The feed that was opened as the so manieth. */
  const feed = (number: number): FakeFeed => {
    const found = feeds[number];
    if (found === undefined) throw new Error(`only ${feeds.length} feeds`);
    return found;
  };
  const open = () => feeds.filter(({ isClosed }) => !isClosed).length;
  return { engine, inner, events, feeds, feed, open };
}

/** A station that plays, with nothing left to tell. */
function onAir(t: Test, track = radio(1)) {
  const house = rig(t);
  house.engine.load(track, at(0));
  house.engine.run();
  house.feed(0).ready();
  house.inner.reported();
  house.events.splice(0);
  return house;
}

async function until(condition: () => boolean): Promise<void> {
  for (let rounds = 0; !condition(); rounds++) {
    if (rounds > 1000) throw new Error('never happened');
    await delay(10);
  }
}

t.test('local tracks pass through', async (t) => {
  const { engine, inner, events, feeds } = rig(t);
  engine.load(local(1), at(500));
  engine.follow(local(2));
  engine.run();
  engine.hold();
  engine.halt();
  engine.clear();
  t.strictSame(inner.reported(), ['load 1 500', 'follow 2', 'run', 'hold', 'halt', 'clear']);
  inner.events.trackStarted(2);
  inner.events.finished(2);
  inner.events.trackFailed(2, 'NOT_AUDIO', '', false);
  t.strictSame(events, ['played 2', 'finished 2', 'failed 2 NOT_AUDIO false']);
  t.equal(feeds.length, 0);
});

t.test('a remote track that is only prepared is not connected to', async (t) => {
  const { engine, inner, feeds } = rig(t);
  engine.load(radio(1), at(0));
  engine.follow(radio(2));
  t.equal(feeds.length, 0);
  t.strictSame(inner.reported().slice(0, 2), ['halt', 'clear']);
  engine.run();
  t.equal(feeds.length, 1);
  t.strictSame(inner.reported(), [], 'nothing sounds before enough has come');
});

t.test('it is handed to the engine when enough has come, and what follows with it', async (t) => {
  const { engine, inner, events, feed } = rig(t);
  engine.load(radio(1), at(0));
  engine.follow(local(2));
  engine.run();
  t.strictSame(engine.position(), { playId: 1, elapsed: 0 });
  inner.reported();
  feed(0).ready();
  t.strictSame(inner.reported(), ['load 1:mpeg 0', 'follow 2', 'run']);
  t.strictSame(events, ['changed 1']);
  t.match(engine.stream(1), { station: 'Testfunk', seekable: false });
  t.equal(engine.stream(2), undefined);
});

t.test('late answers of a track that was replaced are dropped', async (t) => {
  const { engine, inner, events, feed, open } = rig(t);
  engine.load(radio(1), at(0));
  engine.run();
  engine.load(radio(2, 'other'), at(0));
  t.ok(feed(0).isClosed);
  inner.reported();
  feed(0).ready();
  feed(0).events.titled(0, { artist: 'Ada', title: 'Late' });
  feed(0).events.failed('STREAM_GONE', 'late');
  t.strictSame([inner.reported(), events], [[], []]);
  t.match(engine.stream(2), { title: '' });
  t.equal(open(), 1);
  engine.load(local(3), at(0));
  feed(1).ready();
  t.strictSame(inner.reported(), ['load 3 0']);
  t.equal(open(), 0);
});

t.test('what cannot be had is reported, and nothing of it is left', async (t) => {
  const { engine, inner, events, feed, open } = rig(t);
  engine.load(radio(1), at(0));
  engine.run();
  inner.reported();
  feed(0).events.failed('STREAM_REFUSED', 'the server answers 404');
  t.strictSame(events, ['failed 1 STREAM_REFUSED false']);
  t.strictSame(inner.reported(), ['halt', 'clear']);
  t.equal(open(), 0);
  t.equal(engine.position(), undefined);
});

t.test('what the decoder makes nothing of is let go', async (t) => {
  const { inner, events, open } = onAir(t);
  inner.events.trackFailed(1, 'NOT_AUDIO', '', false);
  t.strictSame(events, ['failed 1 NOT_AUDIO false']);
  t.equal(open(), 0);
});

t.test('a pause lets a live stream go, and resuming joins it anew where its time stands', async (t) => {
  const { engine, inner, feed, feeds, open } = onAir(t);
  inner.hear(1, 7000);
  engine.hold();
  t.equal(open(), 0);
  t.strictSame(inner.reported(), ['hold']);
  t.strictSame(engine.position(), { playId: 1, elapsed: 7000 });
  engine.run();
  t.equal(feeds.length, 2);
  t.strictSame(inner.reported(), [], 'what was decoded before the pause is not played');
  feed(1).ready();
  t.strictSame(inner.reported().slice(0, 1), ['load 1:mpeg 7000']);
});

t.test('a pause keeps a file, and resuming goes on with it', async (t) => {
  const { engine, inner, feed, feeds, open } = rig(t);
  engine.load(radio(1, 'a.mp3'), at(3000));
  engine.run();
  feed(0).ready('file');
  inner.reported();
  engine.hold();
  t.equal(open(), 1);
  engine.run();
  t.strictSame(inner.reported(), ['hold', 'run']);
  t.equal(feeds.length, 1);
});

t.test('a seek in a file goes on with its connection, also while it is paused', async (t) => {
  const { engine, inner, events, feed, feeds, open } = rig(t);
  engine.load(radio(1, 'a.mp3'), at(0));
  engine.run();
  feed(0).ready('file');
  inner.reported();
  engine.load(radio(2, 'a.mp3'), at(9000));
  t.strictSame(inner.reported(), ['load 2:file 9000', 'run']);
  engine.hold();
  inner.reported();
  engine.load(radio(3, 'a.mp3'), at(2000));
  t.strictSame(inner.reported(), ['load 3:file 2000']);
  t.ok(engine.stream(3)?.seekable);
  t.strictSame([feeds.length, open()], [1, 1]);
  events.splice(0);
  feed(0).events.failed('STREAM_GONE', '');
  t.strictSame(events, ['failed 3 STREAM_GONE false'], 'its failure is that of the last playing');
});

t.test('a seek in segments connects anew, from there', async (t) => {
  const { engine, feed, open } = rig(t);
  engine.load(radio(1, 'a.m3u8'), at(0));
  engine.run();
  feed(0).ready('vod');
  t.ok(engine.stream(1)?.seekable);
  engine.load(radio(2, 'a.m3u8'), at(30_000));
  t.ok(engine.stream(2)?.seekable, 'it is known before it is there');
  t.strictSame(feed(1).from, at(30_000));
  t.equal(open(), 1);
});

t.test('halting closes every connection', async (t) => {
  const { engine, inner, open } = onAir(t);
  engine.halt();
  t.equal(open(), 0);
  t.strictSame(inner.reported(), ['halt']);
});

t.test('stopping twice closes every connection', async (t) => {
  const { engine, open } = onAir(t);
  engine.follow(radio(2));
  await engine.stop();
  await engine.stop();
  t.equal(open(), 0);
});

t.test('the sound rests while the network is dry, says so, and goes on with a reserve', async (t) => {
  const { engine, inner, events, feed } = onAir(t);
  inner.hear(1, 1000);
  feed(0).decoded = 3 * RATE;
  t.equal(engine.trouble, undefined);
  feed(0).decoded = 1.2 * RATE;
  feed(0).reserve = 0;
  await until(() => inner.calls.includes('hold'));
  t.match(engine.trouble, { code: 'STREAM_STALLED' });
  feed(0).trouble = { code: 'STREAM_UNREACHABLE', detail: 'gone' };
  t.match(engine.trouble, { code: 'STREAM_UNREACHABLE' });
  t.ok(events.includes('changed 1'));
  inner.reported();
  feed(0).decoded = 3 * RATE;
  feed(0).reserve = 4;
  await until(() => inner.calls.includes('run'));
  t.equal(engine.trouble, undefined);
});

t.test('a decoder that only catches up does not make the sound rest', async (t) => {
  const { inner, feed } = onAir(t);
  inner.hear(1, 1000);
  feed(0).decoded = RATE;
  feed(0).reserve = 5;
  await delay(300);
  t.notOk(inner.reported().includes('hold'));
});

t.test('before it sounds the trouble of its connection is reported, and none while it is paused', async (t) => {
  const { engine, inner, feed } = rig(t);
  engine.load(radio(1), at(0));
  engine.run();
  t.equal(engine.trouble, undefined);
  feed(0).trouble = { code: 'STREAM_UNREACHABLE', detail: 'refused' };
  t.match(engine.trouble, { code: 'STREAM_UNREACHABLE' });
  inner.trouble = { code: 'OUTPUT_GONE', detail: '' };
  t.match(engine.trouble, { code: 'OUTPUT_GONE' }, 'the card comes first');
  inner.trouble = undefined;
  engine.hold();
  t.equal(engine.trouble, undefined);
});

t.test('a title is reported when it is played, not when it comes', async (t) => {
  const { engine, inner, events, feed } = onAir(t);
  inner.hear(1, 1000);
  feed(0).events.titled(3, { artist: 'Ada', title: 'Song' });
  t.match(engine.stream(1), { title: '' });
  t.strictSame(events, []);
  inner.hear(1, 3000);
  feed(0).events.titled(9, { artist: 'Bob', title: 'Later' });
  t.match(engine.stream(1), { artist: 'Ada', title: 'Song' });
  t.strictSame(events, ['changed 1']);
});

t.test('a remote follower is connected to when what is played is nearly over', async (t) => {
  const { engine, inner, feed, feeds } = rig(t);
  inner.lengths.set(1, 60_000);
  engine.load(local(1), at(0));
  engine.run();
  engine.follow(radio(2));
  t.equal(feeds.length, 0);
  inner.hear(1, 50_000);
  engine.run();
  t.equal(feeds.length, 1);
  inner.reported();
  feed(0).ready('file');
  t.strictSame(inner.reported(), ['follow 2:file']);
  inner.events.trackStarted(2);
  t.ok(engine.stream(2));
  engine.halt();
  engine.run();
  t.equal(feeds.length, 2, 'and is joined again after a stop, as what plays');
});

t.test('a local follower of a stream is held and let go on without the network', async (t) => {
  const { engine, inner, feed, feeds } = onAir(t);
  engine.follow(local(2));
  inner.events.trackStarted(2);
  t.ok(feed(0).isClosed);
  inner.reported();
  engine.halt();
  engine.run();
  t.strictSame(inner.reported(), ['halt', 'run']);
  t.equal(feeds.length, 1);
});

t.test('a follower that is not ready at the end is waited for, as the current track', async (t) => {
  const { engine, inner, events, feed, feeds } = rig(t);
  engine.load(local(1), at(0));
  engine.run();
  engine.follow(radio(2));
  inner.reported();
  inner.events.finished(1);
  t.strictSame(events, ['played 2']);
  t.equal(feeds.length, 1);
  t.strictSame(engine.position(), { playId: 2, elapsed: 0 });
  feed(0).ready();
  t.ok(inner.reported().includes('load 2:mpeg 0'));
});

t.test('another follower takes the place of one that was connected to', async (t) => {
  const { engine, inner, feed, events } = rig(t);
  inner.lengths.set(1, 60_000);
  engine.load(local(1), at(0));
  engine.run();
  inner.hear(1, 55_000);
  engine.follow(radio(2));
  engine.follow(local(3));
  t.ok(feed(0).isClosed);
  feed(0).events.failed('STREAM_GONE', 'late');
  t.strictSame(events, []);
  t.strictSame(inner.reported().slice(-1), ['follow 3']);
});

t.test('a follower that fails is reported of, and what is played is left alone', async (t) => {
  const { engine, inner, feed, events } = rig(t);
  inner.lengths.set(1, 60_000);
  engine.load(local(1), at(0));
  engine.run();
  inner.hear(1, 55_000);
  engine.follow(radio(2));
  inner.reported();
  feed(0).events.failed('NOT_AUDIO', 'a page');
  t.strictSame(events, ['failed 2 NOT_AUDIO false']);
  t.strictSame(inner.reported(), []);
});
