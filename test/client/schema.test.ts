import { readFile, writeFile } from 'node:fs/promises';

import t from 'tap';

import { COMMAND, generatedSchema, SCHEMA_FILE } from './generated.js';

t.test('the types of the client are those of the document', async (t) => {
  const made = await generatedSchema();
  if (process.env['UPDATE_CLIENT'] === '1') await writeFile(SCHEMA_FILE, made);
  const kept = await readFile(SCHEMA_FILE, 'utf8');
  t.ok(kept === made, `src/client/schema.ts is stale: ${COMMAND}`);
});
