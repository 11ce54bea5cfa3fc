/** Calls of a service's actions and their answers. Source: UPnP Device Architecture 1.0 section 3.2, SOAP 1.1. Pure. */
import { type Element, escaped, MalformedXml, parseXml } from '../../xml.js';

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

export type Arguments = Readonly<Record<string, string | number>>;
export type Results = ReadonlyMap<string, string>;

/** Fires when a renderer answers, and the answer is that it does not do it. A retry fails again in the same state. */
export class DeviceRefusal extends Error {
  /** @param code of UPnP, such as 701; 0 where none is said */
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
    this.name = 'DeviceRefusal';
  }
}

/** Fires when the answer of a renderer is none. A retry may help. */
export class BadAnswer extends Error {}

export function writeCall(type: string, action: string, args: Arguments): string {
  const list = Object.entries(args).map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`);
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<s:Envelope xmlns:s="${ENVELOPE}" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>` +
    `<u:${action} xmlns:u="${type}">${list.join('')}</u:${action}></s:Body></s:Envelope>\n`
  );
}

/** Results of an action by their names. @throws DeviceRefusal, BadAnswer */
export function readAnswer(action: string, status: number, text: string): Results {
  const content = contentOf(text);
  if (content?.name === 'Fault') throw refusalIn(content);
  if (status < 200 || status > 299) throw new DeviceRefusal(0, `${action}: it answers ${status}`);
  if (content?.name !== `${action}Response`) throw new BadAnswer(`${action}: the answer is to something else`);
  return new Map(content.children.map(({ name, text: value }) => [name, value.trim()]));
}

/** The one element in the body of the envelope; undefined for a text that is none. */
function contentOf(text: string): Element | undefined {
  try {
    const envelope = parseXml(text, true);
    return envelope.children.find(({ name }) => name === 'Body')?.children[0];
  } catch (error) {
    if (error instanceof MalformedXml) return undefined;
    throw error;
  }
}

/** Characters of what a renderer says of a refusal. */
const LONGEST = 200;

function refusalIn(fault: Element): DeviceRefusal {
  const find = (element: Element, name: string): string | undefined => {
    for (const child of element.children) {
      const found = child.name === name ? child.text.trim() : find(child, name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const code = Number(find(fault, 'errorCode'));
  const said = find(fault, 'errorDescription') ?? find(fault, 'faultstring') ?? 'refused';
  return new DeviceRefusal(Number.isInteger(code) ? code : 0, said.slice(0, LONGEST));
}
