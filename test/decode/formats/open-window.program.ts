/** A process that opens the file of its argument, and prints the code of the refusal. */
import { FileWindow } from '../../../src/decode/formats/file-window.js';

try {
  new FileWindow(process.argv[2] ?? '');
} catch (error) {
  process.stdout.write(`${String((error as { readonly code: unknown }).code)}\n`);
}
