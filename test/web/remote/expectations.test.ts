import { computed, effect, signal } from '@preact/signals';
import t from 'tap';
import type { Parts } from '../../../src/web/remote/model.js';
import { type Change, Expectations } from '../../../src/web/remote/state/expectations.js';

const REPORTED = { status: { status: 0 }, settings: { repeat_mode: 0 }, queue: { amount: 3 } } as Parts;
const playing: Change = (parts) => ({ ...parts, status: { ...parts.status, status: 1 } });
const repeating =
  (mode: number): Change =>
  (parts) => ({ ...parts, settings: { ...parts.settings, repeat_mode: mode } });

t.test('what is expected is shown until it is ended', async (t) => {
  const expectations = new Expectations();
  const expectation = expectations.begin(playing);
  t.equal(expectations.over(REPORTED).status.status, 1);
  t.equal(expectations.over(REPORTED).queue.amount, 3);
  expectations.end(expectation);
  expectations.end(expectation);
  t.equal(expectations.over(REPORTED).status.status, 0, 'then the box has the word');
});

t.test('the end of one expectation is the end of no other', async (t) => {
  const expectations = new Expectations();
  const first = expectations.begin(playing);
  expectations.begin(repeating(2));
  expectations.end(first);
  t.equal(expectations.over(REPORTED).status.status, 0);
  t.equal(expectations.over(REPORTED).settings.repeat_mode, 2);
});

t.test('what is told meanwhile is seen through what is expected', async (t) => {
  const expectations = new Expectations();
  expectations.begin(repeating(1));
  const reported = { ...REPORTED, settings: { ...REPORTED.settings, playlist_shuffle: true } };
  t.match(expectations.over(reported).settings, { repeat_mode: 1, playlist_shuffle: true });
});

t.test('who shows it follows every change of it, and never sees a moment between two of one kind', async (t) => {
  const expectations = new Expectations();
  const reported = signal(REPORTED);
  const shown = computed(() => expectations.over(reported.value).settings.repeat_mode);
  const seen: number[] = [];
  const stop = effect(() => {
    seen.push(shown.value);
  });
  let last = expectations.begin(repeating(1));
  last = expectations.begin(repeating(2), last);
  reported.value = { ...REPORTED, settings: { ...REPORTED.settings, repeat_mode: 2 } };
  expectations.end(last);
  reported.value = REPORTED;
  stop();
  t.strictSame(seen, [0, 1, 2, 0]);
});
