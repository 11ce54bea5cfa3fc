/**
 * The rooms of a Snapcast server: its clients, with volume, latency, name and group. A connection to its control port is
 * opened when somebody asks, kept for half a minute, and used for one server at a time. While it is there the server reports
 * every change, so that its status is read again only when it is another. Thread: main.
 *
 *     closed ──asked──▶ open, status unknown ──GetStatus──▶ status known ──notification, or a change of ours──▶ unknown
 *        ▲                                                                        │
 *        └──────────── 30 s without a question, an error, another server ─────────┘
 */
import type { OutputDevice } from '../devices/output-device.js';
import { Conflict, NotFound, TimedOut, Unavailable } from '../errors.js';
import { SerialQueue } from '../serial-queue.js';
import { CONTROL_PORT } from './ports.js';
import { RPC_BOUNDS, type RpcBounds, RpcConnection } from './rpc-connection.js';
import { type ServerStatus, type SnapcastClient, type SnapcastGroup, sourceIn, statusIn } from './server-status.js';

export interface Room extends SnapcastClient {
  readonly group: Pick<SnapcastGroup, 'id' | 'name'>;
  /** Whether the group of the room plays what this box sends to the server. */
  readonly plays: boolean;
}

export interface RoomChange {
  /** Percent. */
  readonly volume?: number | undefined;
  readonly isMuted?: boolean | undefined;
  readonly name?: string | undefined;
  /** Milliseconds by which it plays early. */
  readonly latency?: number | undefined;
  /** Id of the group to join; null leaves the group for one of its own. */
  readonly group?: string | null | undefined;
  readonly groupName?: string | undefined;
  /** Lets its group play what this box sends. */
  readonly plays?: true | undefined;
}

export interface SnapcastRoomsDeps {
  /** @throws NotFound UNKNOWN_OUTPUT */
  readonly output: (id: string) => OutputDevice;
  readonly port?: number;
  /** ms for which a connection is kept. */
  readonly idle?: number;
  readonly bounds?: RpcBounds;
}

const IDLE = 30_000;
/** Requests that wait for the one before. */
const MOST_WAITING = 64;

/** An open connection, and what is known by it. */
interface Server {
  readonly address: string;
  readonly connection: RpcConnection;
  status: ServerStatus | undefined;
  /** Notifications so far: what was requested before the newest may be out of date. */
  notifications: number;
}

export class SnapcastRooms {
  readonly #queue = new SerialQueue();
  #waiting = 0;
  /** The newest connection that was not there in time, or call that was not answered. */
  #failure: { readonly output: string; readonly error: Error } | undefined;
  /** The reading that has not begun, by its output: who asks meanwhile gets its answer. */
  #reading: readonly [output: string, answer: Promise<readonly Room[]>] | undefined;
  #server: Server | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: SnapcastRoomsDeps) {}

