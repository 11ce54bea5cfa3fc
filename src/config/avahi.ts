/** What Avahi's library looks for in the environment of this process. */

/** Without it libdns_sd would write into the log, and the system's, that programs should use another library. */
export function keepAvahiQuiet(): void {
  process.env['AVAHI_COMPAT_NOWARN'] = '1';
}
