/**
 * Writes what the files of the card ask for to where the system reads it, once for each content of the files, and the
 * report onto the card. Runs as a program of its own before the network starts. Thread: main of that program.
 */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { stringify } from 'smol-toml';

import { syncFolder, writeDurably } from '../durable.js';
import { type CardSettings, ssidText, type WifiNetwork } from './card-settings.js';
import { pskOf, wifiKeyfile, wifiProfile, WIRED_PROFILE, wiredKeyfile } from './keyfile.js';
import { wifiText } from './netplan.js';
import type { Note } from './notes.js';
import { CARD_FILES, type CardFileName, LARGEST, readCard, textOf } from './read-card.js';
import { reportText } from './report.js';
import { type SecretsResult, withoutSecrets } from './secrets.js';

export interface Folders {
  /** The mounted FAT partition. */
  readonly card: string;
  /** `/data`. */
  readonly data: string;
  /** The tz database. */
  readonly zones: string;
}

interface CardContent {
  readonly files: ReadonlyMap<CardFileName, Buffer>;
  /** SHA-256 of each file that is there. */
  readonly hashes: ReadonlyMap<CardFileName, string>;
}

const REPORT = 'setup-report.txt';

const networks = ({ data }: Folders): string => join(data, 'network');
const system = ({ data }: Folders, ...names: string[]): string => join(data, 'system', ...names);
/** A line for each content that was applied. */
const appliedFile = (folders: Folders): string => system(folders, 'card', 'applied');
/** There while the applied files hold passwords. */
const secretsMark = (folders: Folders): string => system(folders, 'card', 'secrets');

/**
 * @returns the report; undefined when these files were applied before
 * @throws the file system's errors, which are in the report on the card too: the next start tries again
 */
export async function applyCard(folders: Folders): Promise<string | undefined> {
  const content = await readContent(folders);
  const hash = hashOf(content.hashes);
  if ((await remembered(folders)).includes(hash)) return undefined;
  const { settings, notes } = readCard(content.files);
  try {
    const refused = await applySettings(folders, settings);
    await markSecrets(folders, content);
    const report = reportText(corrected(notes, refused));
    await writeReport(folders, report);
    await remember(folders, hash);
    return report;
  } catch (error) {
    const why = `Not all of this is set: the box cannot write it down (${(error as Error).message}).`;
    await writeReport(folders, reportText(notes, [why]));
    throw error;
  }
}

async function applySettings(folders: Folders, settings: CardSettings): Promise<Refusal[]> {
  for (const folder of [networks(folders), system(folders, 'card'), system(folders, 'etc')]) {
    await mkdir(folder, { recursive: true });
  }
  const refused = [...(await applyNetworks(folders, settings)), ...(await applyTimeZone(folders, settings))];
  if (settings.hostName !== undefined) await writeDurably(system(folders, 'hostname'), `${settings.hostName}\n`, 0o644);
  if (settings.country !== undefined)
    await writeDurably(system(folders, 'card', 'country'), `${settings.country}\n`, 0o644);
  await writeDurably(system(folders, 'card', 'config.toml'), stringify(settings.daemon), 0o644);
  return refused;
}

async function markSecrets(folders: Folders, { files }: CardContent): Promise<void> {
  const hasSecrets = [...files].some(([name, bytes]) => secretsIn(name, bytes).kind === 'removed');
  if (hasSecrets) await writeDurably(secretsMark(folders), '');
  else await rm(secretsMark(folders), { force: true });
}

/** A file that was refused as a whole is left alone: it could not be written again as it is. */
function secretsIn(name: CardFileName, bytes: Buffer): SecretsResult {
  return bytes.length <= LARGEST && isUtf8(bytes) ? withoutSecrets(name, textOf(bytes)) : { kind: 'none' };
}

/**
 * Takes the passwords out of the files that were applied.
 * @returns a line for each file that is changed, or cannot be. @throws the file system's errors
 */
export async function removeSecrets(folders: Folders): Promise<readonly string[]> {
  const content = await readContent(folders);
  if (!(await remembered(folders)).includes(hashOf(content.hashes))) return [];
  const done: string[] = [];
  const changed = new Map<CardFileName, string>();
  for (const [name, bytes] of content.files) {
    const result = secretsIn(name, bytes);
    if (result.kind === 'removed') {
      changed.set(name, result.text);
      done.push(`Passwords were taken out of ${name}: the network works, and the box has them.`);
    } else if (result.kind === 'impossible') done.push(`Passwords in ${name} could not be taken out: do it by hand.`);
  }
  const after = [...changed].map(([name, text]): [CardFileName, Buffer] => [name, Buffer.from(text)]);
  const hashes = after.map(([name, bytes]): [CardFileName, string] => [name, sha256(bytes)]);
  const hash = hashOf(new Map([...content.hashes, ...hashes]));
  // Both, so that a power cut leaves nothing that would be applied again.
  await remember(folders, hashOf(content.hashes), hash);
  for (const [name, text] of changed) await writeDurably(join(folders.card, name), text);
  await remember(folders, hash);
  if (done.length > 0) await writeReport(folders, await longerReport(folders, content, done));
  await rm(secretsMark(folders), { force: true });
  return done;
}

