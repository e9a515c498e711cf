import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { CLASSES, classOf, dayOfMoment, outcomeOf, SLOT_MS } from '../../core/statistics.ts';
import type { LineKind } from './lines.ts';

const COUNTERS = ['calls', 'failed', 'refused', 'limited', 'dropped', 'rowCount', 'bytes', 'totalMs', ...CLASSES] as const;
type Counters = Record<(typeof COUNTERS)[number] | 'maxMs', number>;
/** The naming rule would write its digit without the line before it. */
export const SLOTS = 'market_stat_5m' as 'marketStat5m';
/** Rows of one statement; their parameters stay below what a statement may have. */
const AT_ONCE = 500;

const zero = (): Counters => ({ ...(Object.fromEntries(COUNTERS.map((name) => [name, 0])) as Counters), maxMs: 0 });

/** What is counted of a line. */
export interface CountedLine {
  readonly at: number;
  readonly objectId: string;
  readonly appId: string;
  readonly status: number;
  readonly ms: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Adds up lines by API and five minutes, and by day, API and application. */
export class Counted {
  readonly #slots = new Map<string, Counters>();
  readonly #days = new Map<string, Counters>();
  #slot = Number.NaN;
  #slotText = '';
  #day = '';

  add(kind: LineKind, line: CountedLine): void {
    const outcome = outcomeOf(line.status);
    const duration = CLASSES[classOf(line.ms)]!;
    for (const counters of this.#both(kind, line.at, line.objectId, line.appId)) {
      counters.calls += 1;
      if (outcome !== 'succeeded') counters[outcome] += 1;
      counters.rowCount += line.rows;
      counters.bytes += line.bytes;
      counters.totalMs += line.ms;
      if (line.ms > counters.maxMs) counters.maxMs = line.ms;
      counters[duration] += 1;
    }
  }
  /** Calls whose lines were dropped. */
  drop(kind: LineKind, at: number, objectId: string, appId: string, count: number): void {
    for (const counters of this.#both(kind, at, objectId, appId)) counters.dropped += count;
  }

  #both(kind: LineKind, at: number, objectId: string, appId: string): [Counters, Counters] {
    const slot = at - (at % SLOT_MS);
    // lines come in the order of time
    if (slot !== this.#slot) [this.#slot, this.#slotText, this.#day] = [slot, new Date(slot).toISOString(), dayOfMoment(slot)];
    return [of(this.#slots, `${kind}\t${objectId}\t${this.#slotText}`), of(this.#days, `${kind}\t${this.#day}\t${objectId}\t${appId}`)];
  }
  get isEmpty(): boolean {
    return this.#days.size === 0;
  }
  /** The days of each kind that were counted. */
  days(): { readonly kind: LineKind; readonly day: string }[] {
    const known = new Set([...this.#days.keys()].map((key) => key.split('\t', 2).join('\t')));
    return [...known].map((key) => {
      const [kind, day = ''] = key.split('\t');
      return { kind: kind as LineKind, day };
    });
  }

  /** Adds what was counted to the tables. Keys go in one order, so that nodes wait for each other instead of getting stuck. */
  async write(db: Db): Promise<void> {
    const slots = sorted(this.#slots).map(([key, counters]) => {
      const [kind = '', objectId = '', slot = ''] = key.split('\t');
      return { kind, objectId, slot, ...counters };
    });
    const days = sorted(this.#days).map(([key, counters]) => {
      const [kind = '', day = '', objectId = '', appId = ''] = key.split('\t');
      return { kind, day, objectId, appId, ...counters };
    });
    for (let i = 0; i < slots.length; i += AT_ONCE) await add(db, SLOTS, slots.slice(i, i + AT_ONCE), ['kind', 'objectId', 'slot']);
    for (let i = 0; i < days.length; i += AT_ONCE)
      await add(db, 'marketStatDay', days.slice(i, i + AT_ONCE), ['kind', 'day', 'objectId', 'appId']);
  }
}

function of(map: Map<string, Counters>, key: string): Counters {
  let counters = map.get(key);
  if (!counters) map.set(key, (counters = zero()));
  return counters;
}
const sorted = (map: Map<string, Counters>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

async function add(db: Db, table: typeof SLOTS | 'marketStatDay', rows: readonly object[], keys: readonly string[]): Promise<void> {
  const sum = (name: string) => sql`${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`;
  const sets = Object.fromEntries(COUNTERS.map((name) => [name, sum(name)]));
  await db
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict
        .columns(keys as never)
        .doUpdateSet({ ...sets, maxMs: sql`greatest(${sql.ref(`${table}.maxMs`)}, ${sql.ref('excluded.maxMs')})` } as never),
    )
    .execute();
}
