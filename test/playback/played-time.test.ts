import fc from 'fast-check';
import t from 'tap';
import { updated, playedToEnd, playedTimeOf, nextPlay, totalPlayed } from '../../src/playback/played-time.js';
import { frameCount, milliseconds, sampleRateHz } from '../../src/units.js';

const ENTRY = { key: 1, location: '/a' };
const NO_END = 2 ** 31 - 1;

const clock = (seconds: number, most = NO_END, ringRate = 48_000) => ({
  ...{ ringRate: sampleRateHz(ringRate), trackRate: sampleRateHz(44_100) },
  ...{ trackFrame: frameCount(seconds * 44_100), most: frameCount(most) },
});
const at = (position: number) => ({ position: milliseconds(position) });

t.test('nothing is played before the first frames are decoded, wherever it is to begin', async (t) => {
  t.equal(totalPlayed(updated(playedTimeOf(ENTRY, 1), at(90_000))), 0);
});

t.test('what was played is the way from the first frame', async (t) => {
  const begun = updated(playedTimeOf(ENTRY, 1), { clock: clock(60) });
  t.equal(totalPlayed(begun), 0);
  t.equal(totalPlayed(updated(begun, at(63_500))), 3500);
  t.equal(totalPlayed(updated(begun, at(1000))), 0, 'a place of another play is none of it');
});

t.test('a clock that is reckoned anew in the same play changes nothing', async (t) => {
  const begun = updated(playedTimeOf(ENTRY, 1), { clock: clock(10), ...at(15_000) });
  t.equal(totalPlayed(updated(begun, { clock: clock(14), ...at(20_000) })), 10_000);
});

t.test('a track that was gone over from was played to where the next one followed', async (t) => {
  const begun = updated(playedTimeOf(ENTRY, 1), { clock: clock(10), ...at(12_000), length: milliseconds(60_000) });
  t.equal(totalPlayed(playedToEnd(begun)), 50_000, 'its length, as long as nothing better is known');
  const joined = updated(begun, { clock: clock(10, 48_000 * 30) });
  t.equal(totalPlayed(playedToEnd(joined)), 30_000, 'the frames of the ring at the rate of the ring');
  const parted = updated(joined, { clock: clock(10) });
  t.equal(totalPlayed(playedToEnd(parted)), 50_000, 'another one may follow after all');
});

t.test('of a track that ends early no more counts than was seen to be played', async (t) => {
  const begun = updated(playedTimeOf(ENTRY, 1), { clock: clock(0), ...at(12_000), length: milliseconds(60_000) });
  t.equal(totalPlayed(playedToEnd({ ...begun, endsEarly: true })), 12_000);
});

t.test('the plays of a listening add up, and leaps are not played', async () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: fc.nat(3000), played: fc.nat(3000) }), { minLength: 1, maxLength: 30 }),
      (plays) => {
        let playedTime = playedTimeOf(ENTRY, 0);
        for (const [number, { from, played }] of plays.entries()) {
          playedTime = updated(nextPlay(playedTime, number + 1), { clock: clock(from) });
          // Somebody looks on the way too.
          for (const share of [0.3, 0.7, 1]) playedTime = updated(playedTime, at((from + played * share) * 1000));
        }
        return totalPlayed(playedTime) === plays.reduce((sum, { played }) => sum + played * 1000, 0);
      },
    ),
  );
});
