import t from 'tap';
import { Unavailable } from '../../src/errors.js';
import type { ExternalCommand, ExternalSource, ExternalSources } from '../../src/playback/external-source.js';
import type { LivePlayer } from '../../src/playback/live-player.js';
import { FROM_START } from '../../src/playback/state.js';
import type { PlayerAspect } from '../../src/playback/types.js';
import { byteOffset, milliseconds } from '../../src/units.js';
import { playingWith, settled } from './rig.js';

const PHONE: ExternalSource = {
  location: 'bluetooth:AA:BB:CC:00:00:11',
  name: 'Phone',
  pcm: 'bluealsa:DEV=AA:BB:CC:00:00:11,PROFILE=a2dp',
  sampleRate: 44_100,
  format: 'SBC',
  isSounding: true,
  title: 'Launch Window',
  artist: 'Nova Kestrel',
  album: 'Paper Satellites',
  genre: 'Pop',
  length: milliseconds(180_000),
  elapsed: milliseconds(2000),
};

/** Phones as a test says. */
class FakePhones implements ExternalSources {
  readonly reported: string[] = [];
  /** Thrown at whoever commands. */
  failure: Error | undefined;
  #phones: readonly ExternalSource[] = [];
  #listener: () => void = () => undefined;

  sources(): readonly ExternalSource[] {
    return this.#phones;
  }

  async command(location: string, command: ExternalCommand): Promise<void> {
    this.reported.push(`${command} ${location.slice(-2)}`);
    if (this.failure !== undefined) throw this.failure;
  }

