/**
 * The restart into another system: a countdown that can be stopped, the wait until the box is back, and what runs then.
 *
 *   (none) ─countDown─▶ counting ─0 s─▶ waiting ─the box answers, and has started anew─▶ back ─dismiss─▶ (none)
 *      ▲                   │ later          │ refused
 *      └───────────────────┴────────────────┘
 */
import { signal } from '@preact/signals';
import { bodyOf, box, done, quietBox } from './box.js';
import { say } from './language.js';
import { versionText } from './measures.js';
import { notify } from './notices.js';

/** Seconds of the countdown. */
const COUNT = 10;
/** Milliseconds between two looks, and how long an answer may take. */
const POLL = 2000;
const PATIENCE = 4000;
/** Milliseconds after which a restart takes longer than usual: a Raspberry Pi 3 needs about 40 s. */
const LONG = 3 * 60_000;

/** What is to run after the restart. */
export interface Target {
  /** Name of the slot. */
  readonly slot: string;
  readonly version: string;
}

export type Restart =
  | { readonly kind: 'counting'; readonly seconds: number; readonly target: Target }
  | { readonly kind: 'waiting'; readonly isLong: boolean }
  /** `version` runs; `wanted` is the one that does not, as the box went back by itself. */
  | { readonly kind: 'back'; readonly version: string; readonly wanted: string | undefined };

export const restart = signal<Restart | undefined>(undefined);

/** Whether the sheet that says what has become of it is open; otherwise a notice says it. */
export const isWatched = signal(false);

let timer: ReturnType<typeof setInterval> | undefined;

export function countDown(target: Target): void {
  clearInterval(timer);
  restart.value = { kind: 'counting', seconds: COUNT, target };
  timer = setInterval(() => {
    const now = restart.peek();
    if (now?.kind !== 'counting') clearInterval(timer);
    else if (now.seconds > 1) restart.value = { ...now, seconds: now.seconds - 1 };
    else void restartInto(target);
  }, 1000);
}

/** Stops the countdown; the system that is installed runs after the next restart all the same. */
export function restartLater(): void {
  clearInterval(timer);
  if (restart.peek()?.kind === 'counting') restart.value = undefined;
}

export function dismissRestart(): void {
  if (restart.peek()?.kind === 'back') restart.value = undefined;
}

/** Restarts the box now, and waits until it is back. Never rejects. */
export async function restartInto({ slot, version }: Target): Promise<void> {
  clearInterval(timer);
  restart.value = { kind: 'waiting', isLong: false };
  const asked = Date.now();
  if (!(await done(box.PUT('/system/power', { body: { action: 'restart' } })))) {
    restart.value = undefined;
    return;
  }
  await untilBack(asked);
  const state = await untilKnown();
  const running = state.slots.find((each) => each.running);
  const now = versionText(state.version ?? running?.version ?? say('update.unknown'));
  const wanted = running === undefined || running.name === slot ? undefined : version;
  restart.value = { kind: 'back', version: now, wanted };
  if (!isWatched.peek()) notify(backText(now, wanted));
}

/** What runs after a restart, for a person. */
export function backText(version: string, wanted: string | undefined): string {
  return wanted === undefined ? say('update.runs', { version }) : say('update.wentBack', { version, wanted });
}

/** Resolves when the box answers and has been started since. The clock goes on while a phone sleeps. */
async function untilBack(asked: number): Promise<void> {
  for (;;) {
    await pause();
    if (Date.now() - asked > LONG) restart.value = { kind: 'waiting', isLong: true };
    const answer = await fetch('/version', { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
    if (answer?.ok !== true) continue;
    const status = await bodyOf(quietBox.GET('/status')).catch(() => undefined);
    if (status !== undefined && status.runtime * 1000 < Date.now() - asked) return;
  }
}

/** The state of the update, once RAUC can say it. */
async function untilKnown() {
  for (;;) {
    const state = await bodyOf(quietBox.GET('/system/update')).catch(() => undefined);
    if (state !== undefined) return state;
    await pause();
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, POLL));
