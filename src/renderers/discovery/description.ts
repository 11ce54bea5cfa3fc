/**
 * The description of a renderer: name and services. Whatever it names is on the host of the description itself. Source: UPnP
 * Device Architecture 1.0 section 2.1. Pure.
 */
import { childText, type Element, readXml } from '../../xml.js';
import { isRendererType } from './sightings.js';

export interface ServiceAddress {
  /** `urn:schemas-upnp-org:service:AVTransport:1` */
  readonly type: string;
  readonly control: URL;
  /** Description of its actions and variables. */
  readonly scpd: URL | undefined;
  /** Where events are subscribed to; undefined where it has none. */
  readonly events: URL | undefined;
}

export interface RendererDescription {
  readonly udn: string;
  /** For people. */
  readonly name: string;
  /** IPv4 address. */
  readonly host: string;
  readonly location: URL;
  readonly avTransport: ServiceAddress;
  readonly renderingControl: ServiceAddress | undefined;
  readonly connectionManager: ServiceAddress | undefined;
}

/** What was fetched describes no renderer that can be played to. */
export class NoRenderer extends Error {
  override readonly name = 'NoRenderer';
}

/** Characters of a name. */
const LONGEST = 100;

/** @throws NoRenderer */
export function readDescription(text: string, location: URL, udn: string): RendererDescription {
  const root = readXml(text);
  if (root === undefined) throw new NoRenderer('no XML that can be read');
  const device = devicesIn(root).find((each) => childText(each, 'UDN') === udn);
  if (device === undefined || !isRendererType(childText(device, 'deviceType')))
    throw new NoRenderer('no such renderer');
  const base = baseOf(childText(root, 'URLBase'), location);
  const service = (name: string): ServiceAddress | undefined => serviceOf(device, name, base);
  const avTransport = service('AVTransport');
  if (avTransport === undefined) throw new NoRenderer('no AVTransport on its own host');
  const host = location.hostname;
  return {
    ...{ udn, host, location, avTransport },
    name: cleaned(childText(device, 'friendlyName')) || host,
    renderingControl: service('RenderingControl'),
    connectionManager: service('ConnectionManager'),
  };
}

/** A device, and those in it. The reader of XML bounds their depth. */
function devicesIn(element: Element): Element[] {
  return element.children.flatMap((child) =>
    child.name === 'device' ? [child, ...devicesIn(child)] : child.name === 'deviceList' ? devicesIn(child) : [],
  );
}

function serviceOf(device: Element, name: string, base: URL): ServiceAddress | undefined {
  const services = device.children.find((child) => child.name === 'serviceList')?.children ?? [];
  const pattern = new RegExp(`^urn:schemas-upnp-org:service:${name}:\\d+$`);
  const found = services.find((each) => pattern.test(childText(each, 'serviceType')));
  const control = found && addressIn(found, 'controlURL', base);
  if (found === undefined || control === undefined) return undefined;
  const [events, scpd] = [addressIn(found, 'eventSubURL', base), addressIn(found, 'SCPDURL', base)];
  return { type: childText(found, 'serviceType'), control, scpd, events };
}

/** Undefined for an address on another host, too. */
function addressIn(service: Element, name: string, base: URL): URL | undefined {
  const text = childText(service, name);
  if (text === '' || !URL.canParse(text, base.href)) return undefined;
  const url = new URL(text, base);
  return isOn(url, base.hostname) ? url : undefined;
}

function baseOf(text: string, location: URL): URL {
  const base = URL.canParse(text) ? new URL(text) : location;
  return isOn(base, location.hostname) ? base : location;
}

const isOn = ({ protocol, hostname, username, password }: URL, host: string): boolean =>
  protocol === 'http:' && hostname === host && username === '' && password === '';

// eslint-disable-next-line no-control-regex -- control characters are what is removed here
const BLANKS = /[\u0000-\u001f\u007f-\u009f\s]+/g;

const cleaned = (text: string): string => text.replace(BLANKS, ' ').trim().slice(0, LONGEST);
