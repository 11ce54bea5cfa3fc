/** What `GET /health` and `GET /status` say, from what the daemon knows. */
import t from 'tap';
import { toHealth, toStatus } from '../../src/http/wire/system.js';
import { byteOffset, milliseconds } from '../../src/units.js';

t.test('the time of a check is in milliseconds, to the microsecond', async (t) => {
  for (const [measured, expected] of [
    [0, 0],
    [0.0004, 0],
    [0.0005, 0.001],
    [1.2344, 1.234],
    [1.2346, 1.235],
    [3000, 3000],
  ] as const) {
    const { status, checks } = toHealth([{ name: 'audio', milliseconds: measured }], []);
    t.strictSame({ status, checks }, { status: 'ok', checks: [{ name: 'audio', milliseconds: expected }] });
  }
});

t.test('every check and every notice is named, in their order', async (t) => {
  const notice = { at: 1, code: 'STATE_LOST', copiedAt: null, salvagedRows: 0, text: 'Lost.' } as const;
  const checks = ['audio', 'state', 'library'].map((name) => ({ name, milliseconds: 1 }));
  const health = toHealth(checks, [{ ...notice, id: 'a' } as const, { ...notice, id: 'b' } as const]);
  t.strictSame(health.checks, checks);
  t.match(health.notices, [{ id: 'a' }, { id: 'b' }]);
});

t.test('the status says where playing would go on, and that it would nowhere', async (t) => {
  const nowhere = { resume_index: -1, resume_crc32: 0, resume_elapsed: 0, resume_offset: 0 };
  const rest = { dircache_size: 0, last_screen: 0, viewer_icon_count: 0, last_volume_change: 0 };
  const of = { volume: 30, runtime: 61 };
  const always = { ...rest, volume: 30, runtime: 61, topruntime: 61 };
  t.strictSame(toStatus({ ...of, resume: undefined }), { ...always, ...nowhere });
  // The check value of CRC-32 is that of the text "123456789".
  const entry = { key: 1, location: '123456789' };
  const resume = { ...entry, index: 0, elapsed: milliseconds(1500), offset: byteOffset(7) };
  t.strictSame(toStatus({ ...of, resume }), {
    ...always,
    ...{ resume_index: 0, resume_crc32: 0xcbf43926, resume_elapsed: 1500, resume_offset: 7 },
  });
});
