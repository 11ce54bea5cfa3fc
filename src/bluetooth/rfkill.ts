/**
 * The system's switches of its radios: which Bluetooth adapters the kernel holds off. Only some versions of BlueZ tell it,
 * and others only to whoever tries. What is read is made by the kernel in memory and costs microseconds: it is read when
 * it is needed, and nothing is kept. Source: the kernel's `Documentation/ABI/stable/sysfs-class-rfkill`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether each adapter is held off, softly or by a switch that a person moves; by their names, such as `hci0`. Others, of
 * the machine itself, take the adapter away altogether.
 * @param folder the kernel's class `rfkill`; one that is not there, or a switch that vanishes meanwhile, tells nothing
 */
export function readSwitches(folder: string): ReadonlyMap<string, boolean> {
  const switches = new Map<string, boolean>();
  for (const entry of attempt(() => readdirSync(folder)) ?? []) {
    const [type, name, soft, hard] = ['type', 'name', 'soft', 'hard'].map((file) =>
      attempt(() => readFileSync(join(folder, entry, file), 'utf8').trim()),
    );
    if (type !== 'bluetooth' || name === undefined || soft === undefined) continue;
    switches.set(name, soft === '1' || hard === '1');
  }
  return switches;
}

function attempt<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
