/**
 * The parts of graphql-js and ws that are used. Built as a bundle of its own, `dist/graphql-library.cjs`, which a daemon
 * that no GraphQL client asks never reads.
 */
import {
  createSourceEventStream,
  execute,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  GraphQLBoolean,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  Kind,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { WebSocketServer } from 'ws';

export const library = {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only its positional arguments are
  createSourceEventStream,
  execute,
  getDirectiveValues,
  getNamedType,
  getOperationAST,
  GraphQLBoolean,
  GraphQLError,
  GraphQLIncludeDirective,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  Kind,
  parse,
  specifiedRules,
  validate,
  WebSocketServer,
};

export type GraphqlLibrary = typeof library;