  /**
   * Rooms of a server, by name; those that are off too.
   * @throws NotFound UNKNOWN_OUTPUT, Conflict NO_ROOMS where the output is no Snapcast server, or as `RpcConnection`
   */
  read(output: string): Promise<readonly Room[]> {
    if (this.#reading?.[0] === output) return this.#reading[1];
    const forget = (): void => {
      if (this.#reading?.[1] === answer) this.#reading = undefined;
    };
    const answer = this.#run(output, async () => {
      forget();
      return roomsIn(await this.#status(output));
    });
    this.#reading = [output, answer];
    // A reading that is refused before its turn never begins.
    answer.catch(forget);
    return answer;
  }

  /**
   * Changes a room, one thing after the other: what was done before a refusal stays.
   * @throws NotFound UNKNOWN_ROOM, Conflict UNKNOWN_GROUP or NO_SOURCE, or as `read`
   */
  change(output: string, id: string, change: RoomChange): Promise<Room> {
    return this.#run(output, async () => {
      const call = (method: string, params: Readonly<Record<string, unknown>>): Promise<void> =>
        this.#change(output, method, params);
      if (change.group !== undefined) await this.#move(output, id, change.group);
      if (change.plays === true) await this.#play(output, id);
      const { group } = find(await this.#status(output), id);
      if (change.groupName !== undefined) await call('Group.SetName', { id: group.id, name: change.groupName });
      if (change.name !== undefined) await call('Client.SetName', { id, name: change.name });
      if (change.latency !== undefined) await call('Client.SetLatency', { id, latency: change.latency });
      if (change.isMuted === false) await this.#unmuteGroup(output, id);
      if (change.volume !== undefined || change.isMuted !== undefined) {
        // The server takes both at once; somebody else may have changed the other one meanwhile.
        const { client } = find(await this.#status(output), id);
        const { volume: percent = client.volume, isMuted: muted = client.isMuted } = change;
        await call('Client.SetVolume', { id, volume: { muted, percent } });
      }
      const after = await this.#status(output);
      const { client, group: joined } = find(after, id);
      return roomOf(client, joined, after);
    });
  }

  /** @throws Unavailable SNAPCAST_BUSY where too much waits already, or as the work does */
  async #run<Result>(output: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MOST_WAITING) {
      throw new Unavailable('SNAPCAST_BUSY', 'The Snapcast server has not answered earlier requests yet.');
    }
    this.#waiting++;
    const before = this.#failure;
    try {
      return await this.#queue.run(() => {
        const failure = this.#failure;
        // What waited while the server was silent would wait as long again, one after the other.
        if (failure !== undefined && failure !== before && failure.output === output) throw failure.error;
        return work();
      });
    } catch (error) {
      if (error instanceof TimedOut && error !== this.#failure?.error) {
        this.#failure = { output, error };
        this.stop();
      }
      throw error;
    } finally {
      this.#waiting--;
    }
  }

  /** May be called twice. */
  stop(): void {
    clearTimeout(this.#timer);
    const server = this.#server;
    this.#server = undefined;
    server?.connection.close();
  }

  /** A room joins a group, or leaves its own for a new one. */
  async #move(output: string, id: string, to: string | null): Promise<void> {
    const status = await this.#status(output);
    const from = find(status, id).group;
    const target = to === null ? from : status.groups.find((group) => group.id === to);
    if (target === undefined) throw new Conflict('UNKNOWN_GROUP', `The server has no group ${String(to)}.`);
    const others = target.clients.map((client) => client.id).filter((each) => each !== id);
    // A client that leaves its group gets one of its own.
    if (to === null && others.length === 0) return;
    if (to === from.id) return;
    await this.#change(output, 'Group.SetClients', { id: target.id, clients: to === null ? others : [...others, id] });
  }

  async #play(output: string, id: string): Promise<void> {
    const status = await this.#status(output);
    const source = sourceIn(status);
    if (source === undefined) throw new Conflict('NO_SOURCE', 'The server has no source that this box can feed.');
    const { group } = find(status, id);
    if (group.stream === source.id) return;
    await this.#change(output, 'Group.SetStream', { id: group.id, stream_id: source.id });
  }

  /** The other rooms of a muted group stay silent, each by itself. */
  async #unmuteGroup(output: string, id: string): Promise<void> {
    const { group } = find(await this.#status(output), id);
    if (!group.isMuted) return;
    for (const { id: other, isMuted, volume } of group.clients) {
      if (other === id || isMuted) continue;
      await this.#change(output, 'Client.SetVolume', { id: other, volume: { muted: true, percent: volume } });
    }
    await this.#change(output, 'Group.SetMute', { id: group.id, mute: false });
  }

  async #change(output: string, method: string, params: Readonly<Record<string, unknown>>): Promise<void> {
    const server = await this.#open(output);
    server.status = undefined;
    await server.connection.call(method, params);
  }

  async #status(output: string): Promise<ServerStatus> {
    const server = await this.#open(output);
    if (server.status !== undefined) return server.status;
    const { notifications } = server;
    const status = statusIn(await server.connection.call('Server.GetStatus'));
    // A notification may have come with the answer.
    if (server.notifications === notifications) server.status = status;
    return status;
  }

  async #open(output: string): Promise<Server> {
    const { service, network, name } = this.deps.output(output);
    if (service !== 'snapcast' || network === undefined) {
      throw new Conflict('NO_ROOMS', `${name} is no Snapcast server that is there: it has no rooms.`);
    }
    if (this.#server?.address !== network.ip || !this.#server.connection.isOpen) {
      this.stop();
      const { port = CONTROL_PORT, bounds = RPC_BOUNDS } = this.deps;
      const notified = (): void => {
        server.status = undefined;
        server.notifications++;
      };
      const server: Server = {
        address: network.ip,
        connection: await RpcConnection.open(network.ip, port, notified, bounds).catch((error: unknown) => {
          this.#failure = { output, error: error as Error };
          throw error;
        }),
        status: undefined,
        notifications: 0,
      };
      this.#server = server;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), this.deps.idle ?? IDLE).unref();
    return this.#server;
  }
}

function find({ groups }: ServerStatus, id: string) {
  for (const group of groups) {
    const client = group.clients.find((each) => each.id === id);
    if (client !== undefined) return { client, group };
  }
  throw new NotFound('UNKNOWN_ROOM', `The server has no room ${id}.`);
}

function roomsIn(status: ServerStatus): Room[] {
  return status.groups
    .flatMap((group) => group.clients.map((client) => roomOf(client, group, status)))
    .sort(
      (one, other) =>
        one.name.localeCompare(other.name, 'en', { numeric: true }) || one.id.localeCompare(other.id, 'en'),
    );
}

function roomOf(client: SnapcastClient, group: SnapcastGroup, status: ServerStatus): Room {
  return {
    ...client,
    isMuted: client.isMuted || group.isMuted,
    group: { id: group.id, name: group.name },
    plays: group.stream !== '' && group.stream === sourceIn(status)?.id,
  };
}
