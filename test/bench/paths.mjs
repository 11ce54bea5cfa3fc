/** Paths of the repository and of the bench's own files, and free TCP ports. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A path in the repository. */
export const at = (...parts) => join(ROOT, ...parts);

/** Folder of compiled sinks, music, corpus and reports. */
export const BENCH = at('build', 'bench');
mkdirSync(BENCH, { recursive: true });

let scratch;

/** Makes a new temporary folder, which is removed when the run ends. */
export function scratchFolder(name) {
  if (scratch === undefined) {
    scratch = mkdtempSync(join(tmpdir(), 'tonearm-bench-'));
    process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
  }
  return mkdtempSync(join(scratch, `${name}-`));
}

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
