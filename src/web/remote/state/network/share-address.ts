/** Addresses of servers and shares, as somebody types or pastes them. Needs no document. */
import type { Schemas } from '../../../../client/client.js';

export interface TypedAddress {
  readonly kind: Schemas['Share']['kind'] | undefined;
  readonly server: string;
  readonly port: number | undefined;
  /** Empty where none was typed. */
  readonly path: string;
}

/**
 * What somebody types or pastes for a server: a name, `\\nas\Music`, `smb://nas/Music`, `nfs://nas:2049/volume1/music`,
 * `nas:/volume1/music`.
 */
export function addressIn(text: string): TypedAddress {
  const typed = text.trim();
  const [, scheme, rest = typed] = /^(smb|cifs|nfs):\/\/(.*)$/is.exec(typed) ?? [];
  const kind = scheme === undefined ? undefined : scheme.toLowerCase() === 'nfs' ? 'nfs' : 'smb';
  const exported = /^([^/\\:]+):(\/.*)$/s.exec(rest);
  if (exported !== null) {
    return { kind: kind ?? 'nfs', server: exported[1] ?? '', port: undefined, path: exported[2] ?? '' };
  }
  const [host = '', ...parts] = rest.replace(/^[/\\]+/, '').split(/[/\\]+/);
  // The user of `smb://user@nas` is typed into its own field.
  const named = host.replace(/^.*@/, '');
  const [, server = named, port] = /^([^:]+):(\d{1,5})$/.exec(named) ?? [];
  const path = parts.filter(Boolean).join('/');
  const isWindows = kind === undefined && /^\\\\/.test(rest);
  return {
    kind: kind ?? (isWindows ? 'smb' : undefined),
    server,
    port: port === undefined ? undefined : Number(port),
    path: kind === 'nfs' && path !== '' ? `/${path}` : path,
  };
}
