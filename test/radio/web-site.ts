/** A real server on loopback that answers as the test says, and remembers what it was asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export type Page = (request: IncomingMessage, response: ServerResponse) => void;

export interface WebSite {
  readonly address: string;
  /** Target of each request, in their order. */
  readonly asked: string[];
  /** By path; everything else is 404. */
  readonly pages: Map<string, Page>;
}

export const page =
  (type: string, content: string | Buffer, status = 200): Page =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(content);
  };

export async function startWebSite(t: Test): Promise<WebSite> {
  const asked: string[] = [];
  const pages = new Map<string, Page>();
  const server = createServer((request, response) => {
    const target = request.url ?? '';
    asked.push(target);
    const show = pages.get(target.split('?', 1)[0] ?? '') ?? page('text/plain', 'none', 404);
    show(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, pages };
}
