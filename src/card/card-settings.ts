/** What the files of a card ask for, whatever their format. Plain values without I/O. */

/** How a wireless network lets the box in. */
export type WifiKey =
  | { readonly kind: 'open' }
  /** 8 to 63 bytes in UTF-8. */
  | { readonly kind: 'passphrase'; readonly text: string }
  /** Pre-shared key that was derived from passphrase and SSID: 64 hex digits, lower case. */
  | { readonly kind: 'psk'; readonly hex: string }
  /** The key was removed from the file once the network worked: the box has it. */
  | { readonly kind: 'kept' };

/** Addresses of an interface. Without addresses of a family, the network assigns them (DHCP, router advertisements). */
export interface IpSettings {
  /** With prefix length, such as `192.168.1.20/24`; both families. */
  readonly addresses: readonly string[];
  /** At most one of each family. */
  readonly gateways: readonly string[];
  readonly dns: readonly string[];
  /** The network assigns addresses besides the ones above. */
  readonly automaticToo: boolean;
}

export const AUTOMATIC: IpSettings = { addresses: [], gateways: [], dns: [], automaticToo: false };

export interface WifiNetwork {
  /** 1 to 32 bytes of any value. */
  readonly ssid: Buffer;
  readonly key: WifiKey;
  readonly hidden: boolean;
  readonly ip: IpSettings;
}

/** A network while it is read: members become undefined when they are refused. */
export interface WifiDraft {
  ssid: Buffer | undefined;
  key: WifiKey | undefined;
  hidden: boolean | undefined;
}

/** @returns undefined when a part was refused, or has no name */
export function networkOf({ ssid, key, hidden }: WifiDraft, ip: IpSettings): WifiNetwork | undefined {
  if (ssid === undefined || key === undefined || hidden === undefined) return undefined;
  return { ssid, key, hidden, ip };
}

export const emptyDraft = (): WifiDraft => ({ ssid: undefined, key: { kind: 'open' }, hidden: false });

export interface CardSettings {
  /** A label of a domain name, in lower case. */
  readonly hostName?: string;
  /** Name in the tz database, such as `Europe/Berlin`; whether this box has it is not checked. */
  readonly timeZone?: string;
  /** ISO 3166-1 alpha-2, in upper case: which channels and powers the radio may use. */
  readonly country?: string;
  readonly wifi: readonly WifiNetwork[];
  readonly wired?: IpSettings;
  /** Settings of `config.toml` with their values, all valid. */
  readonly daemon: Readonly<Record<string, unknown>>;
}

export const NOTHING: CardSettings = { wifi: [], daemon: {} };

/** The text of an SSID for people: hex digits where it is no printable text. */
export function ssidText(ssid: Buffer): string {
  const text = ssid.toString('utf8');
  const isText = Buffer.from(text).equals(ssid) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
  return isText ? `"${text}"` : `0x${ssid.toString('hex')}`;
}

/** Later settings go before earlier ones; networks are told apart by their SSID. */
export function merged(earlier: CardSettings, later: CardSettings): CardSettings {
  const isLater = ({ ssid }: WifiNetwork): boolean => later.wifi.some((network) => network.ssid.equals(ssid));
  return {
    ...earlier,
    ...later,
    wifi: [...earlier.wifi.filter((network) => !isLater(network)), ...later.wifi],
    daemon: { ...earlier.daemon, ...later.daemon },
  };
}
