/** Web server on the loopback that serves a folder, with or without ranges, and records the requests. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';

import type { Test } from 'tap';

const TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.opus': 'audio/ogg',
  '.m4a': 'audio/mp4',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.ts': 'video/mp2t',
};

export interface WebServer {
  readonly base: string;
  /** Path and range of each request. */
  readonly requests: { readonly path: string; readonly range: string | undefined }[];
  /** Number of open connections. */
  connections(): Promise<number>;
  /** Number of next answers whose body is cut off, and the bytes after which this happens. */
  cutAfter(bytes: number, times: number): void;
}

export async function serve(t: Test, folder: string, { ranges = true } = {}): Promise<WebServer> {
  const requests: { path: string; range: string | undefined }[] = [];
  let cut = { bytes: 0, times: 0 };
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname);
    const { range } = request.headers;
    requests.push({ path, range });
    readFile(join(folder, basename(path))).then(
      (bytes) => {
        const [, from = '0', to = ''] = (ranges ? /bytes=(\d+)-(\d*)/.exec(range ?? '') : null) ?? [];
        const start = Number(from);
        const body = bytes.subarray(start, to === '' ? bytes.length : Number(to) + 1);
        const isPart = ranges && range !== undefined;
        response.writeHead(isPart ? 206 : 200, {
          'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
          'content-length': body.length,
          ...(ranges ? { 'accept-ranges': 'bytes' } : {}),
          ...(isPart ? { 'content-range': `bytes ${start}-${start + body.length - 1}/${bytes.length}` } : {}),
        });
        if (cut.times-- > 0) {
          response.write(body.subarray(0, cut.bytes), () => response.destroy());
        } else {
          response.end(body);
        }
      },
      () => response.writeHead(404).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => {
          if (error === null) resolve(count);
          else reject(error);
        });
      }),
    cutAfter(bytes, times) {
      cut = { bytes, times };
    },
  };
}
