/**
 * Runs operations of the interface for another door of the daemon: with the same checks of their input, the same PIN and
 * the same answers, but without HTTP. Thread: main.
 */
import type { PinGiven, PinNeed } from '../../system/pin.js';
import { createJudge } from '../body.js';
import { readQuery } from '../query.js';
import type { Route } from '../route.js';
import { InnerContext } from './inner-context.js';

export interface OperationInput {
  readonly params?: Readonly<Record<string, string>>;
  /** Undefined members are as if they were not there. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

type Run = (input: OperationInput, given: PinGiven) => Promise<unknown>;

export class Operations {
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #runs = new Map<string, Run>();

  /** @param authorize rejects unless the PIN is given, or not needed */
  constructor(
    routes: readonly Route[],
    private readonly authorize: (given: PinGiven, need: PinNeed) => Promise<void>,
  ) {
    this.#routes = new Map(routes.map((route) => [route.operationId, route]));
  }

  /**
   * @param operationId of one whose handler does not look at the request
   * @returns the JSON value or the text that it answers; undefined without one
   * @throws TonearmError, as the operation does
   */
  run(operationId: string, input: OperationInput, given: PinGiven): Promise<unknown> {
    const run = this.#runs.get(operationId) ?? this.#runOf(operationId);
    this.#runs.set(operationId, run);
    return run(input, given);
  }

  #runOf(operationId: string): Run {
    const route = this.#routes.get(operationId);
    if (route === undefined) throw new Error(`There is no operation ${operationId}.`);
    const { protected: need, protects, query: parameters, body: schema } = route;
    const isJson = Object.values(route.answers)[0]?.type === 'application/json';
    const judge = schema === undefined ? undefined : createJudge(schema);
    return async ({ params = {}, query = {}, body }, given) => {
      if (need !== undefined) await this.authorize(given, need);
      const values = parameters === undefined ? {} : readQuery(queryText(query), parameters);
      await judge?.(body);
      const more = protects?.need(body as never, params);
      if (more !== undefined) await this.authorize(given, more);
      const inner = new InnerContext();
      const result: unknown = await route.handler({ query: values, body, params }, inner.context);
      if (result !== undefined) return result;
      const text = await inner.text();
      return isJson && text !== undefined ? (JSON.parse(text) as unknown) : text;
    };
  }
}

function queryText(query: NonNullable<OperationInput['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return new URLSearchParams(pairs).toString();
}
