/**
 * What a screen asks of the box: kept for the way back, asked anew each time it is shown, and an answer that was
 * overtaken by another question is dropped.
 */
import { type Signal, signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Answers that are kept, the newest. */
const KEPT = 50;

/** One question, and what came. */
interface Question {
  readonly key: string;
  /** Undefined until it has come for the first time. */
  readonly value: Signal<unknown>;
  /** Who shows it asks anew then, and shows it until the new answer has come; nobody else sees it any more. */
  readonly isForgotten: Signal<boolean>;
  /** How often it was asked, and which of those was answered last. */
  asked: number;
  answered: number;
}

const questions = new Map<string, Question>();

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
  const [failure, setFailure] = useState<{ readonly of: Question; readonly error: unknown }>();
  const [attempt, setAttempt] = useState(0);
  const held = useRef<Question | undefined>(undefined);
  /** What is shown, in the place of an answer that has not come. */
  const last = useRef<{ readonly key: string; readonly value: unknown } | undefined>(undefined);
  if (held.current?.key !== key || held.current.isForgotten.value) held.current = questionOf(key);
  const question = held.current;
  // Whoever shows it hears that it was forgotten.
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

/** Acts again and again while a component is shown. @param pause milliseconds */
export function useInterval(act: () => void, pause: number): void {
  const newest = useRef(act);
  newest.current = act;
  useEffect(() => {
    const timer = setInterval(() => newest.current(), pause);
    return () => clearInterval(timer);
  }, []);
}

/** Forgets answers whose key begins so, such as after a change. */
export function forget(beginning: string): void {
  for (const [key, question] of questions) {
    if (!key.startsWith(beginning)) continue;
    questions.delete(key);
    question.isForgotten.value = true;
  }
}

function questionOf(key: string): Question {
  const question = questions.get(key) ?? {
    key,
    value: signal<unknown>(undefined),
    isForgotten: signal(false),
    asked: 0,
    answered: 0,
  };
  questions.set(key, question);
  return question;
}

/** An answer to a question that was forgotten meanwhile is nobody's any more. */
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
