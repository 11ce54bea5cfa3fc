/** Answers to calls of a service's actions. Source: UPnP Device Architecture 1.0 section 3.2, SOAP 1.1. Pure. */
import { type Element, readXml } from '../../xml.js';

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

/** Results of an action by their names. @throws DeviceRefusal, BadAnswer */
export function readAnswer(action: string, status: number, text: string): Results {
  const content = readXml(text)?.children.find(({ name }) => name === 'Body')?.children[0];
  if (content?.name === 'Fault') throw refusalIn(content);
  if (status < 200 || status > 299) throw new DeviceRefusal(0, `${action}: answered HTTP ${status}`);
  if (content?.name !== `${action}Response`) throw new BadAnswer(`${action}: the answer is for another action`);
  return new Map(content.children.map(({ name, text: value }) => [name, value.trim()]));
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
