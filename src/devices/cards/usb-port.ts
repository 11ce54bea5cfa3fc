/**
 * What a USB sound card is and where it is plugged in. Source: the kernel's `Documentation/ABI/stable/sysfs-bus-usb` and
 * the link `device` of a card in `/sys/class/sound`.
 */
import { readFile, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface UsbPort {
  /** Four hexadecimal digits each. */
  readonly vendorId: string;
  readonly productId: string;
  /** What the maker wrote into it; undefined where nothing is. */
  readonly serial: string | undefined;
  readonly vendor: string | undefined;
  readonly product: string | undefined;
  /** Bus and ports on the way to it, such as `1-1.2`: the same as long as it stays where it is. */
  readonly port: string;
}

/** Folders between a card and its USB device: the interface, and one to spare. */
const DEPTH = 3;

/** @param sys the folder `/sys` @returns undefined for a card that is not on USB, or is gone again */
export async function readUsbPort(sys: string, card: number): Promise<UsbPort | undefined> {
  try {
    let folder = await realpath(join(sys, 'class/sound', `card${card}`, 'device'));
    for (let depth = 0; depth < DEPTH; depth++, folder = dirname(folder)) {
      const vendorId = await line(folder, 'idVendor');
      const productId = await line(folder, 'idProduct');
      if (vendorId === undefined || productId === undefined) continue;
      return {
        vendorId,
        productId,
        serial: await line(folder, 'serial'),
        vendor: await line(folder, 'manufacturer'),
        product: await line(folder, 'product'),
        port: basename(folder),
      };
    }
  } catch {
    // a card of another kind, or none any more
  }
  return undefined;
}

/** One attribute; undefined where it is not there or says nothing. What a device writes there may be anything. */
async function line(folder: string, name: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(folder, name), 'utf8');
    return text.replace(/\p{Cc}+/gu, ' ').trim() || undefined;
  } catch {
    return undefined;
  }
}
