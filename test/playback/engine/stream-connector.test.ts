/** When the stream that follows is connected to, and whom a connection tells. Its time is the test's. */
import t from 'tap';
import type { DecoderFacts } from '../../../src/decode/decoder.js';
import { LoadingTracks } from '../../../src/playback/engine/loading-tracks.js';
import { FROM_START } from '../../../src/playback/engine/queue-track.js';
import { SourceResolver } from '../../../src/playback/engine/source-resolver.js';
import { StreamConnector } from '../../../src/playback/engine/stream-connector.js';
import { milliseconds } from '../../../src/units.js';
import { FakeFeed, FakePipeline } from './fake-pipeline.js';
import { HeldClock } from './held-clock.js';

const RADIO = { playId: 2, location: 'http://radio/' };
const LENGTH = 60_000;

/** A file of a minute that plays, and a stream behind it. */
function rig({ next = true, length = LENGTH, played = 0, isPlayed = true, hasFacts = true } = {}) {
  const tracks = new LoadingTracks(
    new SourceResolver({ readGains: async () => undefined, findPart: async () => undefined }),
  );
  tracks.load({ track: { playId: 1, location: '/a' }, from: FROM_START, elapsed: milliseconds(0) });
  if (next) tracks.follow(RADIO);
  const pipeline = new FakePipeline();
  pipeline.lengths.set(1, length);
  if (isPlayed) pipeline.hear(1, played);
  const facts = (playId: number): DecoderFacts | undefined => (hasFacts ? pipeline.facts(playId) : undefined);
  const feeds: FakeFeed[] = [];
  const said: string[] = [];
  const clock = new HeldClock();
  const connector = new StreamConnector({
    open: (address, from, events) => {
      const feed = new FakeFeed(address, from, events);
      feeds.push(feed);
      return feed;
    },
    tracks,
    pipeline: { position: () => pipeline.position(), facts },
    ready: ({ track }) => said.push(`ready ${track.playId}`),
    failed: ({ track }, code, reason) => said.push(`failed ${track.playId} ${code} ${reason}`),
    titled: () => said.push('titled'),
    clock,
  });
  return { connector, tracks, pipeline, feeds, said, clock };
}

for (const [what, situation, connects, looks] of [
  ['more than twelve seconds before the end it waits', { played: 20_000 }, 0, [28_000]],
  ['a moment before that too', { played: 47_999 }, 0, [100]],
  ['twelve seconds before the end it connects', { played: 48_000 }, 1, []],
  ['at the end too', { played: LENGTH }, 1, []],
  ['where nothing is known of the track yet it looks again', { hasFacts: false }, 0, [2000]],
  ['where the end is not known it does not', { length: 0 }, 0, []],
  ['where nothing is played it does not', { isPlayed: false }, 0, []],
  ['where no stream follows it does not', { next: false, played: LENGTH }, 0, []],
] as const) {
  t.test(what, async (t) => {
    const { connector, feeds, clock } = rig(situation);
    connector.lookAhead();
    t.equal(feeds.length, connects);
    t.strictSame(
      clock.due.map(({ milliseconds }) => milliseconds),
      looks,
    );
  });
}

t.test('it connects once, to the start, at the look that is due', async (t) => {
  const { connector, tracks, pipeline, feeds, clock } = rig({ played: 20_000 });
  connector.lookAhead();
  pipeline.hear(1, 48_000);
  clock.due[0]?.action();
  connector.lookAhead();
  t.strictSame(
    feeds.map(({ address, from }) => [address, from]),
    [[RADIO.location, FROM_START]],
  );
  t.equal(tracks.nextStream?.feed, feeds[0]);
});

t.test('a look takes the place of the last, and none is left when it is stopped', async (t) => {
  const { connector, clock } = rig();
  const cleared: unknown[] = [];
  t.capture(globalThis, 'clearTimeout', (timer: unknown) => cleared.push(timer));
  connector.lookAhead();
  connector.lookAhead();
  connector.stop();
  t.equal(clock.due.length, 2);
  for (const { timer } of clock.due) t.ok(cleared.includes(timer));
});

t.test('what a connection says is for the track that has it, and for none once it was let go', async (t) => {
  const { connector, tracks, feeds, said } = rig({ played: LENGTH });
  connector.lookAhead();
  const [feed] = feeds as [FakeFeed];
  feed.events.titled(5, { artist: 'X', title: 'Y' });
  feed.ready();
  t.strictSame(said.splice(0), ['titled', 'ready 2']);
  t.equal(tracks.nextStream?.source?.kind, 'networkStream');
  t.equal(tracks.nextStream?.untilTitle(milliseconds(1000)), 4000);
  feed.events.failed('GONE', 'away');
  t.strictSame(said.splice(0), ['failed 2 GONE away']);
  tracks.follow(undefined);
  feed.ready();
  feed.events.failed('GONE', 'away');
  t.strictSame(said, []);
});
