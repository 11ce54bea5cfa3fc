/**
 * Whether the parts that everything stands on answer. Asked by `GET /health`, and before each ping of the watchdog.
 * Thread: main. Nothing is measured while nobody asks.
 */
import { Unavailable } from '../errors.js';

/** A part that does not answer within so many ms counts as failed. */
const PATIENCE = 3000;
/** A failure that a new start would mend is borne so long before the watchdog is to act, in ms. */
const ENDURANCE = 60_000;

export interface HealthCheck {
  readonly name: string;
  /** Throws, or rejects, with the reason when all is not well. */
  readonly look: () => unknown;
  /** Looks deeper, at a price: only when somebody asks, not before each ping of the watchdog. Throws as `look`. */
  readonly tryOut?: () => unknown;
  /** A new start of the daemon would help: a full disk is none of these. */
  readonly restartHelps: boolean;
}

export interface CheckResult {
  readonly name: string;
  /** How long the part took to answer. */
  readonly milliseconds: number;
  /** Why it fails, for people; undefined when it is well. */
  readonly problem: string | undefined;
}

export class Health {
  readonly #checks: readonly HealthCheck[];
  readonly #patience: number;
  readonly #now: () => number;
  #running: Promise<readonly CheckResult[]> | undefined;
  #failingSince: number | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(checks: readonly HealthCheck[], patience = PATIENCE, now: () => number = () => performance.now()) {
    this.#checks = checks;
    this.#patience = patience;
    this.#now = now;
  }

  /** Asks every part, and tries out what can be. A call while they are asked joins it. Never rejects. */
  read(): Promise<readonly CheckResult[]> {
    this.#running ??= this.#askAll((check) => check.tryOut ?? check.look).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** False when for a minute a part has failed that a new start would mend. Never rejects. */
  async isAlive(): Promise<boolean> {
    const results = await this.#askAll(({ look }) => look);
    const failed = new Set(results.filter(({ problem }) => problem !== undefined).map(({ name }) => name));
    const isMendable = this.#checks.some(({ name, restartHelps }) => restartHelps && failed.has(name));
    this.#failingSince = isMendable ? (this.#failingSince ?? this.#now()) : undefined;
    return this.#failingSince === undefined || this.#now() - this.#failingSince < ENDURANCE;
  }

  #askAll(how: (check: HealthCheck) => () => unknown): Promise<readonly CheckResult[]> {
    return Promise.all(this.#checks.map((check) => this.#ask(check.name, how(check))));
  }

  async #ask(name: string, look: () => unknown): Promise<CheckResult> {
    const begun = this.#now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Unavailable('NO_ANSWER', `no answer within ${this.#patience / 1000} s`));
      }, this.#patience);
    });
    const problem = await Promise.race([Promise.resolve().then(look), late]).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    clearTimeout(timer);
    return { name, milliseconds: this.#now() - begun, problem };
  }
}
