/**
 * What the head of the page asks the box for, and what its script takes over: the stream of events, the shelves of Home and
 * the texts, each of which would otherwise take a round trip after the script has begun.
 */
import { PART_NAMES } from '../../model.js';
import { pathIn } from '../route-path.js';
import { textsPath, wantedLanguage } from './chosen-language.js';

/** Milliseconds after which an answer is too old to be shown. */
const FRESH = 10_000;
const NAMES = ['snapshot', 'track_skipped', ...PART_NAMES] as const;
/** Parts with whose changes Home changes. */
const IN_HOME: readonly (typeof NAMES)[number][] = ['current_track', 'scan', 'likes'];

export interface EarlyEvents {
  readonly source: EventSource;
  /** Events that have come, in their order. */
  readonly come: readonly Event[];
}

export interface EarlyAnswer {
  readonly asked: number;
  /** Undefined when the box did not answer as it should. Never rejects. */
  readonly body: Promise<unknown>;
  /** The body, once it has come. */
  come?: unknown;
}

interface Early {
  takeEvents: () => EarlyEvents | undefined;
  /** By path. */
  readonly answers: Map<string, EarlyAnswer>;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** Called in the head of the page. */
export function askEarly(): void {
  const answers = new Map<string, EarlyAnswer>();
  const texts = textsPath(wantedLanguage());
  if (texts !== undefined) answers.set(texts, ask(texts));
  const [screen = 'home'] = pathIn(location.hash);
  if (screen === 'home') answers.set('/home', ask('/home'));
  const takeEvents = document.hidden ? () => undefined : follow(() => answers.delete('/home'));
  window.early = { takeEvents, answers };
}

function ask(path: string): EarlyAnswer {
  const body = fetch(path)
    .then((response) => (response.ok ? response.json() : undefined))
    .catch(() => undefined);
  const answer: EarlyAnswer = { asked: performance.now(), body };
  void body.then((come: unknown) => (answer.come = come));
  return answer;
}

/** Opens the stream and keeps its events for the taker. @param changed called when Home may be another */
function follow(changed: () => void): Early['takeEvents'] {
  const source = new EventSource('/events');
  const come: Event[] = [];
  const taken = new AbortController();
  for (const name of NAMES) {
    const keep = (event: Event): void => {
      come.push(event);
      if (IN_HOME.includes(name)) changed();
    };
    source.addEventListener(name, keep, { signal: taken.signal });
  }
  return () => {
    taken.abort();
    return { source, come };
  };
}

/** The stream that the head opened, unless it was refused or taken. */
export function takeEarlyEvents(): EarlyEvents | undefined {
  const { early } = window;
  if (early === undefined) return undefined;
  const events = early.takeEvents();
  early.takeEvents = () => undefined;
  return events?.source.readyState === EventSource.CLOSED ? undefined : events;
}

/** The body of an answer that has come and was not taken yet. */
export const earlyValue = (path: string): unknown => freshAnswer(path)?.come;

/** Resolves when what the head asked for has come, or after some milliseconds. Never rejects. */
export async function untilEarly(path: string, patience: number): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, patience));
  await Promise.race([freshAnswer(path)?.body, late]);
}

/** Takes what the head asked for, or asks now. */
export async function takeEarly<Body>(path: string, askNow: () => Promise<Body>): Promise<Body> {
  const answer = freshAnswer(path);
  window.early?.answers.delete(path);
  return ((await answer?.body) as Body | undefined) ?? askNow();
}

function freshAnswer(path: string): EarlyAnswer | undefined {
  const answer = window.early?.answers.get(path);
  return answer !== undefined && performance.now() - answer.asked < FRESH ? answer : undefined;
}
