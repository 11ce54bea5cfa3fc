import t from 'tap';
import { PictureSlots } from '../../../src/web/remote/state/picture-slots.js';

function gallery(most: number) {
  const slots = new PictureSlots(most);
  const begun: string[] = [];
  /** Distances by name, which change as a page scrolls. */
  const distances: Record<string, number> = {};
  const ask = (name: string, distance = 0): (() => void) => {
    distances[name] = distance;
    return slots.ask({ distance: () => distances[name]!, begin: () => begun.push(name) });
  };
  return { begun, distances, ask };
}

const turn = () => Promise.resolve();

t.test(
  'so many begin at a time, those that are seen first, then the nearest, in the order of their asking',
  async (t) => {
    const { begun, ask } = gallery(3);
    const ends = new Map([
      ['above', ask('above', 200)],
      ['a', ask('a')],
      ['b', ask('b')],
      ['c', ask('c')],
      ['d', ask('d')],
      ['below', ask('below', 100)],
    ]);
    t.strictSame(begun, [], 'none before all have asked');
    await turn();
    t.strictSame(begun, ['a', 'b', 'c']);
    ends.get('b')!();
    await turn();
    t.strictSame(begun, ['a', 'b', 'c', 'd']);
    ends.get('b')!();
    await turn();
    t.equal(begun.length, 4, 'a slot ends once');
    ends.get('a')!();
    ends.get('c')!();
    await turn();
    t.strictSame(begun.slice(4), ['below', 'above']);
  },
);

t.test('the distance is that of the moment in which there is room', async (t) => {
  const { begun, distances, ask } = gallery(1);
  const end = ask('first');
  await turn();
  ask('was near', 0);
  ask('was far', 300);
  distances['was near'] = 400;
  distances['was far'] = 0;
  end();
  await turn();
  t.strictSame(begun, ['first', 'was far']);
});

t.test('who leaves is passed over, and gives up its slot', async (t) => {
  const { begun, ask } = gallery(1);
  const [loads, waits] = [ask('loads'), ask('waits')];
  await turn();
  ask('stays');
  waits();
  loads();
  await turn();
  t.strictSame(begun, ['loads', 'stays']);
  const brief = ask('brief');
  brief();
  await turn();
  t.equal(begun.length, 2);
});
