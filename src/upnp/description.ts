/** The device as XML: a DLNA renderer with three services and icons. Source: UPnP Device Architecture 1.0 section 2.1. Pure. */
import { createHash } from 'node:crypto';
import { escaped } from '../xml.js';
import { idOf, type ServiceTable, typeOf } from './services/service.js';

export const DEVICE_TYPE = 'urn:schemas-upnp-org:device:MediaRenderer:1';
export const DESCRIPTION_PATH = '/description.xml';
/** Edges of the icons in pixels. */
export const ICON_EDGES = [48, 120, 192, 512] as const;
const ICON_DEPTH = 24;

/** Unique name of the device, the same for ever: a UUID made of the id of the box (RFC 9562 section 5.8). */
export function udnOf(boxId: string): string {
  const hash = createHash('sha256').update(`tonearm media renderer ${boxId}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return `uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}`;
}

export interface DeviceFacts {
  readonly udn: string;
  /** For people. */
  readonly name: string;
  readonly version: string;
  /** Address of the page for people. */
  readonly page: string;
  readonly services: readonly ServiceTable[];
}

export function describeDevice({ udn, name, version, page, services }: DeviceFacts): string {
  const icons = ICON_EDGES.map(
    (edge) =>
      `<icon><mimetype>image/png</mimetype><width>${edge}</width><height>${edge}</height>` +
      `<depth>${ICON_DEPTH}</depth><url>/icons/${edge}.png</url></icon>`,
  );
  const list = services.map(
    (table) =>
      `<service><serviceType>${typeOf(table)}</serviceType><serviceId>${idOf(table)}</serviceId>` +
      `<SCPDURL>/${table.name}/scpd.xml</SCPDURL><controlURL>/${table.name}/control</controlURL>` +
      `<eventSubURL>/${table.name}/event</eventSubURL></service>`,
  );
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    '<root xmlns="urn:schemas-upnp-org:device-1-0" xmlns:dlna="urn:schemas-dlna-org:device-1-0">' +
    '<specVersion><major>1</major><minor>0</minor></specVersion><device>' +
    `<deviceType>${DEVICE_TYPE}</deviceType><friendlyName>${escaped(name)}</friendlyName>` +
    '<manufacturer>Tonearm</manufacturer>' +
    '<modelDescription>Music player</modelDescription><modelName>Tonearm</modelName>' +
    `<modelNumber>${escaped(version)}</modelNumber>` +
    `<serialNumber>${udn.slice(-12)}</serialNumber><UDN>${udn}</UDN>` +
    '<dlna:X_DLNADOC>DMR-1.50</dlna:X_DLNADOC>' +
    `<iconList>${icons.join('')}</iconList><serviceList>${list.join('')}</serviceList>` +
    `<presentationURL>${escaped(page)}</presentationURL></device></root>\n`
  );
}
