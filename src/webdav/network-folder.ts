/**
 * The network folder as the rest of the daemon has it: off by default, switched by a setting, with a password of its own.
 * The server behind it is loaded when it is first switched on. Thread: main.
 */
import { InvalidInput } from '../errors.js';
import type { Log } from '../log.js';
import { SwitchedServer } from '../switched-server.js';
import { FOLDER_NAME, secretOf, USER } from './account.js';
import type { WebDavDeps } from './server.js';

export interface NetworkFolderSettings {
  readonly networkFolder: {
    readonly enabled: boolean;
    /** What is kept of the password; `""` for none. */
    readonly secret: string;
  };
}

export interface NetworkFolderDeps extends Omit<WebDavDeps, 'secret'> {
  readonly settings: {
    read(): NetworkFolderSettings;
    /** @throws StateNotSaved */
    change(members: NetworkFolderSettings): Promise<void>;
    subscribe(listener: () => void): () => void;
  };
  readonly host: string;
  readonly port: number;
  readonly log: Log;
}

export interface NetworkFolderState {
  readonly enabled: boolean;
  readonly hasPassword: boolean;
  readonly user: string;
  /** Where it listens; undefined while it does not. */
  readonly port: number | undefined;
  /** Why it does not listen although it is on, for people. */
  readonly trouble: string | undefined;
  /** Name of the folder that clients see. */
  readonly folder: string;
}

export interface NetworkFolderChange {
  readonly enabled?: boolean | undefined;
  readonly password?: string | undefined;
}

export class NetworkFolder {
  readonly #server: SwitchedServer;

  constructor(private readonly deps: NetworkFolderDeps) {
    const { settings, host, port, log } = deps;
    const secret = (): string => settings.read().networkFolder.secret;
    this.#server = new SwitchedServer({
      settings,
      isWanted: () => settings.read().networkFolder.enabled && secret() !== '',
      async open() {
        const { WebDavServer } = await import('./server.js');
        const server = new WebDavServer({ ...deps, secret });
        await server.start(host, port);
        return server;
      },
      clients: 'WebDAV clients',
      log,
    });
  }

  /** Port on which it listens; undefined while it does not. */
  get port(): number | undefined {
    return this.#server.port;
  }

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    return this.#server.start();
  }

  /** May be called twice. */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** @param listener called when it listens, or does not any more @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#server.subscribe(listener);
  }

  read(): NetworkFolderState {
    const { enabled, secret } = this.deps.settings.read().networkFolder;
    const about = { user: USER, folder: FOLDER_NAME, port: this.port, trouble: this.#server.failure };
    return { enabled, hasPassword: secret !== '', ...about };
  }

  /**
   * Resolves when it is in force. Another password ends what is under way with the old one.
   * @throws InvalidInput INVALID_BODY for a password that is none; WEBDAV_NEEDS_PASSWORD; StateNotSaved
   */
  async change({ enabled, password }: NetworkFolderChange): Promise<void> {
    const now = this.deps.settings.read().networkFolder;
    const next = {
      enabled: enabled ?? now.enabled,
      secret: password === undefined ? now.secret : checkedSecret(password),
    };
    if (next.enabled && next.secret === '') {
      throw new InvalidInput('WEBDAV_NEEDS_PASSWORD', 'The network folder needs a password first.');
    }
    try {
      await this.deps.settings.change({ networkFolder: next });
    } finally {
      await this.#server.follow();
    }
  }
}

/** @throws InvalidInput INVALID_BODY */
function checkedSecret(password: string): string {
  if (password.length < 8 || /\p{Cc}/u.test(password)) {
    const message = 'must have 8 characters or more, and no control characters';
    throw new InvalidInput('INVALID_BODY', `The password ${message}.`, [{ path: '/password', message }]);
  }
  return secretOf(password);
}
