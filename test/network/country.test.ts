import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { Country } from '../../src/network/country.js';
import { temporaryDirectory } from '../http/rig.js';

const NO_RADIOS = { property: async () => [], setProperty: async () => undefined };

t.test('the country of the card counts until one is set, and what is no country counts nowhere', async (t) => {
  const [directory, card, image] = await Promise.all([1, 2, 3].map(() => temporaryDirectory(t)));
  const country = new Country({ bus: NO_RADIOS, directory: directory!, brought: [card!, image!] });
  t.equal(await country.read(), undefined);
  await writeFile(join(image!, 'country'), 'FR\n');
  await writeFile(join(card!, 'country'), 'Germany\n');
  t.equal(await country.read(), 'FR');
  await writeFile(join(card!, 'country'), 'DE\n');
  t.equal(await country.read(), 'DE');
  await country.set('GB');
  t.equal(await country.read(), 'GB');
});
