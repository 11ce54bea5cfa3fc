/**
 * What a screen asks of the box: kept for the way back, asked anew each time it is shown, and an answer that was
 * overtaken by another question is dropped.
 */
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Answers that are kept, the newest. */
const KEPT = 50;

const answers = new Map<string, unknown>();
/** Counts what was forgotten: who shows an answer asks anew then, and shows the old one until the new one has come. */
const forgotten = signal(0);

export interface Resource<Value> {
  /** Undefined until it has come for the first time. */
  readonly value: Value | undefined;
  /** Why it did not come; undefined while there is a value. */
  readonly error: unknown;
  readonly again: () => void;
}

/**
 * @param key names what is asked for: another key asks anew
 * @param ask undefined asks nothing
 * @param revision another one asks anew as well, and what is known stays meanwhile
 */
export function useResource<Value>(
  key: string,
  ask: (() => Promise<Value>) | undefined,
  revision = '',
): Resource<Value> {
  const [state, setState] = useState<{ readonly key: string; readonly error?: unknown }>({ key });
  const [attempt, setAttempt] = useState(0);
  const last = useRef<{ readonly key: string; readonly value: Value } | undefined>(undefined);
  const times = forgotten.value;

  useEffect(() => {
    if (ask === undefined) return undefined;
    let isCurrent = true;
    ask().then(
      (value) => {
        keep(key, value);
        if (isCurrent) setState({ key });
      },
      (error: unknown) => {
        if (isCurrent) setState({ key, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key, attempt, revision, times]);

  const kept = answers.get(key) as Value | undefined;
  if (kept !== undefined) last.current = { key, value: kept };
  const value = kept ?? (last.current?.key === key ? last.current.value : undefined);
  return {
    value,
    error: value === undefined && state.key === key ? state.error : undefined,
    again: () => {
      setState({ key });
      setAttempt((before) => before + 1);
    },
  };
}

/** Forgets answers whose key begins so, such as after a change. */
export function forget(beginning: string): void {
  for (const key of answers.keys()) if (key.startsWith(beginning)) answers.delete(key);
  forgotten.value = forgotten.peek() + 1;
}

function keep(key: string, value: unknown): void {
  answers.delete(key);
  answers.set(key, value);
  const [oldest] = answers.keys();
  if (answers.size > KEPT && oldest !== undefined) answers.delete(oldest);
}
