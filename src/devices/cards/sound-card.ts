/** The sound cards of the machine with all that is known of them without opening one. */
import { readFile, realpath } from 'node:fs/promises';
import { join, basename, dirname } from 'node:path';

import type { Native, NativeCard } from '../../native.js';
import type { PcmLimits } from '../output-device.js';
import { limitsOf } from './stream-file.js';

export interface SoundCard extends NativeCard {
  /** Undefined: it is not on USB. */
  readonly usb: UsbPort | undefined;
  /** By the number of the playback device. */
  readonly limits: ReadonlyMap<number, PcmLimits>;
}

export interface SoundCards {
  readonly cards: readonly SoundCard[];
  /** Number of the card that the PCM `default` means, or -1. */
  readonly standard: number;
  /** Somebody has made `default` into something else than a card. */
  readonly isStandardOwn: boolean;
  /** What is plugged onto the board, as it says itself; undefined: nothing that says so. */
  readonly hat: string | undefined;
}

/** Where the kernel tells of its devices. */
export interface KernelFolders {
  readonly sys: string;
  readonly proc: string;
}

export const KERNEL_FOLDERS: KernelFolders = { sys: '/sys', proc: '/proc' };

/** Never rejects: what is gone before it was looked at is left out. */
export async function readSoundCards(native: Pick<Native, 'listCards'>, folders: KernelFolders): Promise<SoundCards> {
  const { cards, standard, isStandardOwn } = await native.listCards();
  const known = await Promise.all(
    cards.map(async (card): Promise<SoundCard> => {
      const usb = await readUsbPort(folders.sys, card.number);
      return { ...card, usb, limits: usb === undefined ? new Map() : await readLimits(folders.proc, card) };
    }),
  );
  return { cards: known, standard, isStandardOwn, hat: await readHat(folders.proc) };
}

async function readLimits(proc: string, { number, pcms }: NativeCard): Promise<ReadonlyMap<number, PcmLimits>> {
  const found = new Map<number, PcmLimits>();
  for (const pcm of pcms) {
    const text = await textOf(join(proc, 'asound', `card${number}`, `stream${pcm.number}`));
    const limits = text === undefined ? undefined : limitsOf(text);
    if (limits !== undefined) found.set(pcm.number, limits);
  }
  return found;
}

/** Maker and product of the board's EEPROM (Raspberry Pi, "HAT ID EEPROM format"), as the firmware passes them on. */
async function readHat(proc: string): Promise<string | undefined> {
  const read = async (name: string) =>
    (await textOf(join(proc, 'device-tree/hat', name)))?.replace(/\p{Cc}+/gu, '').trim();
  const [vendor = '', product = ''] = [await read('vendor'), await read('product')];
  if (product === '') return undefined;
  return product.toLowerCase().startsWith(vendor.toLowerCase()) ? product : `${vendor} ${product}`;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * What a USB sound card is and where it is plugged in. Source: the kernel's `Documentation/ABI/stable/sysfs-bus-usb` and
 * the link `device` of a card in `/sys/class/sound`.
 */
interface UsbPort {
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
async function readUsbPort(sys: string, card: number): Promise<UsbPort | undefined> {
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
