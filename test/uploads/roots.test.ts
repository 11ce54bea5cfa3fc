import t from 'tap';
import { reachableRoots } from '../../src/compose/files.js';

t.test('uploads go to roots and volumes that are there and no network shares, the roots first', async (t) => {
  const volumes = [
    { path: '/media/stick', available: true, remote: false },
    { path: '/media/gone', available: false, remote: false },
    { path: '/media/share', available: true, remote: true },
    { path: '/network', available: false, remote: false },
    { path: '/music', available: true, remote: false },
  ];
  t.strictSame(reachableRoots(['/music', '/network', '/new'], volumes), ['/music', '/new', '/media/stick']);
  t.strictSame(reachableRoots(['/music'], []), ['/music'], 'before the first look');
});
