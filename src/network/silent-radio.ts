/**
 * A Wi-Fi radio that the kernel sees and cannot use. Without its firmware the driver of the Raspberry Pi's radios makes
 * no interface, so NetworkManager knows nothing of the radio. Source: the kernel's `Documentation/ABI/testing/sysfs-bus-mmc`
 * and `include/linux/mmc/sdio_ids.h`.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The kernel's list of functions of SDIO cards. */
const FUNCTIONS = '/sys/bus/sdio/devices';
const BROADCOM = '0x02d0';
/** The radio of the Pi 3, 3 B and Zero W; revision 2 of it (BCM43436) is on some boards of the Zero 2 W. */
const BCM43430 = '0xa9a6';

export interface SilentRadio {
  /** Vendor and device, such as `02d0:a9a6`. */
  readonly id: string;
  /** What that means, for a person. */
  readonly detail: string;
}

/**
 * @param folder of the functions of SDIO cards, by names such as `mmc1:0001:1`; a missing folder has none
 * @returns undefined when there is no radio, or it has its interface
 */
export async function silentRadio(folder = FUNCTIONS): Promise<SilentRadio | undefined> {
  const names = (await attempt(readdir(folder))) ?? [];
  const radios = await Promise.all(names.map((name) => radioIn(join(folder, name))));
  const found = radios.filter((radio) => radio !== undefined);
  if (found.length === 0 || found.some(({ isInUse }) => isInUse)) return undefined;
  const [{ device } = { device: '' }] = found;
  const model = device === BCM43430 ? ' Debian has none for BCM43430/2, which some boards of the Zero 2 W carry.' : '';
  return {
    id: `${BROADCOM.slice(2)}:${device.slice(2)}`,
    detail: `The Wi-Fi radio of this box does not work: its firmware is missing.${model}`,
  };
}

/** A function of a radio; undefined when the function belongs to something else. */
async function radioIn(path: string): Promise<{ readonly device: string; readonly isInUse: boolean } | undefined> {
  const [vendor, device] = await Promise.all(
    ['vendor', 'device'].map((file) => attempt(readFile(join(path, file), 'utf8'))),
  );
  if (vendor?.trim() !== BROADCOM || device === undefined) return undefined;
  return { device: device.trim(), isInUse: (await attempt(stat(join(path, 'ieee80211')))) !== undefined };
}

async function attempt<Result>(look: Promise<Result>): Promise<Result | undefined> {
  return look.catch(() => undefined);
}
