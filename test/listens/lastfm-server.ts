/** A server of the API 2.0 of Last.fm on a real loopback socket: checks signatures, and answers as documented. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export const KEY = 'a-public-api-key';
export const SECRET = 'a-very-secret-secret';
export const SESSION = 'a-very-secret-session';

export type Call = Readonly<Record<string, string>>;
export type Behaviour = (call: Call, response: ServerResponse) => void;

export interface LastFmServer {
  readonly address: string;
  readonly port: number;
  /** What was called, whatever was answered. */
  readonly calls: Call[];
  /** Titles of the scrobbles that were taken, in their order. */
  readonly taken: () => string[];
  /** Whether a person has approved the token. */
  isApproved: boolean;
  /** As Last.fm, when left alone. */
  behave: Behaviour;
}

export const json =
  (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
  };
/** Statuses are those that Last.fm sends with these codes. */
export const failing = (error: number, status = 403): Behaviour => json(status, { error, message: 'An error.' });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** As last.fm/api/authspec says it, written anew. */
function isSigned({ api_sig: signature, format: _, ...members }: Call): boolean {
  const text = Object.entries(members)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flat()
    .join('');
  return (
    createHash('md5')
      .update(text + SECRET, 'utf8')
      .digest('hex') === signature
  );
}

/** Indices of the scrobbles of a call. */
const indicesIn = (call: Call): number[] =>
  Object.keys(call).flatMap((name) => /^track\[(\d+)\]$/.exec(name)?.slice(1).map(Number) ?? []);

/** The answer to scrobbles. @param codes of `ignoredMessage`, by index */
export function scrobbled(call: Call, codes: readonly number[] = []): unknown {
  const each = indicesIn(call).map((at) => ({
    artist: { corrected: '0', '#text': call[`artist[${at}]`] },
    track: { corrected: '0', '#text': call[`track[${at}]`] },
    timestamp: call[`timestamp[${at}]`],
    ignoredMessage: { code: String(codes[at] ?? 0), '#text': '' },
  }));
  const ignored = codes.filter((code) => code !== 0).length;
  // XML made into JSON: one element is no list.
  return {
    scrobbles: { '@attr': { accepted: each.length - ignored, ignored }, scrobble: each.length === 1 ? each[0] : each },
  };
}

/** @param port a free one when none is given */
export async function lastFm(t: Test, port = 0): Promise<LastFmServer> {
  const calls: Call[] = [];
  const taken: string[] = [];
  const answerTo = (call: Call): Behaviour => {
    const { method, api_key: key, sk: session, token } = call;
    if (key !== KEY) return failing(10);
    if (!isSigned(call)) return failing(13);
    if (method === 'auth.getToken') return json(200, { token: 'a-token' });
    if (method === 'auth.getSession') {
      if (token !== 'a-token') return failing(15);
      return self.isApproved ? json(200, { session: { subscriber: 0, name: 'listener', key: SESSION } }) : failing(14);
    }
    if (session !== SESSION) return failing(9);
    if (method === 'track.updateNowPlaying') return json(200, { nowplaying: { track: {} } });
    return method === 'track.scrobble' && indicesIn(call).length <= 50 ? json(200, scrobbled(call)) : failing(6);
  };
  const usual: Behaviour = (call, response) => {
    response.on('finish', () => {
      const isTaken = call['method'] === 'track.scrobble' && response.statusCode === 200;
      if (isTaken) taken.push(...indicesIn(call).map((at) => call[`track[${at}]`] ?? ''));
    });
    answerTo(call)(call, response);
  };
  const server = createServer((request, response) => {
    bodyOf(request).then(
      (text) => {
        const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
        const call = isForm && request.method === 'POST' ? Object.fromEntries(new URLSearchParams(text)) : {};
        calls.push(call);
        self.behave(call, response);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const known = (server.address() as AddressInfo).port;
  const self: LastFmServer = {
    ...{ address: `http://127.0.0.1:${known}/2.0/`, port: known, calls, taken: () => taken },
    ...{ isApproved: false, behave: usual },
  };
  return self;
}
