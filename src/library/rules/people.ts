/**
 * Brings what people did into the columns: likes, plays and skips. All of it once, and then what was changed, record by
 * record. Whole columns are made first and then put in together, so that nobody sees half of one.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import type { Likes } from '../store/likes.js';
import { keyOf, type RecordKey } from '../store/records.js';
import type { StatsOfTrack, TrackStats } from '../store/stats.js';
import { rowsOf } from '../../database/statements.js';
import { SerialQueue } from '../../serial-queue.js';
import { Turn } from '../turn.js';
import { held, type TrackColumns } from './columns.js';

/** Indices of what is asked for, and the keys; of those that are there. */
const FOUND = 'SELECT wanted.key, track.key FROM json_each(?) AS wanted CROSS JOIN track ON track.id = wanted.value';

type Found = readonly [index: number, key: RecordKey];

/** How often likes and stats had changed when they were looked at; undefined for what was not looked at. */
export interface Known {
  readonly likes: number | undefined;
  readonly stats: number | undefined;
}

export interface Needs {
  readonly likes: boolean;
  readonly stats: boolean;
}

type Columns = Pick<TrackColumns['numbers'], 'play_count' | 'skip_count' | 'last_played' | 'last_skipped'>;

function fill(columns: Columns, row: number, stats: StatsOfTrack | undefined): void {
  columns.play_count[row] = held(stats?.playCount ?? 0);
  columns.skip_count[row] = held(stats?.skipCount ?? 0);
  columns.last_played[row] = held(stats?.lastPlayed ?? 0);
  columns.last_skipped[row] = held(stats?.lastSkipped ?? 0);
}

export class People {
  readonly #known = new WeakMap<TrackColumns, Known>();
  readonly #work = new SerialQueue();

  constructor(
    private readonly records: GuardedDatabase,
    private readonly likes: Likes,
    private readonly stats: TrackStats,
  ) {}

  /** Resolves when the columns have what is needed as it is now. */
  bringInto(columns: TrackColumns, needs: Needs): Promise<Known> {
    // One after the other: a late reading of a record must not come behind a newer one.
    return this.#work.run(async () => {
      const known = this.#known.get(columns) ?? { likes: undefined, stats: undefined };
      const now = {
        likes: needs.likes ? await this.#bringLikes(columns, known.likes) : known.likes,
        stats: needs.stats ? await this.#bringStats(columns, known.stats) : known.stats,
      };
      this.#known.set(columns, now);
      return now;
    });
  }

  async #bringLikes(columns: TrackColumns, known: number | undefined): Promise<number> {
    const { changes } = this.likes;
    const ids = known === undefined ? undefined : this.likes.changedSince(known);
    if (ids !== undefined) {
      const turn = new Turn();
      for (const id of new Set(ids)) {
        if (turn.isOver) await turn.end();
        const row = await this.#rowOf(columns, id);
        if (row !== undefined) columns.numbers.is_liked[row] = (await this.likes.isLiked('track', id)) ? 1 : 0;
      }
      return changes;
    }
    const liked = new Uint32Array(columns.keys.length);
    for await (const page of this.likes.newest('track')) {
      for (const [, row] of await this.#rowsOf(columns, page)) liked[row] = 1;
    }
    columns.numbers.is_liked = liked;
    return changes;
  }

  async #bringStats(columns: TrackColumns, known: number | undefined): Promise<number> {
    const { changes } = this.stats;
    const ids = known === undefined ? undefined : this.stats.changedSince(known);
    if (ids !== undefined) {
      const turn = new Turn();
      for (const id of new Set(ids)) {
        if (turn.isOver) await turn.end();
        const row = await this.#rowOf(columns, id);
        if (row !== undefined) fill(columns.numbers, row, await this.stats.of(id));
      }
      return changes;
    }
    const column = (): Uint32Array => new Uint32Array(columns.keys.length);
    const fresh = { play_count: column(), skip_count: column(), last_played: column(), last_skipped: column() };
    for await (const page of this.stats.all()) {
      const ids = page.map(({ trackId }) => trackId);
      for (const [index, row] of await this.#rowsOf(columns, ids)) fill(fresh, row, page[index]);
    }
    Object.assign(columns.numbers, fresh);
    return changes;
  }

  /** Index among the ids, and row, of each track that is shown. */
  async #rowsOf({ ranks }: TrackColumns, ids: readonly string[]): Promise<[index: number, row: number][]> {
    const wanted = JSON.stringify(ids);
    const found = await this.records.read((sql) => rowsOf(sql, FOUND).all(wanted) as Found[]);
    return found.flatMap(([index, key]) => {
      const rank = ranks[key] ?? 0;
      return rank === 0 ? [] : [[index, rank - 1]];
    });
  }

  async #rowOf({ ranks }: TrackColumns, id: string): Promise<number | undefined> {
    const key = await this.records.read((sql) => keyOf(sql, 'track', id));
    const rank = key === undefined ? 0 : (ranks[key] ?? 0);
    return rank === 0 ? undefined : rank - 1;
  }
}
