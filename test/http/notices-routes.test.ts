import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { noticeFileOf, type Recovery } from '../../src/database/recovery.js';
import { Health } from '../../src/system/health.js';
import { Notices } from '../../src/system/notices.js';
import { startRig } from './rig.js';

const RECOVERY: Recovery = { at: 1_795_559_152, loss: 'damaged', copiedAt: 1_795_512_000, salvagedRows: 12 };

for (const [code, words, recovery] of [
  ['STATE_RESTORED', /was damaged\. The copy of 2026-11-24 09:20 UTC came back, with what/, RECOVERY],
  [
    'STATE_RESTORED',
    /was missing\. The copy .* what was changed after it is lost/,
    { ...RECOVERY, loss: 'missing', salvagedRows: 0 },
  ],
  [
    'STATE_FROM_BACKUP',
    /was gone\. The automatic backup of 2026-11-24 09:20 UTC was restored/,
    { ...RECOVERY, loss: 'gone', source: 'backup', salvagedRows: 0 },
  ],
  [
    'STATE_BEFORE_UPDATE',
    /newer version .* The copy of 2026-11-24 09:20 UTC, from before that update, is in use/,
    { ...RECOVERY, loss: 'tooNew', source: 'beforeUpdate', salvagedRows: 0 },
  ],
  ['STATE_SALVAGED', /There was no copy; what could still be read/, { ...RECOVERY, copiedAt: null }],
  [
    'STATE_LOST',
    /was empty\. There was no copy, and nothing/,
    { ...RECOVERY, loss: 'empty', copiedAt: null, salvagedRows: 0 },
  ],
] as const) {
  t.test(`${code} is told, also by /health, until somebody has read it: ${recovery.loss}`, async (t) => {
    const file = join(t.testdir(), 'state.db');
    await writeFile(noticeFileOf(file), JSON.stringify(recovery));
    const { send } = await startRig(t, { notices: new Notices(file), health: new Health([]) });
    const { json } = await send('GET', '/system/notices');
    const [notice] = json as { id: string; text: string }[];
    t.match(json, [{ at: recovery.at, code, copied_at: recovery.copiedAt, salvaged_rows: recovery.salvagedRows }]);
    t.match(notice?.text, words);
    t.strictSame(((await send('GET', '/health')).json as { notices: unknown }).notices, json);
    t.equal((await send('DELETE', '/system/notices/1')).status, 404);
    t.equal((await send('DELETE', `/system/notices/${notice?.id}`)).status, 204);
    t.strictSame((await send('GET', '/system/notices')).json, []);
    t.strictSame(((await send('GET', '/health')).json as { notices: unknown }).notices, []);
    t.match(await send('DELETE', `/system/notices/${notice?.id}`), { status: 404, json: { code: 'UNKNOWN_NOTICE' } });
  });
}

t.test('a notice that is damaged itself is none', async (t) => {
  const file = join(t.testdir(), 'state.db');
  await writeFile(noticeFileOf(file), '{"at"');
  const { send } = await startRig(t, { notices: new Notices(file) });
  t.strictSame((await send('GET', '/system/notices')).json, []);
});
