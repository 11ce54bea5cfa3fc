/**
 * The network folder as the rest of the daemon has it: off by default, switched by a setting, with a password of its own.
 * The server behind it is loaded when it is first switched on. Thread: main.
 */
import { InvalidInput } from '../errors.js';
import type { Log } from '../log.js';
import { FOLDER_NAME, secretOf, USER } from './account.js';
import type { WebDavDeps, WebDavServer } from './server.js';

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
    subscribe(listener: (now: NetworkFolderSettings, before: NetworkFolderSettings) => void): () => void;
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
  #server: WebDavServer | undefined;
  #trouble: string | undefined;
  /** Switched one after the other. */
  #switching: Promise<void> = Promise.resolve();
  #unsubscribe: () => void = () => undefined;
  #stopped = false;

  constructor(private readonly deps: NetworkFolderDeps) {}

  /** Follows the settings from now on. Never rejects. */
  start(): Promise<void> {
    this.#unsubscribe = this.deps.settings.subscribe((now, before) => {
      if (now.networkFolder !== before.networkFolder) void this.#follow();
    });
    return this.#follow();
  }

  /** May be called twice. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    return this.#follow();
  }

  read(): NetworkFolderState {
    const { enabled, secret } = this.deps.settings.read().networkFolder;
    const about = { user: USER, folder: FOLDER_NAME, port: this.#server?.port, trouble: this.#trouble };
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
      await this.#follow();
    }
  }

  #follow(): Promise<void> {
    this.#switching = this.#switching
      .then(() => this.#switch())
      .catch((error: unknown) => {
        this.#trouble = error instanceof Error ? error.message : String(error);
        this.deps.log.error('webdav: not switched on', { error });
      });
    return this.#switching;
  }

  async #switch(): Promise<void> {
    const { enabled, secret } = this.deps.settings.read().networkFolder;
    const isWanted = enabled && secret !== '' && !this.#stopped;
    this.#trouble = undefined;
    if (!isWanted) {
      const server = this.#server;
      this.#server = undefined;
      await server?.stop();
      return;
    }
    if (this.#server !== undefined) return;
    const { WebDavServer: Server } = await import('./server.js');
    const { host, port, settings } = this.deps;
    const server = new Server({ ...this.deps, secret: () => settings.read().networkFolder.secret });
    await server.start(host, port);
    this.#server = server;
    this.deps.log.info('webdav: network folder is on', { port: server.port });
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
