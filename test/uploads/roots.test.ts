import t from 'tap';
import { reachableRoots } from '../../src/compose/files.js';

t.test('uploads go to roots and volumes that are there, the roots first', async (t) => {
  const volumes = [
    { path: '/media/stick', available: true },
    { path: '/media/gone', available: false },
    { path: '/network', available: false },
    { path: '/music', available: true },
  ];
  t.strictSame(reachableRoots(['/music', '/network', '/new'], volumes), ['/music', '/new', '/media/stick']);
  t.strictSame(reachableRoots(['/music'], []), ['/music'], 'before the first look');
});
