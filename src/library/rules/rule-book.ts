/**
 * Answers what rules ask: which tracks follow them, and how many. Thread: main, in small turns.
 *
 *     library.db ──one pass──▶ columns ──▶ marks of a block of rows ──▶ a count, or rows in order
 *     state.db ──what changed──▶ ┘
 *
 * A count is kept with its rules until something that they look at has changed: the library, a like, what was played, or
 * the clock when a track crosses the border of an `in_last`.
 */
import type { RecordKind } from '../ids.js';
import type { GuardedDatabase } from '../../database/guarded.js';
import type { Likes } from '../store/likes.js';
import type { Keys } from '../store/lists.js';
import type { TrackStats } from '../store/stats.js';
import { Turn } from '../turn.js';
import { ranksOf, readColumns, type TrackColumns } from './columns.js';
import { type RuleCriteria, type Rules, toRules } from './criteria.js';
import { countMatches, findMatches, type Wanted } from './matches.js';
import { type Needs, People } from './people.js';

/** Columns that nobody used for so long are let go, in ms. */
const PATIENCE = 60_000;
/** Rows looked at before the clock is. */
const BLOCK = 8192;

export interface RuleBookDeps {
  readonly database: GuardedDatabase;
  readonly likes: Likes;
  readonly stats: TrackStats;
  /** Revision of the library now. */
  readonly revision: () => Promise<string>;
  /** Everything of a kind that is shown, in its order. */
  readonly all: (kind: RecordKind) => Promise<Keys>;
}

/** A count, and what it was made of. */
interface Counted {
  readonly count: number;
  readonly revision: string;
  /** Undefined where the rules do not look at them. */
  readonly likes: number | undefined;
  readonly stats: number | undefined;
  /** Unix seconds: it holds from `made` until just before `until`. */
  readonly made: number;
  readonly until: number;
}

const secondsNow = (): number => Math.floor(Date.now() / 1000);

export class RuleBook {
  readonly #people: People;
  #columns: { readonly revision: string; readonly made: Promise<TrackColumns> } | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** By the criteria themselves: whoever asks again with the same object, asks the same. */
  readonly #counted = new WeakMap<RuleCriteria, Counted>();

  constructor(private readonly deps: RuleBookDeps) {
    this.#people = new People(deps.database, deps.likes, deps.stats);
  }

  /**
   * Keys of what is wanted of the tracks that follow the rules, in their order.
   * @param seed of a random order
   * @throws InvalidInput INVALID_RULES
   */
  async find(wanted: Wanted, criteria: RuleCriteria, seed: number): Promise<Uint32Array> {
    const rules = toRules(criteria);
    const { sort } = rules;
    const ranks = sort === 'artist' || sort === 'album' ? ranksOf(await this.deps.all(sort)) : undefined;
    const columns = await this.#columnsNow();
    await this.#people.bringInto(columns, needsOf(rules, true));
    return findMatches(wanted, rules, columns, ranks, { now: secondsNow(), seed }, new Turn());
  }

  /** How many tracks each of these names, within its limit. @param all never changed, and the same objects each time */
  async count(all: readonly RuleCriteria[]): Promise<number[]> {
    const revision = await this.deps.revision();
    const turn = new Turn();
    const counts: number[] = [];
    // Once for all of them: while a scan writes there are others every moment.
    let columns: TrackColumns | undefined;
    for (const criteria of all) {
      if (turn.isOver) await turn.end();
      const rules = toRules(criteria);
      let counted = this.#counted.get(criteria);
      if (counted === undefined || !this.#holds(counted, revision)) {
        counted = await this.#count(rules, (columns ??= await this.#columnsNow()), turn);
      }
      this.#counted.set(criteria, counted);
      counts.push(Math.min(counted.count, rules.limit ?? counted.count));
    }
    return counts;
  }

  #holds({ revision, likes, stats, made, until }: Counted, revisionNow: string): boolean {
    const now = secondsNow();
    return (
      revision === revisionNow &&
      (likes ?? this.deps.likes.changes) === this.deps.likes.changes &&
      (stats ?? this.deps.stats.changes) === this.deps.stats.changes &&
      // The clock of a small machine may go back, when it is first set.
      made <= now &&
      now < until
    );
  }

  async #count(rules: Rules, columns: TrackColumns, turn: Turn): Promise<Counted> {
    const needs = needsOf(rules, false);
    const known = await this.#people.bringInto(columns, needs);
    const made = secondsNow();
    return {
      count: await countMatches(rules, columns, made, turn),
      revision: columns.revision,
      likes: needs.likes ? known.likes : undefined,
      stats: needs.stats ? known.stats : undefined,
      made,
      until: await nextCrossing(rules, columns, made, turn),
    };
  }

  async #columnsNow(): Promise<TrackColumns> {
    const { database, all, revision } = this.deps;
    const now = await revision();
    if (this.#columns?.revision !== now) {
      const made = all('track').then((tracks) => readColumns(database, now, tracks));
      this.#columns = { revision: now, made };
      made.catch(() => {
        if (this.#columns?.made === made) this.#columns = undefined;
      });
    }
    this.#keepForAWhile();
    return this.#columns.made;
  }

  #keepForAWhile(): void {
    if (this.#timer !== undefined) this.#timer.refresh();
    else {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#columns = undefined;
      }, PATIENCE).unref();
    }
  }
}

/** What of the people rules look at. @param isSorted whether their order counts */
function needsOf({ conditions, sort }: Rules, isSorted: boolean): Needs {
  const fields = new Set<string>(conditions.map((condition) => (condition.kind === 'never' ? '' : condition.field)));
  if (isSorted) fields.add(sort);
  return {
    likes: fields.has('is_liked'),
    stats: ['play_count', 'skip_count', 'last_played', 'last_skipped'].some((field) => fields.has(field)),
  };
}

/** When, in Unix seconds, the first track leaves an `in_last`; Infinity when none does. */
async function nextCrossing(rules: Rules, { numbers }: TrackColumns, now: number, turn: Turn): Promise<number> {
  let next = Infinity;
  for (const condition of rules.conditions) {
    if (condition.kind !== 'number' || !('seconds' in condition.test)) continue;
    const { seconds } = condition.test;
    const border = Math.max(now - seconds, 1);
    const column = numbers[condition.field];
    let first = Infinity;
    for (let at = 0; at < column.length; at++) {
      if (at % BLOCK === 0 && turn.isOver) await turn.end();
      const time = column[at] as number;
      if (time >= border && time < first) first = time;
    }
    next = Math.min(next, first + seconds + 1);
  }
  return next;
}
