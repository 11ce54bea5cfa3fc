/** Parses type signatures. Source: D-Bus specification, "Type System". */

/** One complete type: its code, and its element (`a`) or fields (`(` and `{`). */
export interface BusType {
  readonly code: string;
  readonly parts: readonly BusType[];
}

const BASIC = 'ybnqiuxtdsogvh';
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** The complete types of a signature, such as three for `sa{sv}u`. @throws Error for a malformed signature */
export function typesOf(signature: string): readonly BusType[] {
  const types: BusType[] = [];
  for (let at = 0; at < signature.length;) {
    const { type, end } = typeAt(signature, at);
    types.push(type);
    at = end;
  }
  return types;
}

/** The one type of a signature. @throws Error for any other number of them */
export function singleType(signature: string): BusType {
  const [type, ...more] = typesOf(signature);
  if (type === undefined || more.length > 0) throw new Error(`"${signature}" is not one complete type`);
  return type;
}

function typeAt(signature: string, at: number): { type: BusType; end: number } {
  const code = signature[at] ?? '';
  if (code === 'a') {
    const { type, end } = typeAt(signature, at + 1);
    return { type: { code, parts: [type] }, end };
  }
  const closing = CLOSING[code];
  if (closing === undefined) {
    if (code === '' || !BASIC.includes(code)) throw new Error(`"${signature}" is no signature`);
    return { type: { code, parts: [] }, end: at + 1 };
  }
  const parts: BusType[] = [];
  let next = at + 1;
  while (signature[next] !== closing) {
    const { type, end } = typeAt(signature, next);
    parts.push(type);
    next = end;
  }
  return { type: { code, parts }, end: next + 1 };
}
