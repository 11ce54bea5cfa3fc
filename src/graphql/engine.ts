/**
 * Runs operations of clients: reads a document within the bounds, checks it against the schema, runs it, and gives the
 * answer as JSON in pieces. Documents that are asked for again are read once. Thread: main.
 */
import type { DocumentNode, ExecutionArgs, GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import { InvalidInput } from '../errors.js';
import { allRoutes } from '../http/routes/index.js';
import { Operations } from '../http/serving/operations.js';
import { Lru } from '../lru.js';
import type { PinGiven } from '../system/pin.js';
import { buildSchema } from './build.js';
import type { GraphqlDeps } from './deps.js';
import { Feed } from './feed.js';
import { Holes } from './holes.js';
import type { GraphqlLibrary } from './library.js';
import { LONGEST_DOCUMENT, MOST_TOKENS, requireBounded } from './limits.js';
import { withoutLong } from './long.js';
import { formatted, type GraphqlCode, toFormatted } from './problems.js';
import type { GraphqlBox, GraphqlRequest } from './request.js';
import { PARTS } from './schema/index.js';

/** Characters of all documents that are kept: those of rockboxd's page have 10,000. */
const KEPT_CHARACTERS = 64 * 1024;
/** Mistakes of a document that are told. */
const MOST_MISTAKES = 20;

/** What a client asks for, as GraphQL over HTTP and WebSocket have it. */
export interface Asked {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** An answer, as JSON in pieces. */
export type Answer = AsyncGenerator<string>;

/** The answers of a subscription. */
export interface Answers {
  /** The next one; undefined when there are no more. */
  next(): Promise<Answer | undefined>;
  /** Also ends a `next` that waits. */
  end(): void;
}

/** Refused before it was run. */
export interface Refused {
  readonly errors: readonly GraphQLFormattedError[];
}

type Read = DocumentNode | Refused;

export class Engine {
  readonly #schema: GraphQLSchema;
  readonly #box: GraphqlBox;
  readonly feed: Feed;
  readonly #documents = new Lru<string, { readonly document: DocumentNode; readonly weight: number }>(
    KEPT_CHARACTERS,
    ({ weight }) => weight,
  );

  constructor(
    private readonly library: GraphqlLibrary,
    private readonly deps: GraphqlDeps,
  ) {
    this.#schema = buildSchema(library, PARTS);
    const operations = new Operations(allRoutes(deps), (given, need) => deps.pin.require(given, need));
    this.feed = new Feed(deps);
    this.#box = { deps, feed: this.feed, run: (id, input, given) => operations.run(id, input, given) };
  }

  get schema(): GraphQLSchema {
    return this.#schema;
  }

  /** Runs a query or a mutation. Never rejects. */
  async answer(asked: Asked, given: PinGiven): Promise<Answer | Refused> {
    const prepared = this.#prepare(asked);
    if ('errors' in prepared) return prepared;
    if (prepared.kind === 'subscription') {
      const error = new InvalidInput('SUBSCRIPTION_NEEDS_WEBSOCKET', 'A subscription needs a WebSocket at /graphql.');
      return { errors: [toFormatted(error, this.deps.log)] };
    }
    return this.#run(prepared.args, undefined, given);
  }

  /** Starts a subscription, or runs another operation. Never rejects. */
  async subscribe(asked: Asked, given: PinGiven): Promise<Answers | Refused> {
    const prepared = this.#prepare(asked);
    if ('errors' in prepared) return prepared;
    const { kind, args } = prepared;
    if (kind !== 'subscription') return answersOf([undefined], () => this.#run(args, undefined, given));
    const source = await this.library.createSourceEventStream({ ...args, contextValue: this.#requestOf(given) });
    if (!(Symbol.asyncIterator in source)) {
      return { errors: this.#format(source.errors ?? [], 'GRAPHQL_VALIDATION_FAILED') };
    }
    return answersOf(source, (value) => this.#run(args, value, given));
  }

  #requestOf(given: PinGiven): GraphqlRequest {
    return { box: this.#box, given, holes: new Holes(this.library) };
  }

  async #run(args: ExecutionArgs, rootValue: unknown, given: PinGiven): Promise<Answer> {
    const request = this.#requestOf(given);
    const { data, errors } = await this.library.execute({ ...args, rootValue, contextValue: request });
    const result = {
      ...(data !== undefined && { data }),
      ...(errors !== undefined && { errors: this.#format(errors, 'GRAPHQL_VALIDATION_FAILED') }),
    };
    return request.holes.json(result);
  }

  #prepare({ query, variables, operationName }: Asked): Refused | { kind: string; args: ExecutionArgs } {
    const document = this.#read(query);
    if ('errors' in document) return document;
    const operation = this.library.getOperationAST(document, operationName ?? undefined);
    return {
      kind: operation?.operation ?? 'query',
      args: {
        schema: this.#schema,
        document,
        variableValues: variables ?? undefined,
        operationName: operationName ?? undefined,
      },
    };
  }

  #read(query: string): Read {
    const kept = this.#documents.get(query);
    if (kept !== undefined) return kept.document;
    const { parse, validate, specifiedRules, GraphQLError } = this.library;
    try {
      if (query.length > LONGEST_DOCUMENT) {
        throw new InvalidInput('GRAPHQL_PARSE_FAILED', `A document has at most ${LONGEST_DOCUMENT} characters.`);
      }
      const document = withoutLong(this.library, parse(query, { maxTokens: MOST_TOKENS, noLocation: false }));
      requireBounded(this.library, document);
      const mistakes = validate(this.#schema, document, specifiedRules, { maxErrors: MOST_MISTAKES });
      if (mistakes.length > 0) return { errors: this.#format(mistakes, 'GRAPHQL_VALIDATION_FAILED') };
      this.#documents.set(query, { document, weight: query.length });
      return document;
    } catch (error) {
      if (error instanceof GraphQLError) return { errors: this.#format([error], 'GRAPHQL_PARSE_FAILED') };
      return { errors: [toFormatted(error, this.deps.log)] };
    }
  }

  #format(errors: readonly GraphQLError[], code: GraphqlCode): GraphQLFormattedError[] {
    return errors.map((error) => formatted(error, code, this.deps.log));
  }
}

function answersOf(
  source: AsyncIterable<unknown> | Iterable<unknown>,
  run: (value: unknown) => Promise<Answer>,
): Answers {
  const values: Iterator<unknown> | AsyncIterator<unknown> =
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]();
  return {
    async next() {
      const next = await values.next();
      return next.done === true ? undefined : run(next.value);
    },
    end: () => void values.return?.(),
  };
}
