/**
 * The channel file: a small JSON document that says which update there is, and where. `npm run image` writes one for each
 * bundle (`image/steps/channel.mjs`). Nobody signs it, so it is believed in nothing that matters: the bundle that it
 * names is signed, and has to be of the version that it announces. Keys that are not known are ignored.
 */
import { LARGEST_UPDATE } from './limits.js';

/** Bytes of the longest channel file that is read. */
export const LONGEST_CHANNEL = 256 * 1024;
/** Lines of what is new, and characters of each, that are kept. */
const MOST_CHANGES = 300;
const LONGEST_CHANGE = 400;

export interface ChannelFile {
  readonly version: string;
  /** The kind of box that the update is for. */
  readonly compatible: string;
  /** Address of the bundle, on the host of the channel file. */
  readonly url: URL;
  readonly bytes: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
  /** What is new, a line each, as the changelog has it. */
  readonly changes: readonly string[];
}

/**
 * Reads a channel file. @param base its own address
 * @throws Error whose message completes "the channel file …"
 */
export function readChannelFile(text: string, base: URL): ChannelFile {
  const { version, compatible, url, bytes, sha256, changes = [] } = membersIn(text);
  if (!isToken(version)) throw new Error('has no version');
  if (!isToken(compatible)) throw new Error('does not say for which kind of box the update is');
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 1) throw new Error('has no size in bytes');
  if (bytes > LARGEST_UPDATE) throw new Error(`announces ${bytes} bytes, and at most ${LARGEST_UPDATE} are taken`);
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/i.test(sha256)) throw new Error('has no SHA-256 sum');
  if (!Array.isArray(changes)) throw new Error('has no list of changes');
  const lines = changes.slice(0, MOST_CHANGES).filter((each): each is string => typeof each === 'string');
  return {
    ...{ version, compatible, bytes },
    url: bundleAddress(url, base),
    sha256: sha256.toLowerCase(),
    changes: lines.map((line) => line.slice(0, LONGEST_CHANGE).replace(/\p{Cc}/gu, ' ')),
  };
}

function membersIn(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('is not JSON');
  }
  if (typeof value !== 'object' || value === null) throw new Error('is no object');
  return value as Readonly<Record<string, unknown>>;
}

/** A short text without spaces. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[!-~]{1,100}$/.test(value);
}

function bundleAddress(given: unknown, base: URL): URL {
  if (typeof given !== 'string' || given === '' || !URL.canParse(given, base.href)) {
    throw new Error('does not say where the update is');
  }
  const url = new URL(given, base);
  if (url.hostname !== base.hostname) throw new Error(`names an update on another host, ${url.hostname}`);
  const isDowngrade = base.protocol === 'https:' && url.protocol !== 'https:';
  if (isDowngrade) throw new Error('leads from https to an address that is not encrypted');
  return url;
}
