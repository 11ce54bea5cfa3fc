/** Between the names of the wire, in snake case, and those of the house, in camel case. */

type Camel<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Name;

/** An object schema whose members are shown. */
interface Members {
  readonly properties: object;
}

type NameOf<Schema extends Members> = keyof Schema['properties'] & string;

/** The field of the house that each member of a schema shows. @param others those that are not called as the member is */
export function fieldsOf<
  Schema extends Members,
  const Others extends { readonly [Name in NameOf<Schema>]?: string } = object,
>(
  { properties }: Schema,
  others?: Others,
): { readonly [Name in NameOf<Schema>]: Name extends keyof Others ? Others[Name] : Camel<Name> } {
  const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const fields = Object.keys(properties).map((name) => [name, camel(name)]);
  return { ...Object.fromEntries(fields), ...others } as ReturnType<typeof fieldsOf<Schema, Others>>;
}

type Shown<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value;

/** An object by the names of `fields`, in their order; what is undefined is null. */
export function shaped<
  const Fields extends object,
  Source extends Readonly<Record<Fields[keyof Fields] & string, unknown>>,
>(fields: Fields, source: Source) {
  const members = Object.entries(fields).map(([name, field]) => [name, source[field as keyof Source] ?? null]);
  return Object.fromEntries(members) as { readonly [Name in keyof Fields]: Shown<Source[Fields[Name] & keyof Source]> };
}

/** What a schema shows of an object whose members are called as its own, but in camel case. */
export function toWire<Schema extends Members, Source extends Readonly<Record<Camel<NameOf<Schema>>, unknown>>>(
  schema: Schema,
  source: Source,
) {
  return shaped(fieldsOf(schema), source);
}
