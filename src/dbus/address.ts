/** Where a bus listens. Source: D-Bus specification, "Server addresses". */

/** Characters at which dbus-next would end a path. */
const UNFIT = /[:,;=]/;

/**
 * The path of the first socket that an address names.
 * @param address such as `unix:path=/run/dbus/system_bus_socket;tcp:host=…`; bytes may be written as `%2d`
 * @returns undefined where there is none that is a path
 */
export function socketOf(address: string): string | undefined {
  for (const server of address.split(';')) {
    const [, path] = /^unix:(?:.*,)?path=([^,]*)/.exec(server) ?? [];
    if (path === undefined || path === '') continue;
    const decoded = unescaped(path);
    if (decoded !== undefined && !UNFIT.test(decoded)) return decoded;
  }
  return undefined;
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
