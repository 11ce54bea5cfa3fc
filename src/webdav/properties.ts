/** Live properties of files and folders (RFC 4918 section 15, RFC 4331), and the answers that hold them. Pure. */
import { mediaType } from '../tags/media-types.js';
import { etagOf, type Found } from './folder.js';
import type { Lock } from './locks.js';
import { hrefOf } from './target.js';
import { DAV, type Element, escaped, written } from './xml.js';

export const XML_TYPE = 'application/xml; charset="utf-8"';
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

/** What is said of a resource besides what the disk knows. */
export interface Circumstances {
  readonly locks: readonly Lock[];
  /** Bytes that may still be written; undefined where that is unknown. */
  readonly room: number | undefined;
}

type Property = (found: Found, around: Circumstances) => string | undefined;

const SUPPORTED_LOCKS = ['exclusive', 'shared']
  .map(
    (scope) => `<D:lockentry><D:lockscope><D:${scope}/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockentry>`,
  )
  .join('');

const isFolder = ({ stats }: Found): boolean => stats?.isDirectory() === true;

/** Inner XML by name; undefined where a resource does not have it. */
const PROPERTIES: Readonly<Record<string, Property>> = {
  creationdate: ({ stats }) => new Date(stats?.birthtimeMs || (stats?.mtimeMs ?? 0)).toISOString(),
  displayname: ({ names }) => escaped(names.at(-1) ?? 'Tonearm'),
  getcontentlength: (found) => (isFolder(found) ? undefined : String(found.stats?.size ?? 0)),
  getcontenttype: (found) => (isFolder(found) ? undefined : typeOf(found.path)),
  getetag: (found) => (isFolder(found) || found.stats === undefined ? undefined : escaped(etagOf(found.stats))),
  getlastmodified: ({ stats }) => new Date(stats?.mtimeMs ?? 0).toUTCString(),
  resourcetype: (found) => (isFolder(found) ? '<D:collection/>' : ''),
  supportedlock: () => SUPPORTED_LOCKS,
  lockdiscovery: (_, { locks }) => locks.map(activeLock).join(''),
  'quota-available-bytes': (found, { room }) => (isFolder(found) && room !== undefined ? String(room) : undefined),
};
/** Left out of `allprop` (RFC 4331 section 3). */
const ASKED_FOR = ['quota-available-bytes'];

/** Nothing that a browser would show as a page of this box. */
export function typeOf(path: string): string {
  const type = mediaType(path);
  return /^(?:audio\/|image\/(?!svg))/.test(type) ? type : 'application/octet-stream';
}

export type Question =
  | { readonly kind: 'all'; readonly names: readonly Element[] }
  | { readonly kind: 'names' }
  | { readonly kind: 'some'; readonly names: readonly Element[] };

/** One `response` of a multistatus. */
export function responseOf(found: Found, question: Question, around: Circumstances): string {
  const here = Object.entries(PROPERTIES).flatMap(([name, property]) => {
    const value = property(found, around);
    return value === undefined ? [] : [[name, value] as const];
  });
  const have = new Map(here);
  const good: string[] = [];
  const missing: string[] = [];
  const add = (name: string): void => void good.push(`<D:${name}>${have.get(name) ?? ''}</D:${name}>`);
  if (question.kind === 'names') for (const name of have.keys()) good.push(`<D:${name}/>`);
  if (question.kind === 'all') for (const name of have.keys()) if (!ASKED_FOR.includes(name)) add(name);
  for (const wanted of question.kind === 'names' ? [] : question.names) {
    const isHere = wanted.namespace === DAV && have.has(wanted.name);
    if (isHere && (question.kind === 'some' || ASKED_FOR.includes(wanted.name))) add(wanted.name);
    if (!isHere) missing.push(written({ ...wanted, children: [], text: '' }));
  }
  const stats = [propstat(200, good), ...(missing.length > 0 ? [propstat(404, missing)] : [])];
  return `<D:response><D:href>${hrefOf(found.names, isFolder(found))}</D:href>${stats.join('')}</D:response>\n`;
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  424: 'Failed Dependency',
};

export function propstat(status: number, properties: readonly string[], more = ''): string {
  return `<D:propstat><D:prop>${properties.join('')}</D:prop><D:status>HTTP/1.1 ${status} ${REASONS[status] ?? ''}</D:status>${more}</D:propstat>`;
}

/** Around the responses of a multistatus, which may be many. */
export const MULTISTATUS = {
  begin: `${DECLARATION}<D:multistatus xmlns:D="DAV:">\n`,
  end: '</D:multistatus>\n',
} as const;

function activeLock({ token, path, isDeep, isExclusive, owner, timeout }: Lock): string {
  const root = hrefOf(path === '' ? [] : path.split('/'), false) || '/';
  return (
    `<D:activelock><D:locktype><D:write/></D:locktype><D:lockscope><D:${isExclusive ? 'exclusive' : 'shared'}/></D:lockscope>` +
    `<D:depth>${isDeep ? 'infinity' : '0'}</D:depth>${owner}<D:timeout>Second-${timeout}</D:timeout>` +
    `<D:locktoken><D:href>${token}</D:href></D:locktoken><D:lockroot><D:href>${root}</D:href></D:lockroot></D:activelock>`
  );
}

/** The answer of LOCK. */
export function lockBody(locks: readonly Lock[]): string {
  return `${DECLARATION}<D:prop xmlns:D="DAV:"><D:lockdiscovery>${locks.map(activeLock).join('')}</D:lockdiscovery></D:prop>\n`;
}

/** The body of a refusal. */
export function errorBody(condition: string): string {
  return `${DECLARATION}<D:error xmlns:D="DAV:"><D:${condition}/></D:error>\n`;
}
