/**
 * The kernel's rfkill switches, which can hold a Bluetooth adapter off. Only some versions of BlueZ report that, others
 * only after an attempt. A read costs microseconds, so nothing is cached. Source: the kernel's
 * `Documentation/ABI/stable/sysfs-class-rfkill`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether each adapter is blocked, by software or by a switch on the case; by name, such as `hci0`.
 * @param folder the kernel's class `rfkill`; a missing folder, or a switch that vanishes meanwhile, is skipped
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
