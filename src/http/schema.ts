/**
 * The vocabulary of the one schema source: plain JSON Schema (draft 2020-12, the dialect of OpenAPI 3.1) as constants.
 * From each constant come the static type (TypeBox, types only), the validator (`body.ts`, `query.ts`) and the OpenAPI
 * document. Nothing of TypeBox is loaded to write or to read a schema, because start-up CPU counts.
 */
import type { XSchema, XStatic } from 'typebox/schema';

/** A JSON Schema as a constant. */
export type JsonSchema = XSchema & object;

/** The type of the values that a schema admits. */
export type Static<Schema> = XStatic<Schema>;

export const INT32_MIN = -(2 ** 31);
export const INT32_MAX = 2 ** 31 - 1;
/** 64-bit bounds; they exceed what a JSON number carries exactly, so schemas name the format instead. */
export const INT64_MIN = -(2n ** 63n);
export const INT64_MAX = 2n ** 63n - 1n;

/** An integer in the query. Without a `default` it is required. */
export interface IntegerParameter {
  readonly type: 'integer';
  readonly format: 'int32' | 'int64';
  readonly minimum?: number;
  readonly default?: number;
  readonly description: string;
}

/** A text in the query, of at most `maxLength` characters. Without a `default` it is required. */
export interface TextParameter {
  readonly type: 'string';
  /** All that it may be. */
  readonly enum?: readonly string[];
  readonly maxLength: number;
  readonly default?: string;
  readonly description: string;
}

/** `true`, `1`, `false` or `0` in the query. Without a `default` it is required. */
export interface BooleanParameter {
  readonly type: 'boolean';
  readonly default?: boolean;
  readonly description: string;
}

export type QueryParameter = IntegerParameter | TextParameter | BooleanParameter;

/** The query of a route by key; other keys are ignored. */
export type QueryParameters = Readonly<Record<string, QueryParameter>>;

export type QueryValue = number | string | boolean;

/** What a parameter gives to the handler. */
export type ValueOf<Parameter extends QueryParameter> = Parameter extends TextParameter
  ? Parameter extends { readonly enum: readonly (infer Name)[] }
    ? Name
    : string
  : Parameter extends BooleanParameter
    ? boolean
    : number;

/** A signed 32-bit integer in a body or an answer. */
export function int32<const Text extends string>(description: Text) {
  return { type: 'integer', format: 'int32', minimum: INT32_MIN, maximum: INT32_MAX, description } as const;
}

/** An integer that is never negative. */
export function count<const Text extends string>(description: Text) {
  return { type: 'integer', minimum: 0, description } as const;
}

/** A text that is always present, `""` when unknown. */
export function text<const Text extends string>(description: Text) {
  return { type: 'string', description } as const;
}

/** A text, or null when there is none. */
export function textOrNull<const Text extends string>(description: Text) {
  return { type: ['string', 'null'], description } as const;
}
