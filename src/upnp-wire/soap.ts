/** Messages of control. Source: UPnP Device Architecture 1.0 section 3.2, SOAP 1.1. Pure. */
import { escaped } from '../xml.js';

export const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';

/** @param type of the service @param name of the action, or of its response @param values arguments, or results */
export function writeSoap(type: string, name: string, values: Readonly<Record<string, string | number>>): string {
  const list = Object.entries(values).map(([key, value]) => `<${key}>${escaped(String(value))}</${key}>`);
  return enveloped(`<u:${name} xmlns:u="${type}">${list.join('')}</u:${name}>`);
}

/** @param content XML */
export function enveloped(content: string): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<s:Envelope xmlns:s="${ENVELOPE}" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/">` +
    `<s:Body>${content}</s:Body></s:Envelope>\n`
  );
}
