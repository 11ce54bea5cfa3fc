/** What the page reads of an OpenAPI 3.1 document (spec.openapis.org/oas/v3.1.0), as `GET /openapi.json` gives it. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

/** The schema is missing where nothing but the media type is known. */
export type Content = Readonly<{ schema?: Schema; example?: unknown }>;

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
  readonly headers?: Readonly<Record<string, Schema>>;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Response>>;
  /** Names of security schemes; one of these is enough. */
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

export interface Description {
  /** By the `code` of a problem document. */
  readonly 'x-error-codes': Readonly<Record<string, Readonly<{ meaning: string; remedy: string }>>>;
  readonly info: Readonly<{ version: string; description: string }>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    /** Secrets in header fields, the only kind that Tonearm has. */
    readonly securitySchemes: Readonly<Record<string, Readonly<{ name: string; description: string }>>>;
  };
}

/** One operation with the way to it. */
export type Way = Readonly<{ method: string; path: string; operation: Operation }>;

export function waysOf({ paths }: Description): Way[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** What a person fills in: the operation's own parameters, and the secrets that it may need. */
export function parametersOf({ operation }: Way, { components }: Description): readonly Parameter[] {
  const named = (operation.security ?? []).flatMap((schemes) => Object.keys(schemes));
  const secrets = Object.entries(components.securitySchemes).filter(([id]) => named.includes(id));
  const fields = secrets.map(([, { name, description }]): Parameter => ({
    ...{ name, description, in: 'header', required: false },
    schema: { type: 'string' },
  }));
  return [...(operation.parameters ?? []), ...fields];
}

/** Name of the component that a reference means; undefined for what is none. */
export function referenceOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1);
}

/** A value of the schema to begin with: empty where nothing better is known. */
export function sampleOf(schema: Schema, components: Readonly<Record<string, Schema>>, depth = 0): unknown {
  const name = referenceOf(schema);
  if (name !== undefined) return depth > 5 ? null : sampleOf(components[name] ?? {}, components, depth + 1);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] ?? {}, components, depth + 1);
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type;
  if (type === 'object') {
    const { properties = {}, required = Object.keys(properties) } = schema;
    const wanted = Object.entries(properties).filter(([key]) => required.includes(key));
    return Object.fromEntries(wanted.map(([key, inner]) => [key, sampleOf(inner, components, depth + 1)]));
  }
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 0);
  if (type === 'boolean') return false;
  return type === 'string' ? '' : null;
}

/** As it is sent: a text as it is, everything else as JSON. */
export function exampleText(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example, null, 2);
}
