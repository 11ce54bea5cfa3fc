/** The time zone of this process: as the box has it at the start, and as it is set later. */

/** Dates of the main thread are in this zone from now on (Node looks when `TZ` is set). @param zone of the tz database */
export function followTimeZone(zone: string): void {
  process.env['TZ'] = zone;
}
