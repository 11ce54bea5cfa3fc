import t from 'tap';
import { LibraryRoots } from '../../src/library/library-roots.js';

t.test('configured roots come first and stay', (t) => {
  const roots = new LibraryRoots(['/music/', '/music', '/media/../media/tonearm']);
  t.strictSame(roots.paths, ['/music', '/media/tonearm']);
  t.equal(roots.add({ path: '/music', origin: 'share', label: 'NAS' }), false);
  t.equal(roots.remove('/music', 'added'), false);
  roots.setByPeople(['/music', '/more/'], []);
  t.strictSame(roots.paths, ['/music', '/media/tonearm', '/more']);
  t.equal(roots.find('/music')?.origin, 'configured');
  t.end();
});

t.test('shares and what people added do not disturb one another', (t) => {
  const roots = new LibraryRoots(['/music']);
  let changes = 0;
  const end = roots.subscribe(() => {
    changes++;
  });
  t.equal(roots.add({ path: '/nas', origin: 'share', label: 'NAS' }), true);
  t.equal(roots.add({ path: '/nas', origin: 'share', label: 'NAS' }), true);
  t.equal(changes, 1, 'the same once more changes nothing');
  roots.add({ path: '/nas', origin: 'share', label: 'Attic' });
  t.equal(roots.find('/nas')?.label, 'Attic');
  roots.setByPeople(['/more'], ['/music/spoken']);
  roots.setByPeople(['/more'], ['/music/spoken']);
  t.equal(changes, 3);
  t.strictSame(roots.paths, ['/music', '/nas', '/more']);
  t.strictSame([...roots.ignored], ['/music/spoken']);
  roots.setByPeople([], []);
  t.strictSame([roots.paths, [...roots.ignored]], [['/music', '/nas'], []]);
  t.equal(roots.remove('/nas', 'added'), false);
  t.equal(roots.remove('/nas', 'share'), true);
  t.strictSame(roots.paths, ['/music']);
  end();
  roots.add({ path: '/nas', origin: 'share' });
  t.equal(changes, 5);
  t.end();
});