/** What was refused is not read again: without its password, it may look like something that the box has. */
async function longerReport({ card }: Folders, { files }: CardContent, done: readonly string[]): Promise<string> {
  const earlier = await readFile(join(card, REPORT), 'utf8').catch(() => reportText(readCard(files).notes));
  return [earlier, ...done, ''].join('\r\n');
}

async function readContent({ card }: Folders): Promise<CardContent> {
  const files = new Map<CardFileName, Buffer>();
  const hashes = new Map<CardFileName, string>();
  for (const name of CARD_FILES) {
    const path = join(card, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() !== true) continue;
    const hash = createHash('sha256');
    const head: Buffer[] = [];
    let length = 0;
    const file = await open(path);
    for await (const chunk of file.createReadStream() as AsyncIterable<Buffer>) {
      hash.update(chunk);
      if (length <= LARGEST) head.push(chunk);
      length += chunk.length;
    }
    files.set(name, Buffer.concat(head).subarray(0, LARGEST + 1));
    hashes.set(name, hash.digest('hex'));
  }
  return { files, hashes };
}

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** The box's script `card` computes the same with sha256sum, so that nothing else is started for files without changes. */
function hashOf(hashes: CardContent['hashes']): string {
  const lines = CARD_FILES.flatMap((name) => {
    const hash = hashes.get(name);
    return hash === undefined ? [] : `${hash}  ${name}\n`;
  });
  return sha256(lines.join(''));
}

async function remembered(folders: Folders): Promise<readonly string[]> {
  const text = await readFile(appliedFile(folders), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** A content that was there before another one counts again when it comes back. */
const remember = (folders: Folders, ...hashes: readonly string[]): Promise<void> =>
  writeDurably(appliedFile(folders), hashes.map((hash) => `${hash}\n`).join(''));

/** A profile for each network. What another profile says, and a network that has left the files, stays as it is. */
async function applyNetworks(folders: Folders, { wifi, wired }: CardSettings): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  for (const network of wifi) {
    const path = join(networks(folders), wifiProfile(network.ssid));
    const psk = network.key.kind === 'kept' ? pskOf(await readFile(path, 'utf8').catch(() => '')) : undefined;
    if (network.key.kind === 'kept' && psk === undefined) refused.push(unknownPassword(network));
    else await writeDurably(path, wifiKeyfile(network, psk));
  }
  const profile = wired === undefined ? undefined : wiredKeyfile(wired);
  const path = join(networks(folders), WIRED_PROFILE);
  if (profile !== undefined) await writeDurably(path, profile);
  else await rm(path, { force: true });
  await syncFolder(networks(folders));
  return refused;
}

/** What the readers took for understood, and what is right. */
interface Refusal {
  readonly understood: string;
  readonly refused: string;
}

const unknownPassword = (network: WifiNetwork): Refusal => ({
  understood: wifiText(network),
  refused:
    `Wi-Fi network ${ssidText(network.ssid)}: its password was taken out of the file, and this box does not have it: ` +
    'write it again',
});

/** The link that systemd-timedated would make: it sees `/data/system/etc` as `/etc`. */
async function applyTimeZone(folders: Folders, { timeZone: zone }: CardSettings): Promise<Refusal[]> {
  if (zone === undefined) return [];
  const magic = await readFile(join(folders.zones, zone)).catch(() => Buffer.alloc(0));
  if (magic.subarray(0, 4).toString('latin1') !== 'TZif') {
    const understood = `time zone ${zone}`;
    return [{ understood, refused: `${understood}: this box does not know it: take another place in the same zone` }];
  }
  const link = system(folders, 'etc', 'localtime');
  await rm(`${link}.new`, { force: true });
  await symlink(`../usr/share/zoneinfo/${zone}`, `${link}.new`);
  await rename(`${link}.new`, link);
  await syncFolder(dirname(link));
  return [];
}

function corrected(notes: readonly Note[], refused: readonly Refusal[]): Note[] {
  return notes.map((note) => {
    const refusal = refused.find(({ understood }) => note.kind === 'understood' && note.text === understood);
    return refusal === undefined ? note : { ...note, kind: 'refused', text: refusal.refused };
  });
}

/** A card that cannot be written, such as one with a damaged file system, is used all the same. */
async function writeReport({ card }: Folders, report: string): Promise<void> {
  try {
    await writeDurably(join(card, REPORT), report);
  } catch (error) {
    process.stderr.write(`card: no ${REPORT} (${(error as Error).message})\n`);
  }
}
