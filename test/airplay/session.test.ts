/** What the metadata says of a sender: when it sounds, what it plays, and where in it. */
import t from 'tap';
import { MetadataItems } from '../../src/airplay/metadata-items.js';
import { AirplaySession, FLUSH_HOLD, FLUSH_REST } from '../../src/airplay/session.js';
import { bundleOf, COVER, event, itemOf } from './fake-shairport.js';

function open() {
  const clock = { now: 1000 };
  const session = new AirplaySession(() => clock.now);
  const items = new MetadataItems();
  const say = (...all: readonly Buffer[]): void => items.take(Buffer.concat(all)).forEach((item) => session.take(item));
  return { clock, session, say };
}

t.test('a sender is there from its begin to its end, and sounds from its first frame on', async (t) => {
  const { session, say } = open();
  t.equal(session.isHere, false);
  say(event('snam', 'Anna’s iPhone'), event('pbeg'));
  t.match([session.isHere, session.isSounding, session.name], [true, false, 'Anna’s iPhone']);
  say(event('prsm'));
  t.equal(session.isSounding, true);
  say(event('pend'));
  t.match([session.isHere, session.isSounding, session.name], [false, false, '']);
});

t.test('a skip is no pause', async (t) => {
  const { clock, session, say } = open();
  say(event('pbeg'), event('prsm'), event('pfls', '1'));
  t.equal(session.holdLeft, FLUSH_HOLD);
  clock.now += FLUSH_HOLD - 1;
  t.equal(session.isSounding, true);
  say(event('prsm'));
  clock.now += FLUSH_HOLD;
  t.equal(session.isSounding, true);
  say(event('pfls', '1'));
  clock.now += FLUSH_HOLD;
  t.match([session.isSounding, session.isHere, session.holdLeft], [false, true, 0]);
  say(event('prsm'));
  t.equal(session.isSounding, true);
});

t.test('one skip after another is no pause, a flush of a paused sender is no skip', async (t) => {
  const { clock, session, say } = open();
  say(event('pbeg'), event('prsm'));
  for (let skip = 0; skip < 3; skip++) {
    say(event('pfls', '1'));
    clock.now += FLUSH_HOLD - 1;
    t.equal(session.isSounding, true);
  }
  clock.now += 1;
  t.equal(session.isSounding, false);
  say(event('pfls', '1'));
  t.match([session.isSounding, session.holdLeft], [false, 0]);
});

t.test('a skip that shairport-sync does not report is known by the sound', async (t) => {
  const { clock, session, say } = open();
  say(event('pbeg'), event('prsm'), event('pfls', '1'));
  clock.now += FLUSH_REST - 1;
  t.equal(session.soundCame(), false, 'sound from before the flush');
  clock.now += 1;
  const { elapsed } = session;
  for (const end = clock.now - FLUSH_REST + FLUSH_HOLD; clock.now < end; clock.now += 100) {
    t.match([session.soundCame(), session.isSounding], [false, true], 'nothing is decided within the hold');
  }
  t.equal(session.elapsed, elapsed + FLUSH_HOLD - FLUSH_REST - 100, 'the position moves with the sound');
  t.equal(session.soundCame(), true);
  clock.now += FLUSH_HOLD;
  t.match([session.isSounding, session.holdLeft, session.soundCame()], [true, 0, false]);
  say(event('pend'));
  t.equal(session.soundCame(), false);
  t.equal(session.isHere, false);
});

t.test('sound from before the flush that a busy machine brings late is no skip', async (t) => {
  const { clock, session, say } = open();
  say(event('pbeg'), event('prsm'), event('pfls', '1'));
  clock.now += FLUSH_REST + 300;
  t.equal(session.soundCame(), false);
  clock.now += FLUSH_HOLD - FLUSH_REST - 300;
  t.match([session.isSounding, session.holdLeft], [false, 0], 'it was a pause');
  const { elapsed } = session;
  clock.now += 5000;
  t.equal(session.elapsed, elapsed);
  say(event('prsm'), event('pfls', '1'));
  clock.now += FLUSH_HOLD - 200;
  session.soundCame();
  clock.now += 1100;
  t.equal(session.isSounding, false, 'late sound is waited for a second, and no longer');
});

t.test('the texts of a bundle are in force at its end, and replace all of the one before', async (t) => {
  const { session, say } = open();
  say(event('pbeg'), bundleOf({ minm: 'One', asar: 'Artist', asal: 'Album', asgn: 'Jazz' }));
  t.strictSame(session.texts, { title: 'One', artist: 'Artist', album: 'Album', genre: 'Jazz' });
  say(event('mdst'), itemOf('core', 'minm', 'Two'));
  t.equal(session.texts.title, 'One');
  say(event('mden'));
  t.strictSame(session.texts, { title: 'Two', artist: '', album: '', genre: '' });
  say(bundleOf({ minm: `\0a\u0007\ufffd${'x'.repeat(5000)}` }));
  t.equal(session.texts.title, `a${'x'.repeat(999)}`);
});

t.test('position and length come from the frames, whose clock wraps', async (t) => {
  const { clock, session, say } = open();
  const first = 2 ** 32 - 44_100;
  say(event('pbeg'), event('prsm'), event('prgr', `${first}/44100/${44_100 * 9}`));
  t.match([session.length, session.elapsed], [10_000, 2000]);
  clock.now += 1500;
  t.equal(session.elapsed, 3500);
  say(event('pfls', '1'));
  clock.now += 5000;
  t.equal(session.elapsed, 3500, 'a pause stays where it is');
  say(event('prsm'));
  clock.now += 60_000;
  t.equal(session.elapsed, 10_000);
  for (const wrong of ['', '1/2', 'a/b/c', '1/2/3/4', '99999999999/1/1']) say(event('prgr', wrong));
  t.equal(session.length, 10_000);
});

t.test('a cover is kept until another one, none, or the end', async (t) => {
  const { session, say } = open();
  say(event('pbeg'), event('PICT', COVER));
  t.strictSame(session.cover, COVER);
  say(event('PICT'));
  t.equal(session.cover, undefined);
  say(event('PICT', COVER), event('pend'));
  t.equal(session.cover, undefined);
});
