/**
 * The program `card.cjs`: `apply|secrets CARD DATA ZONES`, which the box's script `card` runs with the FAT partition
 * mounted. Ends with 1 after a failure, which it reports on standard error.
 */
import { applyCard, removeSecrets } from './apply.js';

async function run([command, card = '', data = '', zones = '']: readonly string[]): Promise<void> {
  const folders = { card, data, zones };
  if (command === 'apply') process.stdout.write((await applyCard(folders)) ?? '');
  else if (command === 'secrets')
    process.stdout.write((await removeSecrets(folders)).map((line) => `${line}\n`).join(''));
  else throw new Error('usage: card.cjs apply|secrets CARD DATA ZONES');
}

run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`card: ${(error as Error).message}\n`);
  process.exitCode = 1;
});
