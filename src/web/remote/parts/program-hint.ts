/** What is wrong with programs of the system that a setting switches on: shown in the place of the hint at the switch. */
import type { Schemas } from '../state/box.js';
import { say } from '../state/language.js';
import { useInterval, useResource } from '../state/resource.js';

/** Milliseconds: a program that was started may end, and what stood in its way may be removed elsewhere. */
const REFRESH = 3000;

/**
 * @param key names what is read; another one where the settings are others
 * @param isOn the programs are looked at again and again
 */
export function useProgramHint(
  key: string,
  isOn: boolean,
  read: () => Promise<readonly Schemas['ProgramState'][]>,
  hint: string,
): string {
  const { value = [], again } = useResource(key, read);
  useInterval(() => isOn && again(), REFRESH);
  if (value.some(({ state }) => state === 'missing')) return say('box.programMissing');
  return value.flatMap(({ detail }) => detail ?? []).join(' ') || hint;
}
