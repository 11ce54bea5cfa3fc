/** Whether what is played now would be heard. */
import type { Outputs } from './outputs.js';

/** The engine, as far as it is needed here. */
export interface OpeningEngine {
  /** Undefined while the output is well. */
  readonly trouble: object | undefined;
  readonly output: { tryAgain(): void };
}

/** Whether the chosen output is there and open; where not, the engine tries to open it once more. */
export function findOutput(outputs: Pick<Outputs, 'current'>, engine: OpeningEngine): boolean {
  const { pcm, isPresent } = outputs.current();
  if (isPresent && pcm !== '' && engine.trouble === undefined) return true;
  engine.output.tryAgain();
  return false;
}