  subscribe(listener: () => void): () => void {
    this.#listener = listener;
    return () => (this.#listener = () => undefined);
  }

  are(...phones: readonly ExternalSource[]): void {
    this.#phones = phones;
    this.#listener();
  }
}

/** A player whose queue plays `/a` (or is as `prepare` leaves it), and phones. */
async function visited(locations: readonly string[] = ['/a', '/b'], prepare?: (player: LivePlayer) => Promise<void>) {
  const phones = new FakePhones();
  const { player, engine, store } = await playingWith({ external: phones }, ...locations);
  await prepare?.(player);
  player.start();
  const events: ReadonlySet<PlayerAspect>[] = [];
  player.subscribe((each) => {
    if (each.type === 'changed') events.push(each.aspects);
  });
  return {
    player,
    engine,
    store,
    phones,
    played: engine.captures,
    events,
    end: (reason: string) => engine.captureEnds(reason),
  };
}

/** What is played, and what the queue does. */
const kinds = (player: LivePlayer): string => `${player.status().kind} ${player.queueStatus().kind}`;

t.test('a phone that sounds takes the place of the queue, and is shown as what plays', async (t) => {
  const { player, engine, phones, played, events } = await visited();
  phones.are({ ...PHONE, isSounding: false });
  t.strictSame(played, [], 'not before it sounds');
  phones.are(PHONE);
  t.strictSame(played, ['play 11']);
  t.strictSame(engine.reported(), ['hold']);
  t.equal(kinds(player), 'playing paused');
  const { entry, ...track } = player.currentTrack() ?? {};
  t.strictSame(track, {
    index: -1,
    elapsed: 2000,
    facts: { length: 180_000, sampleRate: 44_100, bitrate: 0 },
    stream: {
      station: 'Phone',
      genre: 'Pop',
      artist: 'Nova Kestrel',
      title: 'Launch Window',
      album: 'Paper Satellites',
      seekable: false,
    },
  });
  t.equal(entry?.location, PHONE.location);
  t.ok(Number.isSafeInteger(entry?.key) && (entry?.key ?? 0) > 1e9, 'a key that no entry of the queue has');
  t.equal(player.nextTrack(), undefined);
  t.equal(await player.filePosition(), 0);
  t.ok(events.some((aspects) => aspects.has('currentTrack') && aspects.has('status')));
});

t.test('another title is another track', async (t) => {
  const { player, phones, events } = await visited();
  phones.are(PHONE);
  const before = player.currentTrack()?.entry.key;
  events.length = 0;
  phones.are(PHONE);
  t.equal(player.currentTrack()?.entry.key, before);
  t.strictSame(events, []);
  phones.are({ ...PHONE, title: 'Re-entry', elapsed: milliseconds(0) });
  t.not(player.currentTrack()?.entry.key, before);
  t.equal(player.currentTrack()?.stream?.title, 'Re-entry');
  t.strictSame(events, [new Set(['currentTrack', 'position'])]);
});

for (const [how, sources] of [
  ['falls silent', [{ ...PHONE, isSounding: false }]],
  ['is gone', []],
] as const) {
  t.test(`when the phone ${how} the queue goes on, if it had been playing`, async (t) => {
    const { player, engine, phones, played } = await visited();
    phones.are(PHONE);
    engine.reported();
    phones.are(...sources);
    t.strictSame(played, ['play 11', 'release']);
    t.strictSame(engine.reported(), ['run']);
    t.equal(kinds(player), 'playing playing');
    t.equal(player.currentTrack()?.entry.location, '/a');
  });
}

t.test('a queue that paused or was stopped stays so', async (t) => {
  for (const rest of ['pause', 'stop'] as const) {
    const { player, engine, phones } = await visited(['/a', '/b'], (each) => each[rest]());
    engine.reported();
    phones.are(PHONE);
    t.equal(player.status().kind, 'playing');
    phones.are();
    t.strictSame(engine.reported(), []);
    t.equal(player.status().kind, player.queueStatus().kind);
    t.equal(player.status().kind, rest === 'pause' ? 'paused' : 'stopped');
  }
});

t.test('transport commands go to the phone while it is there', async (t) => {
  const { player, engine, phones } = await visited();
  phones.are(PHONE);
  engine.reported();
  await player.next();
  await player.previous();
  await player.play(FROM_START);
  await player.seek(milliseconds(5));
  t.strictSame(phones.reported, ['next 11', 'previous 11']);
  t.strictSame(engine.reported(), []);
  phones.failure = new Unavailable('NO_REMOTE_CONTROL', 'It has no buttons.');
  await t.rejects(player.next(), { code: 'NO_REMOTE_CONTROL' });
});

t.test('paused from here the phone stays what is shown, and the queue does not go on by itself', async (t) => {
  const { player, engine, phones, played } = await visited();
  phones.are(PHONE);
  engine.reported();
  await player.pause();
  t.strictSame(phones.reported, ['pause 11']);
  t.strictSame(played, ['play 11', 'release'], 'it is silent at once');
  t.equal(kinds(player), 'paused paused');
  phones.are(PHONE);
  t.equal(player.status().kind, 'paused', 'it has not obeyed yet');
  phones.are({ ...PHONE, isSounding: false });
  t.equal(player.currentTrack()?.entry.location, PHONE.location);
  await player.resume();
  t.strictSame(phones.reported, ['pause 11', 'play 11']);
  t.equal(player.status().kind, 'paused', 'nor now');
  phones.are(PHONE);
  t.equal(player.status().kind, 'playing');
  t.equal(played.at(-1), 'play 11');
  phones.are();
  t.equal(kinds(player), 'paused paused', 'silence was asked for');
  t.strictSame(engine.reported(), []);
});

t.test('a phone that cannot be reported is silent all the same', async (t) => {
  const { player, phones, played } = await visited();
  phones.failure = new Unavailable('NO_REMOTE_CONTROL', 'It has no buttons.');
  phones.are(PHONE);
  await player.pause();
  t.equal(player.status().kind, 'paused');
  phones.failure = undefined;
  await player.resume();
  t.equal(player.status().kind, 'playing', 'it had never stopped');
  t.strictSame(played, ['play 11', 'release', 'play 11']);
});

t.test('whoever plays the queue hears it, and the phone is reported', async (t) => {
  const { player, engine, phones } = await visited();
  phones.are(PHONE);
  engine.reported();
  await player.startAt(1, FROM_START);
  t.strictSame(engine.reported(), ['load /b from 0 ms', 'follow nothing', 'run']);
  t.strictSame(phones.reported, ['pause 11']);
  t.equal(kinds(player), 'playing playing');
  t.equal(player.currentTrack()?.entry.location, '/b');
  phones.are(PHONE);
  t.equal(player.currentTrack()?.entry.location, '/b', 'it has not obeyed yet');
  phones.are({ ...PHONE, isSounding: false });
  phones.are(PHONE);
  t.equal(player.currentTrack()?.entry.location, PHONE.location, 'but may come again');
});

t.test('stop ends both, and nothing goes on by itself', async (t) => {
  const { player, phones } = await visited();
  phones.are(PHONE);
  await player.stop();
  t.strictSame(phones.reported, ['pause 11']);
  t.equal(kinds(player), 'stopped stopped');
  phones.are({ ...PHONE, isSounding: false });
  t.equal(kinds(player), 'stopped stopped');
});

t.test('the queue is edited as ever while a phone plays, and keeps its place', async (t) => {
  const { player, phones, engine, store } = await visited();
  engine.playedAt = { playId: engine.loadedId, elapsed: milliseconds(5000) };
  phones.are(PHONE);
  await player.insert(['/c'], -1);
  await settled();
  t.equal(player.queue().entries.length, 3);
  t.match(player.resumePoint(), { location: '/a', elapsed: 5000 });
  t.match(store.states.at(-1)?.resume, { location: '/a', elapsed: 5000 });
});

t.test(
  'a phone that cannot be played gives the queue its turn, and is not tried again until it falls silent',
  async (t) => {
    const { player, phones, played, end } = await visited();
    phones.are(PHONE);
    end('no such PCM');
    t.equal(player.currentTrack()?.entry.location, '/a');
    t.equal(player.status().kind, 'playing');
    phones.are(PHONE);
    t.strictSame(played, ['play 11', 'release']);
    phones.are({ ...PHONE, isSounding: false });
    phones.are(PHONE);
    t.equal(played.at(-1), 'play 11');
  },
);

t.test('when the output is lost nothing goes on by itself', async (t) => {
  const { player, phones, engine, end } = await visited();
  phones.are(PHONE);
  engine.trouble = { code: 'OUTPUT_MISSING', detail: 'gone' };
  end('the output is away');
  t.strictSame(phones.reported, ['pause 11']);
  t.equal(kinds(player), 'paused paused');
});

t.test('the first of two phones is played, and then the other', async (t) => {
  const { player, phones, played } = await visited();
  const other = { ...PHONE, location: 'bluetooth:AA:BB:CC:00:00:12' };
  phones.are(PHONE, other);
  t.equal(player.currentTrack()?.entry.location, PHONE.location);
  phones.are({ ...PHONE, isSounding: false }, other);
  t.strictSame(played, ['play 11', 'release', 'play 12']);
});

t.test('when the daemon ends the phone is reported, and the queue stays where it is', async (t) => {
  const { player, phones, engine } = await visited();
  phones.are(PHONE);
  engine.reported();
  player.endExternal();
  player.endExternal();
  t.strictSame(phones.reported, ['pause 11']);
  phones.are(PHONE);
  t.equal(kinds(player), 'paused paused');
  t.strictSame(engine.reported(), []);
});

const TRANSPORT = new Set(['status', 'currentTrack', 'nextTrack', 'position']);

t.test('without a phone everything is that of the queue', async (t) => {
  const { player, engine, phones } = await visited(['/a', '/b', '/c']);
  engine.byte = byteOffset(77);
  t.equal(player.nextTrack()?.location, '/b');
  t.equal(await player.filePosition(), 77);
  await player.next();
  await player.next();
  await player.previous();
  t.equal(player.currentTrack()?.entry.location, '/b');
  engine.reported();
  await player.pause();
  await player.resume();
  await player.seek(milliseconds(5000));
  await player.play({ elapsed: milliseconds(700), offset: byteOffset(0) });
  t.strictSame(
    engine.reported().filter((call) => !call.startsWith('follow')),
    [...['hold', 'run', 'load /b from 5000 ms', 'run', 'load /b from 700 ms', 'run']],
  );
  t.strictSame(phones.reported, []);
});

t.test('phones are let in only after the start, and those that sounded before it too', async (t) => {
  const phones = new FakePhones();
  const { player, engine } = await playingWith({ external: phones }, '/a');
  phones.are(PHONE);
  t.strictSame(engine.captures, []);
  t.equal(player.currentTrack()?.entry.location, '/a');
  player.start();
  t.strictSame(engine.captures, ['play 11']);
});

t.test('listeners are reported of the transport when a phone comes, is paused, goes on, and goes', async (t) => {
  const { player, phones, events } = await visited();
  const reported = () => events.splice(0).at(-1);
  const sourceChanges: readonly [string, () => Promise<void> | void][] = [
    ['comes', () => phones.are(PHONE)],
    ['is paused', () => player.pause()],
    ['goes on', () => player.resume()],
    ['goes', () => phones.are()],
    ['comes again', () => phones.are(PHONE)],
    ['is stopped', () => player.endExternal()],
  ];
  for (const [name, change] of sourceChanges) {
    await change();
    t.strictSame(reported(), TRANSPORT, name);
  }
});

t.test('listeners hear what the queue tells, until they leave', async (t) => {
  const { player, engine, phones } = await visited();
  const reported: string[] = [];
  const leave = player.subscribe((events) => reported.push(events.type));
  engine.fails(engine.following);
  t.ok(reported.splice(0).includes('trackSkipped'));
  leave();
  phones.are(PHONE);
  engine.fails(engine.loaded, true);
  t.strictSame(reported, []);
});

t.test('another artist, album or length of a phone is reported, and only a title is another track', async (t) => {
  const { player, phones, events } = await visited();
  phones.are(PHONE);
  events.length = 0;
  let before = player.currentTrack();
  for (const [name, change, isOther] of [
    ['artist', { artist: 'Else' }, true],
    ['album', { artist: 'Else', album: 'Else' }, true],
    ['length', { artist: 'Else', album: 'Else', length: milliseconds(200_000) }, false],
    [
      'elapsed',
      { artist: 'Else', album: 'Else', length: milliseconds(200_000), elapsed: milliseconds(9000) },
      undefined,
    ],
  ] as const) {
    phones.are({ ...PHONE, ...change });
    const now = player.currentTrack();
    t.equal(now?.entry.key !== before?.entry.key, isOther ?? false, name);
    t.strictSame(events.splice(0), isOther === undefined ? [] : [new Set(['currentTrack', 'position'])], name);
    before = now;
  }
  t.equal(before?.elapsed, 9000);
  t.equal(before?.facts?.length, 200_000);
});

t.test('the time of a phone goes on between what it tells', async (t) => {
  const { player, phones } = await visited();
  const source = { ...PHONE };
  phones.are(
    { ...PHONE, location: 'bluetooth:AA:BB:CC:00:00:12', isSounding: false, elapsed: milliseconds(1) },
    source,
  );
  t.equal(player.currentTrack()?.elapsed, 2000);
  source.elapsed = milliseconds(2500);
  t.equal(player.currentTrack()?.elapsed, 2500);
});

t.test('a phone is reported once to pause, and to go on only when it was paused', async (t) => {
  const { player, phones, played } = await visited();
  phones.are(PHONE);
  await player.resume();
  await player.pause();
  await player.pause();
  t.strictSame(phones.reported, ['pause 11']);
  t.strictSame(played, ['play 11', 'release']);
  await player.play(FROM_START);
  t.strictSame(phones.reported, ['pause 11', 'play 11']);
});

t.test('a phone that cannot be reported to go on is paused still', async (t) => {
  const { player, phones } = await visited();
  phones.are(PHONE);
  await player.pause();
  phones.are({ ...PHONE, isSounding: false });
  phones.failure = new Unavailable('NO_REMOTE_CONTROL', 'It has no buttons.');
  await t.rejects(player.resume(), { code: 'NO_REMOTE_CONTROL' });
  t.equal(player.status().kind, 'paused');
});

t.test('trouble with the output shows in the status of a phone too', async (t) => {
  const { player, phones, engine } = await visited();
  phones.are(PHONE);
  engine.trouble = { code: 'EBUSY', detail: 'the device is busy' };
  t.strictSame(player.status(), { kind: 'playing', outputProblem: engine.trouble });
});

t.test("the end of a phone that has gone is nobody else's end", async (t) => {
  const { player, phones, end, played } = await visited();
  phones.are(PHONE);
  phones.are();
  played.length = 0;
  end('no such PCM');
  t.strictSame(played, []);
  t.equal(player.currentTrack()?.entry.location, '/a');
  phones.are(PHONE);
  t.strictSame(played, ['play 11'], 'nor is it refused');
});
