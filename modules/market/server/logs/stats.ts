import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { CLASSES, classOf, dayOfMoment, outcomeOf, SLOT_MS } from '../../core/statistics.ts';
import type { LineKind } from './lines.ts';

const COUNTERS = ['calls', 'failed', 'refused', 'limited', 'dropped', 'rowCount', 'bytes', 'totalMs', ...CLASSES] as const;
type Counters = Record<(typeof COUNTERS)[number] | 'maxMs', number>;
/** The naming rule would write its digit without the line before it. */
export const SLOTS = 'market_stat_5m' as 'marketStat5m';
type Table = typeof SLOTS | 'marketStatHour' | 'marketStatDay';

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

/** Adds up lines by API and five minutes, by API and hour, and by day, API and application. */
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
    const hours = new Map<string, Counters>();
    for (const [key, counters] of this.#slots) addUp(of(hours, hourOf(key)), counters);
    await add(db, SLOTS, this.#slots, SLOT_KEYS);
    await add(db, 'marketStatHour', hours, SLOT_KEYS);
    await add(db, 'marketStatDay', this.#days, DAY_KEYS);
  }
}

function of(map: Map<string, Counters>, key: string): Counters {
  let counters = map.get(key);
  if (!counters) map.set(key, (counters = zero()));
  return counters;
}
/** The key of the hour that a key of five minutes lies in. */
const hourOf = (key: string): string => `${key.slice(0, -'00:00.000Z'.length)}00:00.000Z`;
function addUp(sum: Counters, { maxMs, ...counters }: Counters): void {
  for (const name of COUNTERS) sum[name] += counters[name];
  sum.maxMs = Math.max(sum.maxMs, maxMs);
}

type Column = 'text' | 'timestamptz' | 'date' | 'integer' | 'bigint' | 'float8';
const SLOT_KEYS = { kind: 'text', objectId: 'text', slot: 'timestamptz' } as const;
const DAY_KEYS = { kind: 'text', day: 'date', objectId: 'text', appId: 'text' } as const;
const TYPES: Readonly<Partial<Record<keyof Counters, Column>>> = {
  rowCount: 'bigint',
  bytes: 'bigint',
  totalMs: 'float8',
  maxMs: 'float8',
};
/** Casts as statements. */
const CASTS: Readonly<Record<Column, RawBuilder<unknown>>> = {
  text: sql`::text[]`,
  timestamptz: sql`::timestamptz[]`,
  date: sql`::date[]`,
  integer: sql`::integer[]`,
  bigint: sql`::bigint[]`,
  float8: sql`::float8[]`,
};

/** One statement for all rows: a list for each column costs node and database a fraction of a parameter for each value. */
async function add(db: Db, table: Table, counted: ReadonlyMap<string, Counters>, keys: Readonly<Record<string, Column>>): Promise<void> {
  if (counted.size === 0) return;
  const rows = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const named = rows.map(([key]) => key.split('\t'));
  const names = [...COUNTERS, 'maxMs'] as const;
  const lists = [
    ...Object.values(keys).map((type, i) => sql`${named.map((parts) => parts[i] ?? '')}${CASTS[type]}`),
    ...names.map((name) => sql`${rows.map(([, counters]) => counters[name])}${CASTS[TYPES[name] ?? 'integer']}`),
  ];
  const sums = COUNTERS.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${table}.${name}`)} + ${sql.ref(`excluded.${name}`)}`);
  const most = sql`${sql.ref('maxMs')} = greatest(${sql.ref(`${table}.maxMs`)}, ${sql.ref('excluded.maxMs')})`;
  const columns = [...Object.keys(keys), ...names].map((name) => sql.ref(name));
  await sql`insert into ${sql.table(table)} (${sql.join(columns)}) select * from unnest(${sql.join(lists)})
    on conflict (${sql.join(Object.keys(keys).map((name) => sql.ref(name)))}) do update set ${sql.join([...sums, most])}`.execute(db);
}
