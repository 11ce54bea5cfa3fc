/** Descriptions of renderers, as devices give them. */
const SERVICE = 'urn:schemas-upnp-org:service:';

export interface Described {
  readonly udn: string;
  readonly name?: string;
  readonly type?: string;
  /** Addresses of the control of services, by the services' names. */
  readonly services?: Readonly<Record<string, string>>;
  /** Elements before the device. */
  readonly before?: string;
}

export const SERVICES = {
  AVTransport: '/AVTransport/control',
  RenderingControl: '/RenderingControl/control',
  ConnectionManager: '/ConnectionManager/control',
};

export function deviceText({ udn, name = 'Kitchen', type, services = SERVICES }: Described): string {
  const list = Object.entries(services).map(
    ([service, control]) =>
      `<service><serviceType>${SERVICE}${service}:1</serviceType><serviceId>urn:upnp-org:serviceId:${service}</serviceId>` +
      `<SCPDURL>/${service}/scpd.xml</SCPDURL><controlURL>${control}</controlURL>` +
      `<eventSubURL>/${service}/event</eventSubURL></service>`,
  );
  return (
    `<device><deviceType>${type ?? 'urn:schemas-upnp-org:device:MediaRenderer:1'}</deviceType>` +
    `<friendlyName>${name}</friendlyName><UDN>${udn}</UDN><serviceList>${list.join('')}</serviceList></device>`
  );
}

export function rootText(content: string): string {
  return (
    '<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0">' +
    `<specVersion><major>1</major><minor>0</minor></specVersion>${content}</root>`
  );
}

export const descriptionText = (described: Described): string =>
  rootText(`${described.before ?? ''}${deviceText(described)}`);
