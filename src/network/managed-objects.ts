/** The objects of NetworkManager as they were at one moment, with checked readings of their properties. */

export type Properties = Readonly<Record<string, unknown>>;

/** What NetworkManager writes where a path leads to no object. */
const NOTHING = '/';

export class ManagedObjects {
  readonly #objects: ReadonlyMap<string, Properties>;

  /** @param answer of `GetManagedObjects`: interfaces by path, properties by interface */
  constructor(answer: unknown) {
    this.#objects = new Map(Object.entries(recordIn(answer)).map(([path, interfaces]) => [path, recordIn(interfaces)]));
  }

  /** Properties of an interface of an object; undefined when there is no such object, or it lacks the interface. */
  get(path: string | undefined, name: string): Properties | undefined {
    const found = path === undefined ? undefined : this.#objects.get(path)?.[name];
    return found === undefined ? undefined : recordIn(found);
  }

  /** The objects that have an interface, in the order in which NetworkManager made them. */
  having(name: string): readonly (readonly [path: string, properties: Properties])[] {
    const found = [...this.#objects.keys()].flatMap((path) => {
      const properties = this.get(path, name);
      return properties === undefined ? [] : [[path, properties] as const];
    });
    return found.sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
  }
}

/** `""` where it is no text. */
export function textIn(properties: Properties | undefined, name: string): string {
  const value = properties?.[name];
  return typeof value === 'string' ? value : '';
}

/** 0 where it is no number. */
export function numberIn(properties: Properties | undefined, name: string): number {
  const value = properties?.[name];
  return typeof value === 'number' ? value : 0;
}

/** The path of another object; undefined where there is none. */
export function pathIn(properties: Properties | undefined, name: string): string | undefined {
  const path = textIn(properties, name);
  return path === '' || path === NOTHING ? undefined : path;
}

export function listIn(properties: Properties | undefined, name: string): readonly unknown[] {
  const value = properties?.[name];
  return Array.isArray(value) ? value : [];
}

/** Empty for a value that is no dictionary. */
export function recordIn(value: unknown): Properties {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value);
  return isRecord ? (value as Properties) : {};
}
