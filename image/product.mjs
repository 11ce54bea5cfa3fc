/** The part of the image build that needs no root: `node image/product.mjs`. */
import { SetupError } from '../native/setup/console.mjs';
import { buildProduct } from './steps/product.mjs';

try {
  await buildProduct();
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  process.stderr.write(`\nimage: ${error.message}\n`);
  process.exitCode = 1;
}
