import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';

const { load } = createRequire(import.meta.url)('../../native/setup/loader.cjs') as {
  load: (folder: string, bundle: string, id: string) => unknown;
};

t.test('the code cache goes where the service manager says, and an older build of the bundle leaves it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tonearm-loader-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const cache = join(folder, 'cache', 'code');
  const before = process.env['CACHE_DIRECTORY'];
  process.env['CACHE_DIRECTORY'] = cache;
  t.teardown(() => {
    if (before === undefined) delete process.env['CACHE_DIRECTORY'];
    else process.env['CACHE_DIRECTORY'] = before;
  });
  writeFileSync(join(folder, 'program.cjs'), 'module.exports = __filename;');
  for (const id of ['older', 'newer']) {
    t.equal(load(folder, 'program.cjs', id), join(folder, 'program.cjs'));
    while (!namesIn(cache).some((name) => name.includes(id) && name.endsWith('.v8cache'))) await delay(100);
  }
  t.strictSame(
    namesIn(cache).filter((name) => !name.includes('newer')),
    [],
  );
  t.strictSame(
    readdirSync(folder).filter((name) => name.endsWith('.v8cache')),
    [],
  );
});

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
