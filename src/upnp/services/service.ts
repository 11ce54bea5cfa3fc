/** What a UPnP service is: a table of its variables and actions, what they do, and the values that subscribers get. */
import { UpnpError, type UpnpErrorCode } from '../upnp-error.js';

export interface Variable {
  readonly type: 'string' | 'boolean' | 'ui2' | 'ui4' | 'i4';
  readonly allowed?: readonly string[];
  readonly range?: readonly [lowest: number, highest: number];
  /** Subscribers get each change of it, as a variable of its own. */
  readonly isEvented?: true;
  /** Code for a value that is not allowed, where it is not 600 or 601. */
  readonly refusal?: UpnpErrorCode;
}

type ArgumentRow = readonly [name: string, variable: string];

interface Action {
  readonly in?: readonly ArgumentRow[];
  readonly out?: readonly ArgumentRow[];
}

export interface ServiceTable {
  /** As in `urn:schemas-upnp-org:service:{name}:1`. */
  readonly name: string;
  /** Code for an `InstanceID` other than 0. */
  readonly badInstance: UpnpErrorCode;
  readonly variables: Readonly<Record<string, Variable>>;
  readonly actions: Readonly<Record<string, Action>>;
}

export type Values = Readonly<Record<string, string>>;

/** What one of its actions does. @throws UpnpError, TonearmError */
export type Perform = (args: Values) => Values | undefined | Promise<Values | undefined>;

export interface Service {
  readonly table: ServiceTable;
  /** By the names of the table. */
  readonly actions: Readonly<Record<string, Perform>>;
  /** What subscribers get, by variables: all of it at first, and later what has changed. */
  readonly state: () => Values;
  /** Namespace of `LastChange`, which then carries all of the state; undefined where each variable is evented itself. */
  readonly lastChange?: string;
}

export const typeOf = ({ name }: ServiceTable): string => `urn:schemas-upnp-org:service:${name}:1`;
export const idOf = ({ name }: ServiceTable): string => `urn:upnp-org:serviceId:${name}`;

const WHOLE = /^[+-]?\d{1,10}$/;
const BOOLEANS: Readonly<Record<string, string>> = { 0: '0', 1: '1', false: '0', true: '1', no: '0', yes: '1' };

/**
 * Performs an action after its arguments were checked against the table. Arguments that the table does not have are ignored,
 * as the architecture wants it (section 3.2.1).
 * @throws UpnpError; TonearmError of what it does
 */
export async function perform({ table, actions }: Service, name: string, sent: Values): Promise<Values> {
  const action = Object.hasOwn(table.actions, name) ? table.actions[name] : undefined;
  const act = actions[name];
  if (action === undefined || act === undefined) throw new UpnpError(401);
  const args: Record<string, string> = {};
  for (const [argument, variable] of action.in ?? []) {
    if (!Object.hasOwn(sent, argument)) throw new UpnpError(402, `${argument} is missing`);
    args[argument] = checked(table, variable, sent[argument] ?? '');
  }
  const results = (await act(args)) ?? {};
  return Object.fromEntries((action.out ?? []).map(([argument]) => [argument, results[argument] ?? '']));
}

function checked(table: ServiceTable, name: string, text: string): string {
  const { type, allowed, range, refusal } = table.variables[name] ?? { type: 'string' };
  if (type === 'string') {
    if (allowed?.includes(text) === false)
      throw new UpnpError(refusal ?? 600, `${name} is one of ${allowed.join(', ')}`);
    return text;
  }
  const word = text.trim();
  if (type === 'boolean') {
    const value = BOOLEANS[word.toLowerCase()];
    if (value === undefined) throw new UpnpError(402, `${name} is 0 or 1`);
    return value;
  }
  if (!WHOLE.test(word)) throw new UpnpError(402, `${name} is a whole number`);
  const number = Number(word);
  if (name === 'A_ARG_TYPE_InstanceID' && number !== 0) throw new UpnpError(table.badInstance);
  const [lowest, highest] = range ?? [type === 'i4' ? -(2 ** 31) : 0, type === 'ui2' ? 65_535 : 2 ** 32 - 1];
  if (number < lowest || number > highest)
    throw new UpnpError(refusal ?? 601, `${name} is from ${lowest} to ${highest}`);
  return String(number);
}
