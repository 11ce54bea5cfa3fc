/** A process that opens a database and reads it, as a start does: `open-state.cjs FILE BINDING MIGRATIONS`. */
import { Database } from '../../src/database/database.js';
import { createLog } from '../../src/log.js';

const [file = '', binding = '', migrations = ''] = process.argv.slice(2);
const database = new Database({
  ...{ file, binding, migrations },
  log: createLog('error', () => undefined),
  checkpoint: () => Promise.resolve(),
});
await database.read((sql) => sql.prepare('SELECT 1').get());
await database.close();
