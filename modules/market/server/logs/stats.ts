import { CompiledQuery } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { snake } from '#kit/server/db/bulk.ts';
import { CLASSES, classOf, dayOfMoment, outcomeOf, SLOT_MS } from '../../core/statistics.ts';
import type { LineKind } from './lines.ts';

const COUNTERS = ['calls', 'failed', 'refused', 'limited', 'dropped', 'rowCount', 'bytes', 'totalMs', ...CLASSES] as const;
type Counters = Record<(typeof COUNTERS)[number] | 'maxMs', number>;
type Pair = readonly [ofSlot: Counters, ofDay: Counters];

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
  /** what was counted of the slot at hand, by API and application: lines of one pair come by the thousand */
  readonly #pairs: Record<LineKind, Map<string, Map<string, Pair>>> = { api: new Map(), service: new Map() };

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

  #both(kind: LineKind, at: number, objectId: string, appId: string): Pair {
    const slot = at - (at % SLOT_MS);
    // lines come in the order of time
    if (slot !== this.#slot) this.#turn(slot);
    const known = this.#pairs[kind].get(objectId)?.get(appId);
    if (known) return known;
    const pair = [
      of(this.#slots, `${kind}\t${objectId}\t${this.#slotText}`),
      of(this.#days, `${kind}\t${this.#day}\t${objectId}\t${appId}`),
    ] as const;
    this.#pairs[kind].set(objectId, (this.#pairs[kind].get(objectId) ?? new Map<string, Pair>()).set(appId, pair));
    return pair;
  }
  #turn(slot: number): void {
    [this.#slot, this.#slotText, this.#day] = [slot, new Date(slot).toISOString(), dayOfMoment(slot)];
    for (const pairs of Object.values(this.#pairs)) pairs.clear();
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
    await add(db, this.#slots, ADD_SLOTS);
    await add(db, hours, ADD_HOURS);
    await add(db, this.#days, ADD_DAYS);
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
type Keys = Readonly<Record<string, Column>>;
const STATED = [...COUNTERS, 'maxMs'] as const;

/**
 * One statement for all rows of a table: a list for each column costs node and database a fraction of a parameter for each value. Written once:
 * it runs several times a second while calls come.
 */
function adding(table: string, keys: Keys): { readonly text: string; readonly keys: Keys } {
  const types = [...Object.values(keys), ...STATED.map((name) => TYPES[name] ?? 'integer')];
  const lists = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const columns = [...Object.keys(keys), ...STATED].map(snake).join(', ');
  const sums = COUNTERS.map(snake).map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  const most = `max_ms = greatest(${table}.max_ms, excluded.max_ms)`;
  const text = `insert into ${table} (${columns}) select * from unnest(${lists})
    on conflict (${Object.keys(keys).map(snake).join(', ')}) do update set ${[...sums, most].join(', ')}`;
  return { text, keys };
}
const ADD_SLOTS = adding('market_stat_5m', SLOT_KEYS);
const ADD_HOURS = adding('market_stat_hour', SLOT_KEYS);
const ADD_DAYS = adding('market_stat_day', DAY_KEYS);

async function add(db: Db, counted: ReadonlyMap<string, Counters>, { text, keys }: ReturnType<typeof adding>): Promise<void> {
  if (counted.size === 0) return;
  const rows = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const parts = rows.map(([key]) => key.split('\t'));
  const lists = [
    ...Object.keys(keys).map((_, i) => parts.map((values) => values[i] ?? '')),
    ...STATED.map((name) => rows.map(([, counters]) => counters[name])),
  ];
  await db.executeQuery(CompiledQuery.raw(text, lists));
}
