/** A network share: where it is, who the box is there, and the name of its folder in the library. Pure. */

export type ShareKind = 'smb' | 'nfs';

export interface ShareAddress {
  readonly kind: ShareKind;
  /** Host name or address. */
  readonly server: string;
  /** Undefined for the usual one. */
  readonly port: number | undefined;
  /** SMB: name of the share, and folders in it after slashes. NFS: absolute path on the server. */
  readonly path: string;
}

export interface ShareLogin {
  /** Undefined for a guest; always undefined for NFS, whose server looks at the address of the box. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly domain: string | undefined;
}

export interface Share extends ShareAddress, Pick<ShareLogin, 'user' | 'domain'> {
  readonly id: string;
  /** Name of the mount point below the folder of media. */
  readonly folder: string;
  /** Unix seconds. */
  readonly createdAt: number;
}

export const MOST_SHARES = 16;
export const LONGEST_SERVER = 253;
export const LONGEST_PATH = 512;
/** Characters of a user, a password, a domain. */
export const LONGEST_TEXT = 128;

/** Bytes of the longest folder name; a file name has 255 at most (limits.h), and a number may follow. */
const LONGEST_FOLDER = 150;

/** Folder for people, such as `Music on nas`: another one than those that are taken, whatever their case. */
export function folderOf({ server, path }: ShareAddress, taken: readonly string[]): string {
  const [last = path] = path.split('/').filter(Boolean).slice(-1);
  const host = /^[\d.]+$|:/.test(server) ? server : (server.split('.')[0] ?? server);
  const wanted = shortened(`${last} on ${host}`.replace(/[/\p{Cc}]/gu, '_').replace(/^[. ]+/, ''));
  const isTaken = (name: string): boolean => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  let folder = wanted;
  for (let number = 2; isTaken(folder); number++) folder = `${wanted} ${number}`;
  return folder;
}

function shortened(text: string): string {
  // A character that is cut in two is dropped.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, LONGEST_FOLDER)).replace(/\uFFFD+$/, '');
}

/** Lines for `native/mount_share`. @param folder undefined for a trial, which mounts nothing for good */
export function requestOf(address: ShareAddress, login: ShareLogin, folder: string | undefined): string {
  const lines: (readonly [string, string | undefined])[] = [
    ['kind', address.kind],
    ['server', address.server],
    ['port', address.port?.toString()],
    ['path', address.path],
    ['user', login.user],
    ['password', login.password],
    ['domain', login.domain],
    ['folder', folder ?? 'Trial'],
    ['trial', folder === undefined ? 'yes' : undefined],
  ];
  return lines.flatMap(([key, value]) => (value === undefined ? [] : `${key}=${value}\n`)).join('');
}
