/**
 * Checks whether audio, state and library respond: for `GET /health`, and before each ping of the watchdog. Thread:
 * main. Checks only when asked.
 */
import { Unavailable } from '../errors.js';

/** Milliseconds until a check counts as failed. */
const PATIENCE = 3000;
/** Milliseconds that a failure which a restart would fix may last before the watchdog acts. */
const ENDURANCE = 60_000;

export interface HealthCheck {
  readonly name: string;
  /** Throws or rejects with the reason of a failure. */
  readonly look: () => unknown;
  /** A more expensive check, for `GET /health` only. Throws as `look`. */
  readonly tryOut?: () => unknown;
  /** Whether a restart of the daemon would fix a failure; not so for a full disk. */
  readonly restartHelps: boolean;
}

export interface CheckResult {
  readonly name: string;
  /** How long the check took. */
  readonly milliseconds: number;
  /** Reason of a failure, for people; undefined when there is none. */
  readonly problem: string | undefined;
}

export class Health {
  #running: Promise<readonly CheckResult[]> | undefined;
  #failingSince: number | undefined;

  /** @param now milliseconds of a monotonic clock */
  constructor(
    private readonly checks: readonly HealthCheck[],
    private readonly patience: number = PATIENCE,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Runs every check, the more expensive one where there is one. A call meanwhile joins. Never rejects. */
  read(): Promise<readonly CheckResult[]> {
    this.#running ??= this.#askAll((check) => check.tryOut ?? check.look).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** False when a failure that a restart would fix has lasted a minute. Never rejects. */
  async isAlive(): Promise<boolean> {
    const results = await this.#askAll(({ look }) => look);
    const failed = new Set(results.filter(({ problem }) => problem !== undefined).map(({ name }) => name));
    const isMendable = this.checks.some(({ name, restartHelps }) => restartHelps && failed.has(name));
    this.#failingSince = isMendable ? (this.#failingSince ?? this.now()) : undefined;
    return this.#failingSince === undefined || this.now() - this.#failingSince < ENDURANCE;
  }

  #askAll(how: (check: HealthCheck) => () => unknown): Promise<readonly CheckResult[]> {
    return Promise.all(this.checks.map((check) => this.#ask(check.name, how(check))));
  }

  async #ask(name: string, look: () => unknown): Promise<CheckResult> {
    const begun = this.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Unavailable('NO_ANSWER', `no answer within ${this.patience / 1000} s`));
      }, this.patience);
    });
    const problem = await Promise.race([Promise.resolve().then(look), late]).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    clearTimeout(timer);
    return { name, milliseconds: this.now() - begun, problem };
  }
}
