/** A server of the ListenBrainz API on a real loopback socket, which answers as the test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Test } from 'tap';

export interface Submission {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly listen_type: string;
  readonly payload: readonly {
    readonly listened_at?: number;
    readonly track_metadata: {
      readonly track_name: string;
      readonly artist_name: string;
      readonly release_name?: string;
      readonly additional_info: Readonly<Record<string, unknown>>;
    };
  }[];
}

export type Behaviour = (submission: Submission, response: ServerResponse) => void;

export interface ListenBrainzServer {
  readonly address: string;
  readonly port: number;
  /** What was submitted, whatever was answered. */
  readonly submissions: Submission[];
  /** Titles of the listens that were taken, in their order. */
  readonly taken: () => string[];
  behave: Behaviour;
}

export const answer =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}');
  };

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** @param port a free one when none is given */
export async function listenBrainz(t: Test, port = 0): Promise<ListenBrainzServer> {
  const submissions: Submission[] = [];
  const taken: Submission[] = [];
  const server = createServer((request, response) => {
    bodyOf(request).then(
      (text) => {
        const { authorization } = request.headers;
        const content = JSON.parse(text) as Omit<Submission, 'path' | 'authorization'>;
        const submission = { path: request.url ?? '', authorization, ...content };
        submissions.push(submission);
        response.on('finish', () => {
          if (response.statusCode === 200) taken.push(submission);
        });
        self.behave(submission, response);
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
  const self: ListenBrainzServer = {
    address: `http://127.0.0.1:${known}`,
    port: known,
    submissions,
    taken: () =>
      taken
        .filter(({ listen_type }) => listen_type !== 'playing_now')
        .flatMap(({ payload }) => payload.map(({ track_metadata }) => track_metadata.track_name)),
    behave: answer(200),
  };
  return self;
}
