/** What resolvers get besides their arguments, for one operation of a client. */
import type { GraphQLResolveInfo } from 'graphql';
import type { OperationInput } from '../http/serving/operations.js';
import type { PinGiven } from '../system/pin.js';
import type { GraphqlDeps } from './deps.js';
import type { Holes } from './holes.js';

/** Values of subscriptions, one after another. */
export interface Subscriptions {
  songs(): AsyncIterable<object>;
  statuses(): AsyncIterable<object>;
  playlists(): AsyncIterable<object>;
}

/** The parts that all operations share. */
export interface GraphqlBox {
  readonly deps: GraphqlDeps;
  readonly feed: Subscriptions;
  /** Runs an operation of REST, with its checks and its PIN. */
  run(operationId: string, input: OperationInput, given: PinGiven): Promise<unknown>;
}

export interface GraphqlRequest {
  readonly box: GraphqlBox;
  readonly given: PinGiven;
  /** Lists of records of the answer, which are written when the rest of it is known. */
  readonly holes: Holes;
}

/** Values of arguments by name, checked against the schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** What gives the value of a root field. */
export type Resolver = (args: never, request: GraphqlRequest, info: GraphQLResolveInfo) => unknown;

/** Resolvers by the names of their fields. */
export type Resolvers = Readonly<Record<string, Resolver>>;

/** A part of the schema: its text, and what gives the values of its root fields. */
export interface SchemaPart {
  readonly text: string;
  readonly Query?: Resolvers;
  readonly Mutation?: Resolvers;
  /** Give async iterators of the values of the fields. */
  readonly Subscription?: Resolvers;
}

/** As `GraphqlBox.run`, for this client. */
export function call(
  { box, given }: Pick<GraphqlRequest, 'box' | 'given'>,
  operationId: string,
  input: OperationInput = {},
): Promise<unknown> {
  return box.run(operationId, input, given);
}
