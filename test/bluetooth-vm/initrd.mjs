import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../../native/setup/paths.mjs';

/**
 * Makes the initrd of the virtual machine: busybox, the modules for the disk, and below `/overlay` the files that are
 * copied over Debian's root before systemd starts. Format: cpio "newc" (kernel:
 * Documentation/driver-api/early-userspace/buffer-format.rst).
 */
const LINK = 0o120000;
const FOLDER = 0o040000;
const FILE = 0o100000;

/**
 * @param path where it is written
 * @param debian the folder of `ensureDebian`
 * @param overlays folders whose content is laid over the root, later ones over earlier ones
 */
export function makeInitrd(path, debian, overlays) {
  const archive = new Archive();
  for (const name of ['bin', 'dev', 'proc', 'root']) archive.folder(name);
  archive.file('init', readFileSync(at('test', 'bluetooth-vm', 'init')), 0o755);
  archive.file('bin/busybox', readFileSync(join(debian, 'busybox')), 0o755);
  archive.tree('modules', join(debian, 'modules'));
  for (const overlay of overlays) archive.tree('overlay', overlay);
  writeFileSync(path, archive.end());
}

class Archive {
  #pieces = [];
  #folders = new Set();
  #number = 0;

  folder(name) {
    if (this.#folders.has(name)) return;
    this.#folders.add(name);
    this.#entry(name, FOLDER | 0o755, Buffer.alloc(0));
  }

  file(name, content, mode) {
    this.#entry(name, FILE | mode, content);
  }

  /** Adds a folder with all it contains, owned by root and readable for everyone, whatever its owner and mode here. */
  tree(name, from) {
    this.folder(name);
    for (const entry of readdirSync(from)) {
      const [path, inside] = [join(from, entry), `${name}/${entry}`];
      const stat = lstatSync(path);
      if (stat.isDirectory()) this.tree(inside, path);
      else if (stat.isSymbolicLink()) this.#entry(inside, LINK | 0o777, Buffer.from(readlinkSync(path)));
      else this.file(inside, readFileSync(path), stat.mode & 0o100 ? 0o755 : 0o644);
    }
  }

  end() {
    this.#entry('TRAILER!!!', 0, Buffer.alloc(0));
    return Buffer.concat(this.#pieces);
  }

  #entry(name, mode, content) {
    const links = (mode & FOLDER) === FOLDER ? 2 : 1;
    const numbers = [++this.#number, mode, 0, 0, links, 0, content.length, 0, 0, 0, 0, Buffer.byteLength(name) + 1, 0];
    const header = `070701${numbers.map((number) => number.toString(16).padStart(8, '0')).join('')}`;
    for (const piece of [Buffer.from(`${header}${name}\0`), content]) {
      this.#pieces.push(piece, Buffer.alloc(-piece.length & 3));
    }
  }
}
