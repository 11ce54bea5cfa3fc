/** Errors as GraphQL answers them: a sentence, and in `extensions` the code and the details of the problem document of REST. */
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { TonearmError } from '../errors.js';
import { problemOf } from '../http/error-mapping.js';
import type { Log } from '../log.js';

export type GraphqlCode = 'GRAPHQL_PARSE_FAILED' | 'GRAPHQL_VALIDATION_FAILED';

/** @param code of what graphql-js itself refuses */
export function formatted(error: GraphQLError, code: GraphqlCode, log: Log): GraphQLFormattedError {
  const { message, locations, path, originalError } = error;
  const at = { ...(locations !== undefined && { locations }), ...(path !== undefined && { path }) };
  // About a value that a resolver gave, or that a client sent, graphql-js says it all.
  if (originalError === undefined || isOfGraphql(originalError)) {
    return { message, ...at, extensions: { code } };
  }
  return { ...toFormatted(originalError, log), ...at };
}

/** Any thrown value. */
export function toFormatted(error: unknown, log: Log): GraphQLFormattedError {
  const { detail, code, status, errors, refused } = problemOf(error);
  if (status === 500 && !(error instanceof TonearmError)) {
    const stack = error instanceof Error ? error.stack : String(error);
    log.error('request: failed with a fault of the daemon', { stack });
  }
  return {
    message: detail,
    extensions: { code, status, ...(errors !== undefined && { errors }), ...(refused !== undefined && { refused }) },
  };
}

function isOfGraphql(error: Error): boolean {
  return error.name === 'GraphQLError';
}
