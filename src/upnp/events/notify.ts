/** Sends one event to a subscriber. Source: UPnP Device Architecture 1.0 section 4.2. Thread: main. */
import { request } from 'node:http';
import { escaped } from '../../xml.js';
import type { Values } from '../services/service.js';

/** A subscriber has so long to take an event, in ms. */
const PATIENCE = 5000;

export interface Notice {
  readonly sid: string;
  readonly sequence: number;
  readonly body: string;
}

/** Rejects when it is not taken. An address is a number here, so that no name server decides where it goes. */
export function notify(url: URL, { sid, sequence, body }: Notice): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'CONTENT-TYPE': 'text/xml; charset="utf-8"',
      'CONTENT-LENGTH': Buffer.byteLength(body),
      NT: 'upnp:event',
      NTS: 'upnp:propchange',
      SID: sid,
      SEQ: String(sequence),
    };
    const sending = request(url, { method: 'NOTIFY', headers, agent: false, maxHeaderSize: 8192 }, (response) => {
      const { statusCode = 0 } = response;
      response.on('error', () => undefined);
      response.on('close', () => clearTimeout(late));
      response.on('data', () => undefined);
      if (statusCode >= 200 && statusCode < 300) resolve();
      else reject(new Error(`the subscriber answers ${statusCode}`));
    });
    const late = setTimeout(() => sending.destroy(new Error('the subscriber does not answer')), PATIENCE);
    sending.on('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    sending.end(body);
  });
}

/** @param namespace of `LastChange`; undefined: each variable stands for itself */
export function propertySet(values: Values, namespace: string | undefined): string {
  const properties = namespace === undefined ? values : { LastChange: lastChange(values, namespace) };
  const list = Object.entries(properties).map(
    ([name, value]) => `<e:property><${name}>${escaped(value)}</${name}></e:property>`,
  );
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    `<e:propertyset xmlns:e="urn:schemas-upnp-org:event-1-0">${list.join('')}</e:propertyset>\n`
  );
}

/** Variables of one channel. */
const OF_CHANNEL: ReadonlySet<string> = new Set(['Volume', 'Mute']);

function lastChange(values: Values, namespace: string): string {
  const list = Object.entries(values).map(([name, value]) => {
    const channel = OF_CHANNEL.has(name) ? ' channel="Master"' : '';
    return `<${name}${channel} val="${escaped(value)}"/>`;
  });
  return `<Event xmlns="${namespace}"><InstanceID val="0">${list.join('')}</InstanceID></Event>`;
}
