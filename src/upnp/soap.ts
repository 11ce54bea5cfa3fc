/** Requests and answers of control. Source: UPnP Device Architecture 1.0 section 3.2, SOAP 1.1. Pure. */
import { enveloped, ENVELOPE, writeSoap } from '../upnp-wire/soap.js';
import { type Element, escaped, parseXml } from '../xml.js';
import type { Values } from './services/service.js';
import type { UpnpError } from './upnp-error.js';

export interface SoapCall {
  readonly action: string;
  readonly args: Values;
}

/** Why a request is no call of an action, for a person who writes a controller. */
export class BadCall extends Error {}

/**
 * @param type of the service that is called @param header of `SOAPAction`, with or without quotes
 * @throws BadCall, or MalformedXml
 */
export function readCall(type: string, header: string, body: string): SoapCall {
  const [service = '', named = '', ...rest] = header
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .split('#');
  if (service !== type || named === '' || rest.length > 0) throw new BadCall(`SOAPAction is no action of ${type}`);
  const envelope = parseXml(body);
  if (envelope.name !== 'Envelope' || envelope.namespace !== ENVELOPE)
    throw new BadCall('the body is no SOAP envelope');
  const content = envelope.children.find(({ name, namespace }) => name === 'Body' && namespace === ENVELOPE);
  const [call, ...others] = content?.children ?? [];
  if (call === undefined || others.length > 0) throw new BadCall('the envelope holds not one call');
  if (call.name !== named || call.namespace !== type)
    throw new BadCall('SOAPAction and the body name different actions');
  return { action: named, args: argumentsIn(call) };
}

function argumentsIn({ children }: Element): Values {
  return Object.fromEntries(children.map(({ name, text }) => [name, text]));
}

export function answerCall(type: string, action: string, results: Values): string {
  return writeSoap(type, `${action}Response`, results);
}

export function answerFault({ code, message }: Pick<UpnpError, 'code' | 'message'>): string {
  return enveloped(
    '<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>' +
      '<UPnPError xmlns="urn:schemas-upnp-org:control-1-0">' +
      `<errorCode>${code}</errorCode><errorDescription>${escaped(message)}</errorDescription>` +
      '</UPnPError></detail></s:Fault>',
  );
}
