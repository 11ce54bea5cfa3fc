/** Entry of `dist/demo-library.cjs`, which the bootstrap runs: generates the demo library into the folder given. */
import { resolve } from 'node:path';
import { generateDemoLibrary } from './generate.js';

const folder = process.argv[2];
if (folder === undefined) {
  process.stderr.write('usage: demo-library.cjs <folder>\n');
  process.exitCode = 2;
} else {
  generateDemoLibrary(resolve(folder)).catch((error: unknown) => {
    process.stderr.write(
      `the demo library could not be made: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 1;
  });
}
