/**
 * What a box says and hears on an open connection: its description for Home Assistant, its states when they change, that
 * it is there, and commands. Driven by events only. Thread: main.
 *
 *     begin ─▶ subscribe ─▶ description, states, `online` ─▶ changes of states …
 *     `online` of Home Assistant, another name of the box ─▶ description
 *     end: `offline`, or nothing is left on the broker
 */
import { COMMAND_NAMES, type CommandDeps, Commands } from './commands.js';
import type { Connection } from './connection.js';
import { type BoxFacts, describeBox } from './discovery.js';
import { type StateDeps, States } from './states.js';
import { OFFLINE, ONLINE, retainedTopics, STATE_GROUPS, type StateGroup, type Topics } from './topics.js';

export type SessionDeps = StateDeps &
  CommandDeps & {
    /** Never rejects. */
    readonly readFacts: () => Promise<BoxFacts>;
  };

/** Milliseconds between two descriptions that Home Assistant asks for: whoever may publish could ask for them endlessly. */
const DESCRIPTION_PAUSE = 10_000;

export class Session {
  readonly #states: States;
  readonly #commands: Commands;
  readonly #stale = new Set<StateGroup | 'description'>();
  /** What the broker retains by now. */
  readonly #sent = new Map<string, string>();
  #describedAt = -Infinity;
  #isRefreshing = false;
  #isOnline = false;
  #isEnding = false;
  #unsubscribe: () => void = () => undefined;

  constructor(
    private readonly connection: Pick<Connection, 'publish' | 'subscribe' | 'isCongested'>,
    private readonly topics: Topics,
    private readonly deps: SessionDeps,
  ) {
    this.#states = new States(deps);
    this.#commands = new Commands(deps);
  }

  begin(): void {
    const { commands, births, availability } = this.topics;
    // Each by its name: what strangers retain beside them does not come.
    this.connection.subscribe([...COMMAND_NAMES.map((name) => commands + name), ...births, availability]);
    this.#unsubscribe = this.#states.subscribe((group) => this.#mark(group));
    this.#mark('description', ...STATE_GROUPS);
  }

  /** The name of the box, or what else its description has, may be another. */
  factsChanged(): void {
    this.#mark('description');
  }

  receive(topic: string, payload: Buffer, isRetained: boolean): void {
    // The broker may take a while to close a connection that was given up.
    if (this.#isEnding) return;
    const { commands, births, availability } = this.topics;
    const says = (word: string): boolean => !isRetained && payload.toString('latin1', 0, 16) === word;
    if (topic.startsWith(commands)) this.#commands.take(topic.slice(commands.length), payload, isRetained);
    else if (births.includes(topic) && says(ONLINE)) this.#describeAgain();
    // The last will of an earlier connection, which some brokers publish late.
    else if (topic === availability && says(OFFLINE) && this.#isOnline) this.connection.publish(topic, ONLINE);
  }

  /** The broker takes more again. */
  drained(): void {
    this.#mark();
  }

  /**
   * Says that the box is not there any more, as long as the connection is open.
   * @param isForgotten the broker is to retain nothing of the box, so that Home Assistant forgets its entities
   */
  end(isForgotten: boolean): void {
    this.closed();
    if (!isForgotten) this.connection.publish(this.topics.availability, OFFLINE);
    else for (const topic of retainedTopics(this.topics)) this.connection.publish(topic, '');
  }

  /** There is no connection any more. May be called twice. */
  closed(): void {
    this.#isEnding = true;
    this.#unsubscribe();
  }

  #describeAgain(): void {
    const now = performance.now();
    if (now - this.#describedAt < DESCRIPTION_PAUSE) return;
    this.#describedAt = now;
    this.#sent.delete(this.topics.discovery);
    this.#mark('description');
  }

  /** In a time slice of its own: what changes together is read and published once. */
  #mark(...what: readonly (StateGroup | 'description')[]): void {
    for (const each of what) this.#stale.add(each);
    if (this.#isRefreshing || this.#isEnding || this.#stale.size === 0) return;
    this.#isRefreshing = true;
    setImmediate(() => {
      void this.#refresh().finally(() => {
        this.#isRefreshing = false;
        if (!this.connection.isCongested) this.#mark();
      });
    });
  }

  /** Never rejects. A broker that takes nothing now gets the newest state later. */
  async #refresh(): Promise<void> {
    for (const what of this.#stale) {
      if (this.connection.isCongested || this.#isEnding) return;
      this.#stale.delete(what);
      try {
        if (what === 'description') await this.#describe();
        else this.#publish(this.topics.states[what], await this.#states.read(what));
      } catch (error) {
        this.deps.log.warn('state: not readable (Home Assistant shows an old one)', { of: what, error });
      }
    }
    if (this.#isOnline || this.#isEnding) return;
    // Behind all states, of which none is an old one then.
    this.#isOnline = true;
    this.connection.publish(this.topics.availability, ONLINE);
  }

  async #describe(): Promise<void> {
    this.#publish(this.topics.discovery, describeBox(this.topics, await this.deps.readFacts()));
  }

  #publish(topic: string, text: string): void {
    if (this.#isEnding || this.#sent.get(topic) === text) return;
    this.#sent.set(topic, text);
    this.connection.publish(topic, text);
  }
}
