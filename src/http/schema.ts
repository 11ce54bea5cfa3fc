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
export const int32 = (description: string) =>
  ({ type: 'integer', format: 'int32', minimum: INT32_MIN, maximum: INT32_MAX, description }) as const;

/** An integer that is never negative. */
export const count = (description: string) => ({ type: 'integer', minimum: 0, description }) as const;

export const countOrNull = (description: string) => ({ type: ['integer', 'null'], minimum: 0, description }) as const;

export const integerOrNull = (description: string) => ({ type: ['integer', 'null'], description }) as const;

/** A text that is always present, `""` when unknown. */
export const text = (description: string) => ({ type: 'string', description }) as const;

export const textOrNull = (description: string) => ({ type: ['string', 'null'], description }) as const;

/** A text of a bounded length. */
export const words = (maxLength: number, description: string) => ({ type: 'string', maxLength, description }) as const;

/** One of these texts. */
export const choice = <const Names extends readonly string[]>(names: Names, description: string) =>
  ({ type: 'string', enum: names, description }) as const;

/** An integer within bounds. */
export const whole = (minimum: number, maximum: number, description: string) =>
  ({ type: 'integer', minimum, maximum, description }) as const;

export const percent = (description: string) => ({ type: 'number', minimum: 0, maximum: 100, description }) as const;

export const boolean = (description: string) => ({ type: 'boolean', description }) as const;

export const booleanOrNull = (description: string) => ({ type: ['boolean', 'null'], description }) as const;

type Properties = Readonly<Record<string, JsonSchema>>;

interface ObjectSchema<All extends Properties, Required> {
  readonly type: 'object';
  /** All of them; `Static` understands no array of unknown length. */
  readonly required: readonly [Required];
  readonly properties: All;
  readonly description?: string;
}

/** An object of which some members are always present. @param description may be empty */
export function object<const All extends Properties, const Required extends keyof All & string>(
  description: string,
  required: readonly Required[],
  properties: All,
): ObjectSchema<All, Required> {
  const names = required as unknown as readonly [Required];
  return { type: 'object', required: names, properties, ...(description !== '' && { description }) };
}

/** An object whose members are all present. @param description may be empty */
export function record<const All extends Properties>(description: string, properties: All) {
  return object(description, Object.keys(properties) as (keyof All & string)[], properties);
}

export function listOf<const Item extends JsonSchema>(items: Item, description?: string) {
  return { type: 'array', items, ...(description !== undefined && { description }) } as const;
}

export function orNull<const Schema extends JsonSchema>(schema: Schema, description?: string) {
  return { anyOf: [schema, { type: 'null' }], ...(description !== undefined && { description }) } as const;
}

/** An integer in the query that is never negative. */
export const countParameter = (description: string, standard: number) =>
  ({ type: 'integer', format: 'int32', minimum: 0, default: standard, description }) as const;

/** A text in the query, by default an empty one. */
export const textParameter = (maxLength: number, description: string) =>
  ({ type: 'string', maxLength, default: '', description }) as const;

const components = new Map<string, JsonSchema>();

/** Makes a schema that has a name among the components of the OpenAPI document, which refers to it wherever it is. */
export function named(name: string) {
  const keep = <const Schema extends JsonSchema>(schema: Schema): Schema => {
    components.set(name, schema);
    return schema;
  };
  return {
    schema: keep,
    record: <const All extends Properties>(...of: [description: string, properties: All]) => keep(record(...of)),
    object: <const All extends Properties, const Required extends keyof All & string>(
      ...of: [description: string, required: readonly Required[], properties: All]
    ) => keep(object(...of)),
  };
}

/** The schemas that have a name, by that name. */
export function namedSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1)));
}
