import t from 'tap';
import { RoomAnswers } from '../../../src/web/remote/state/room-answers.js';

interface Room {
  readonly id: string;
  readonly volume: number;
}

const KITCHEN: Room = { id: 'kitchen', volume: 40 };
const ATTIC: Room = { id: 'attic', volume: 40 };
const reasonOf = (error: unknown): string => (error as Error).message;
const silent = () => Promise.reject<Room[]>(new Error('silent'));

t.test('a late answer of another server is dropped', async (t) => {
  for (const late of [() => Promise.resolve([ATTIC]), silent]) {
    const answers = new RoomAnswers<Room>(reasonOf);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const first = answers.load('a', async () => {
      await held;
      return late();
    });
    await answers.load('b', () => Promise.resolve([KITCHEN]));
    answer();
    await first;
    t.strictSame(answers.rooms.value, [KITCHEN]);
    t.equal(answers.trouble.value, undefined);
  }
});

t.test('while an answer is outstanding nothing more is asked for the same server', async (t) => {
  const answers = new RoomAnswers<Room>(reasonOf);
  let asked = 0;
  const ask = () => {
    asked++;
    return Promise.resolve([KITCHEN]);
  };
  await Promise.all([answers.load('a', ask), answers.load('a', ask)]);
  t.equal(asked, 1);
  await answers.load('a', ask);
  t.equal(asked, 2);
});

t.test('rooms that are known stay, with what is wrong with their server', async (t) => {
  const answers = new RoomAnswers<Room>(reasonOf);
  await answers.load('a', () => Promise.resolve([KITCHEN]));
  await answers.load('a', silent);
  t.strictSame(answers.rooms.value, [KITCHEN]);
  t.equal(answers.trouble.value, 'silent');
  const other = answers.load('b', () => Promise.resolve([ATTIC]));
  t.equal(answers.rooms.value, undefined);
  t.equal(answers.trouble.value, undefined);
  await other;
  answers.replace('a', { ...ATTIC, volume: 1 });
  t.strictSame(answers.rooms.value, [ATTIC], 'a change of another server is none of this one');
  answers.replace('b', { ...ATTIC, volume: 2 });
  t.strictSame(answers.rooms.value, [{ ...ATTIC, volume: 2 }]);
});
