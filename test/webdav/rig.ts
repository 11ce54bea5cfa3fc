/** The real WebDAV server over a temporary library, and a client that speaks to it as file managers do. */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import type { Test } from 'tap';
import { secretOf } from '../../src/webdav/account.js';
import { spaceOf } from '../../src/system/space.js';
import { WebDavServer, type WebDavDeps } from '../../src/webdav/server.js';
import { keptLog } from '../fixtures/log.js';
import { temporaryDirectory } from '../http/rig.js';

export const PASSWORD = 'correct horse';

export interface DavAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sending {
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Undefined for the right one; `""` for none. */
  readonly authorization?: string;
}

export async function startDav(t: Test, deps: Partial<WebDavDeps> = {}) {
  const music = await temporaryDirectory(t);
  const { log, lines } = keptLog('http');
  const looked: string[] = [];
  const server = new WebDavServer({
    roots: () => [music],
    spaceOf,
    look: (targets) => void looked.push(...targets.map(({ path }) => path)),
    isPlayed: () => false,
    admit: () => undefined,
    secret: () => secretOf(PASSWORD),
    log,
    ...deps,
  });
  await server.start('127.0.0.1', 0);
  t.teardown(() => server.stop());
  const port = server.port ?? 0;
  const basic = `Basic ${Buffer.from(`tonearm:${PASSWORD}`).toString('base64')}`;
  const send = (method: string, path: string, { body, headers = {}, authorization = basic }: Sending = {}) =>
    new Promise<DavAnswer>((resolve, reject) => {
      const request = httpRequest(
        {
          ...{ host: '127.0.0.1', port, method, path, agent: false },
          headers: {
            ...(authorization !== '' && { authorization }),
            ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
            ...(headers as Record<string, string>),
          },
        },
        (response) => {
          const pieces: Buffer[] = [];
          response.on('data', (piece: Buffer) => pieces.push(piece));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(pieces).toString(),
            }),
          );
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  return { music, folder: join(music, 'Uploads'), server, port, send, logged: lines, looked };
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The header that a client sends for a challenge, as RFC 7616 section 3.4.1 has it. */
export function answerTo(challenge: string, method: string, uri: string, count = 1, password = PASSWORD): string {
  const [, nonce = ''] = /nonce="([^"]*)"/.exec(challenge) ?? [];
  const nc = count.toString(16).padStart(8, '0');
  const response = md5(
    [md5(`tonearm:Tonearm:${password}`), nonce, nc, 'abc', 'auth', md5(`${method}:${uri}`)].join(':'),
  );
  return (
    `Digest username="tonearm", realm="Tonearm", nonce="${nonce}", uri="${uri}", response="${response}", ` +
    `qop=auth, nc=${nc}, cnonce="abc", algorithm=MD5`
  );
}

export async function putFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  return path;
}
