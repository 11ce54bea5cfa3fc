/** Whether what is played now could be played. */
import type { Output } from '../output/output.js';
import type { Outputs } from './outputs.js';

/** Whether the chosen output is there and open; where not, its device is tried once more. */
export function findOutput(outputs: Pick<Outputs, 'current'>, output: Pick<Output, 'trouble' | 'tryAgain'>): boolean {
  const { pcm, isPresent } = outputs.current();
  if (isPresent && pcm !== '' && output.trouble === undefined) return true;
  output.tryAgain();
  return false;
}
