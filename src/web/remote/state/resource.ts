/** What a screen fetches: kept for the way back, fetched anew each time it is shown; an overtaken answer is dropped. */
import { type Signal, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Answers that are kept. */
const KEPT = 50;

/** What is fetched under a key, and its answer. */
interface Question {
  readonly key: string;
  readonly value: Signal<unknown>;
  /** A component that shows a forgotten answer fetches anew and shows it until then; no other sees it. */
  readonly isForgotten: Signal<boolean>;
  /** Numbers of the last request and of the last answered one. */
  asked: number;
  answered: number;
}

const questions = new Map<string, Question>();

export interface Resource<Value> {
  readonly value: Value | undefined;
  /** Undefined while there is a value. */
  readonly error: unknown;
  readonly again: () => void;
}

/**
 * @param key names what is fetched; another key fetches anew
 * @param ask undefined fetches nothing
 * @param revision another one fetches anew, and the old answer stays meanwhile
 * @param early an answer that came before the question
 */
export function useResource<Value>(
  key: string,
  ask: (() => Promise<Value>) | undefined,
  revision = '',
  early?: Value,
): Resource<Value> {
  const [failure, setFailure] = useState<{ readonly of: Question; readonly error: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const held = useRef<Question | undefined>(undefined);
  /** The last answer, shown until the next. */
  const last = useRef<{ readonly key: string; readonly value: unknown } | undefined>(undefined);
  if (held.current?.key !== key || held.current.isForgotten.value) held.current = questionOf(key, early);
  const question = held.current;
  const isForgotten = question.isForgotten.value;

  useEffect(() => {
    if (ask === undefined) return undefined;
    let isCurrent = true;
    const number = ++question.asked;
    ask().then(
      (value) => {
        if (number > question.answered) keep(question, number, value);
        if (isCurrent) setFailure(undefined);
      },
      (error: unknown) => {
        if (isCurrent) setFailure({ of: question, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [question, attempt, revision, isForgotten]);

  const kept = question.value.value;
  if (kept !== undefined) last.current = { key, value: kept };
  const value = last.current?.key === key ? last.current.value : undefined;
  return {
    value: value as Value | undefined,
    error: value === undefined && failure?.of === question ? failure.error : undefined,
    again: () => {
      setFailure(undefined);
      setAttempt((before) => before + 1);
    },
  };
}

/** Acts at an interval while a component is shown. @param pause milliseconds */
export function useInterval(act: () => void, pause: number): void {
  const newest = useRef(act);
  newest.current = act;
  useEffect(() => {
    const timer = setInterval(() => newest.current(), pause);
    return () => clearInterval(timer);
  }, []);
}

/** Drops answers whose key begins so, such as after a change. */
export function forget(beginning: string): void {
  for (const [key, question] of questions) {
    if (!key.startsWith(beginning)) continue;
    questions.delete(key);
    question.isForgotten.value = true;
  }
}

function questionOf(key: string, early: unknown): Question {
  const question = questions.get(key) ?? {
    ...{ key, value: signal<unknown>(early), isForgotten: signal(false), asked: 0, answered: 0 },
  };
  questions.set(key, question);
  return question;
}

/** Keeps an answer, unless its key was forgotten meanwhile. */
function keep(question: Question, number: number, value: unknown): void {
  question.answered = number;
  question.value.value = value;
  const { key, isForgotten } = question;
  if (isForgotten.peek()) return;
  questions.delete(key);
  questions.set(key, question);
  const [oldest] = questions.keys();
  if (questions.size > KEPT && oldest !== undefined) questions.delete(oldest);
}
