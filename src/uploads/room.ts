/** How many uploads may be open, and which idle one makes room for another. */
import { Unavailable } from '../errors.js';
import type { Upload } from './upload.js';

export const MOST_OPEN = 500;
/** Open uploads of one client at most, so that nobody takes all places. */
const MOST_OPEN_EACH = 100;
/** An upload that nobody has gone on with for so long may have to make room. */
const IDLE_MILLISECONDS = 15 * 60 * 1000;

/** @throws Unavailable TOO_MANY_UPLOADS */
export function requireRoom(open: readonly Upload[], client: string): void {
  const own = open.filter(({ record }) => record.client === client).length;
  if (own < MOST_OPEN_EACH && open.length < MOST_OPEN) return;
  const most = own < MOST_OPEN_EACH ? `${MOST_OPEN} uploads` : `${MOST_OPEN_EACH} uploads of one client`;
  throw new Unavailable('TOO_MANY_UPLOADS', `At most ${most} can be under way; end one of them.`);
}

/**
 * Idle uploads of the client whose open uploads weigh most, the longest idle first: whoever leaves little behind loses
 * nothing to others, and whoever leaves much blocks nobody.
 * @param now Unix milliseconds
 */
export function idleOfHeaviest(open: readonly Upload[], now: number, weigh: (upload: Upload) => number): Upload[] {
  const weights = new Map<string | undefined, number>();
  for (const upload of open) {
    const { client } = upload.record;
    weights.set(client, (weights.get(client) ?? 0) + weigh(upload));
  }
  const most = Math.max(...weights.values());
  return open
    .filter((upload) => !upload.isBusy && !upload.isWhole && weigh(upload) > 0)
    .filter(({ record }) => weights.get(record.client) === most && record.touched + IDLE_MILLISECONDS <= now)
    .sort((one, other) => one.record.touched - other.record.touched);
}
