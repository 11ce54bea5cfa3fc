/** Folders that stand for /sys and /proc, with cards as the kernel tells of them. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { NativeCard, NativeCardList } from '../../../src/native.js';
import type { KernelFolders } from '../../../src/devices/cards/sound-card.js';

export function nativeCard(number: number, id: string, driver: string, name: string, pcms = ['']): NativeCard {
  return {
    number,
    id,
    driver,
    name,
    longName: name,
    components: '',
    pcms: pcms.map((pcm, at) => ({ number: at, id: pcm || `${name} HiFi`, name: pcm })),
  };
}

export function cardList(cards: readonly NativeCard[], standard = cards.length > 0 ? 0 : -1): NativeCardList {
  return { cards, standard, isStandardOwn: false };
}

export function kernelFolders(folder: string): KernelFolders {
  return { sys: join(folder, 'sys'), proc: join(folder, 'proc') };
}

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

export interface UsbFacts {
  readonly vid?: string;
  readonly pid?: string;
  readonly serial?: string;
  readonly manufacturer?: string;
  readonly product?: string;
}

/** Plugs a USB card in at a port, as sysfs shows it. */
export async function plugIn({ sys }: KernelFolders, card: number, port: string, facts: UsbFacts): Promise<void> {
  const { vid = '1852', pid = '7022', serial, manufacturer, product } = facts;
  const device = join(sys, 'devices/platform/scb/pci0000:00/usb1', port);
  const files = { idVendor: vid, idProduct: pid, serial, manufacturer, product };
  for (const [name, value] of Object.entries(files)) {
    if (value !== undefined) await put(join(device, name), `${value}\n`);
  }
  const own = join(device, `${port}:1.0`, 'sound', `card${card}`);
  await put(join(own, 'number'), `${card}\n`);
  await mkdir(join(sys, 'class/sound'), { recursive: true });
  await symlink(own, join(sys, 'class/sound', `card${card}`));
  await symlink(join(device, `${port}:1.0`), join(own, 'device'));
}

export const putStream = ({ proc }: KernelFolders, card: number, text: string): Promise<void> =>
  put(join(proc, 'asound', `card${card}`, 'stream0'), text);

export async function putHat({ proc }: KernelFolders, vendor: string, product: string): Promise<void> {
  await put(join(proc, 'device-tree/hat/vendor'), `${vendor}\0`);
  await put(join(proc, 'device-tree/hat/product'), `${product}\0`);
}
