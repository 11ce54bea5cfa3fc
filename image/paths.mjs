import { homedir } from 'node:os';
import { join } from 'node:path';
import { at, BUILD } from '../native/setup/paths.mjs';

/** Where the recipe stands, what it makes, and where it keeps what costs minutes to make again. */
export const RECIPE = at('image');
export const OVERLAY = join(RECIPE, 'overlay');
export const OUTPUT = join(BUILD, 'image');
export const IMAGE = join(OUTPUT, 'tonearm-arm64.img');
/** What installs the same system on a box that has one already. */
export const UPDATE = join(OUTPUT, 'tonearm-arm64.raucb');
/** What tells boxes of that update; published beside it. */
export const CHANNEL = join(OUTPUT, 'tonearm-arm64.channel.json');
/** Partitions before they are put together. */
export const PARTS = join(OUTPUT, 'parts');
/** What is in the image, part by part: CycloneDX. */
export const SBOM = `${IMAGE}.cdx.json`;
/** What Raspberry Pi Imager opens to set up and write the image. */
export const IMAGER_MANIFEST = join(OUTPUT, 'tonearm.rpi-imager-manifest');
/** A link to the kept Debian tree that the image was made of. */
export const DEBIAN = join(OUTPUT, 'debian');
/** U-Boot for `qemu-system-aarch64 -M virt`, of the same Debian version as the one on the image. */
export const QEMU_FIRMWARE = join(OUTPUT, 'u-boot-qemu.bin');

/** Outside the clone: a fresh clone finds the root tree that another one has made. */
export const CACHE = join(
  process.env.XDG_CACHE_HOME || (process.getuid() === 0 ? '/var/cache' : join(homedir(), '.cache')),
  'tonearm',
);

/** Every time stamp on the image (reproducible-builds.org, SOURCE_DATE_EPOCH): 2026-01-01 00:00 UTC. */
export const EPOCH = 1_767_225_600;
