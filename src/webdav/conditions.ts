/**
 * The header `If` (RFC 4918 section 10.4): lists of lock tokens and entity tags, of which one has to be true, and the
 * tokens that a request submits by naming them. Pure.
 */
import { Refusal } from './refusal.js';

interface Condition {
  readonly isNot: boolean;
  readonly kind: 'token' | 'etag';
  readonly value: string;
}

interface ConditionList {
  /** Target of a tagged list; undefined: that of the request. */
  readonly target: string | undefined;
  readonly conditions: readonly Condition[];
}

const LONGEST = 8192;
const TOKEN = /\s*(?:<([^<>\s]+)>|\(([^()]*)\))/y;
const CONDITION = /\s*(Not\s+)?(?:<([^<>\s]+)>|\[((?:W\/)?"[^"\]]*")\])\s*/iy;

/** @throws Refusal 400 for what is no such header */
export function conditionsOf(header: string | undefined): readonly ConditionList[] {
  if (header === undefined) return [];
  const lists: ConditionList[] = [];
  let target: string | undefined;
  TOKEN.lastIndex = 0;
  const text = header.trim();
  if (text.length > LONGEST || text === '') throw malformed();
  while (TOKEN.lastIndex < text.length) {
    const [, tag, list] = TOKEN.exec(text) ?? [];
    if (list !== undefined) lists.push({ target, conditions: conditionsIn(list) });
    else if (tag !== undefined) target = tag;
    else throw malformed();
  }
  if (lists.length === 0) throw malformed();
  return lists;
}

function conditionsIn(list: string): Condition[] {
  const conditions: Condition[] = [];
  CONDITION.lastIndex = 0;
  while (CONDITION.lastIndex < list.length) {
    const [, not, token, etag] = CONDITION.exec(list) ?? [];
    if (token !== undefined) conditions.push({ isNot: not !== undefined, kind: 'token', value: token });
    else if (etag !== undefined) conditions.push({ isNot: not !== undefined, kind: 'etag', value: etag });
    else throw malformed();
  }
  if (conditions.length === 0) throw malformed();
  return conditions;
}

/** Tokens that the request names, and so submits, whatever else the header says. */
export function tokensIn(lists: readonly ConditionList[]): ReadonlySet<string> {
  const tokens = lists.flatMap(({ conditions }) => conditions.filter(({ kind, isNot }) => kind === 'token' && !isNot));
  return new Set(tokens.map(({ value }) => value));
}

/** What a condition is compared with. */
export interface Facts {
  readonly hasLock: (token: string) => boolean;
  readonly etag: string | undefined;
}

/** @param factsOf of a target of the header; undefined is the request's own. @throws Refusal 412 when no list is true */
export async function requireConditions(
  lists: readonly ConditionList[],
  factsOf: (target: string | undefined) => Promise<Facts>,
): Promise<void> {
  if (lists.length === 0) return;
  for (const { target, conditions } of lists) {
    const { hasLock, etag } = await factsOf(target);
    const isTrue = ({ isNot, kind, value }: Condition): boolean =>
      (kind === 'token' ? hasLock(value) : value === etag) !== isNot;
    if (conditions.every(isTrue)) return;
  }
  throw new Refusal(412, 'No condition of the header If is true.');
}

function malformed(): Refusal {
  return new Refusal(400, 'The header If cannot be read.');
}
