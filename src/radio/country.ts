/**
 * The country of a time zone, by the table that every Linux system with time zones has (`zone.tab`, tzfile(5)): a line of
 * country, coordinates, zone and remarks for each zone.
 */
import { readFile } from 'node:fs/promises';

const TABLE = '/usr/share/zoneinfo/zone.tab';
const ROW = /^([A-Z]{2})\t\S+\t(\S+)/gm;

let table: Promise<ReadonlyMap<string, string>> | undefined;

async function read(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(TABLE, 'utf8').catch(() => '');
  return new Map([...text.matchAll(ROW)].map(([, country = '', zone = '']) => [zone, country]));
}

/** Two letters of ISO 3166-1; undefined for a zone of no country, such as `UTC`. @param zone of the tz database */
export async function countryOf(zone: string): Promise<string | undefined> {
  table ??= read();
  return (await table).get(zone);
}
