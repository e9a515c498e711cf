import { LRUCache } from 'lru-cache';
import { ByteText } from '#kit/server/byte-text.ts';
import { pools, type FastRead, type Source } from '#modules/sources/server/index.ts';
import type { CompiledQuery, JsonList, JsonRun, QueriedRows } from './compile.ts';
import type { Masking } from './masking.ts';
import type { CheckedStatement } from './reader.ts';
import { Slots } from './slots.ts';
import { placeAt, STALLED, watchOf } from './stalls.ts';

/** Statements that take longer hold others up on a pipelined connection: they get one of their own. */
const MAX_FAST_MS = 50;
/** Share of the last run in what a statement is taken to cost. */
const WEIGHT = 0.2;
/** One run that waited for a busy machine is no slow statement: it counts for so many times of what is known. Several in a row tell. */
const MAX_RISE = 3;
/** What a run may take without being taken for a slow one. */
const MIN_CLIPPED_MS = 2;
/** The ordinary way tells what a call waited for too: a statement that seems slow there is tried on the fast lane now and then. */
const MAX_TRIED_MS = 1_000;
const TRY_AGAIN_MS = 2_000;
const MAX_FIRST_MS = 300;
/** Bytes of one list. */
const MAX_BYTES = 8 * 1_048_576;

/** Longer calls of a source at once: the connections that its account may have are for people and the fast lane as well. */
const LONG_AT_ONCE = 8;
const slots = new Slots();

interface Cost {
  ms: number;
  /** whether the source told it, without what the call waited for */
  isExact: boolean;
  triesAgain: number;
}
/** What statements took lately, by source and text: whoever compiles them anew finds it again. */
const costs = new LRUCache<string, Cost>({ max: 10_000 });
/**
 * The first run on the fast lane may have waited for a node that was busy with calls of the ordinary way. It counts as short unless it was
 * really long; the next ones correct that.
 */
const firstExact = (ms: number): number => (ms < MAX_FIRST_MS ? Math.min(ms, MAX_FAST_MS / 5) : ms);
function noteCost(key: string, ms: number, how: 'fast' | 'alone' | 'ordinary'): void {
  const isExact = how !== 'ordinary';
  const known = costs.get(key);
  if (known === undefined || known.isExact !== isExact)
    costs.set(key, { ms: how === 'fast' ? firstExact(ms) : ms, isExact, triesAgain: performance.now() + TRY_AGAIN_MS });
  else known.ms = known.ms * (1 - WEIGHT) + Math.min(ms, Math.max(known.ms * MAX_RISE, MIN_CLIPPED_MS)) * WEIGHT;
}
/** Whether a statement is short, or is to be tried as one. */
function isShort(cost: Cost): boolean {
  if (cost.ms < MAX_FAST_MS) return true;
  const now = performance.now();
  if (cost.isExact || cost.ms > MAX_TRIED_MS || now < cost.triesAgain) return false;
  cost.triesAgain = now + TRY_AGAIN_MS;
  return true;
}

interface Parts {
  readonly source: Source;
  readonly passed: CheckedStatement;
  readonly run: CompiledQuery['run'];
  readonly maskingFor: (names: readonly string[]) => Masking;
  /** false: the statement needs settings that the fast lane does not have */
  readonly mayBeFast: boolean;
}

/** First runs of statements that nothing is known of yet: others wait for what they find. */
const firstRuns = new Map<string, Promise<unknown>>();
async function costOf(key: string): Promise<Cost | undefined> {
  await firstRuns.get(key)?.catch(() => undefined);
  return costs.get(key);
}
async function noted<List>(key: string, run: () => Promise<List>): Promise<List> {
  const begun = performance.now();
  const list = await run();
  noteCost(key, performance.now() - begun, 'ordinary');
  return list;
}

/**
 * Runs a compiled statement for its rows as JSON: by the fast lane when it is known to be short, on a connection of its own when it is known to be
 * longer, else the ordinary way.
 */
export function jsonRunner({ source, passed, run, maskingFor, mayBeFast }: Parts): CompiledQuery['runJson'] {
  const key = `${source.id} ${passed.text}`;
  const outs = outsFor(maskingFor);
  const { text, searchPath } = passed;
  const watch = watchOf(source.id);
  const requestOf = (params: readonly unknown[], { fields, timeoutMs }: JsonRun, expectedMs: number): FastRead => {
    return { text, params, searchPath, timeoutMs, outs: outs(fields), maxBytes: MAX_BYTES, expectedMs };
  };
  const alone = async (params: readonly unknown[], options: JsonRun, { ms }: Cost, signal: AbortSignal): Promise<JsonList | null> => {
    const found = await pools.of(source, Date.now()).fast?.readAlone(requestOf(params, options, ms), signal);
    if (found) noteCost(key, found.ms, 'alone');
    return found ?? null;
  };

  /** `cost` tells whether the statement is known, and may have a connection of its own. */
  const long = async (params: readonly unknown[], options: JsonRun, cost?: Cost): Promise<JsonList> => {
    const { fields, maxRows, timeoutMs } = options;
    const signal = options.signal();
    const asked = performance.now();
    const release = await placeAt(slots, source.id, { most: LONG_AT_ONCE, signal });
    try {
      const queueMs = performance.now() - asked;
      const list =
        (cost && (await alone(params, options, cost, signal))) ??
        (await noted(key, async () => listOf(await run(params, { maxRows, timeoutMs, signal }), fields)));
      watch.answered();
      return { ...list, queueMs };
    } finally {
      release();
    }
  };
  return async (params, options) => {
    if (!mayBeFast) return long(params, options);
    const cost = costs.get(key) ?? (await watch.unlessStalled(costOf(key)));
    if (cost === STALLED) return long(params, options);
    if (cost === undefined) {
      const first = long(params, options);
      firstRuns.set(key, first);
      return first.finally(() => firstRuns.delete(key));
    }
    if (isShort(cost)) {
      const { fast } = pools.of(source, Date.now());
      const reading = fast?.read(requestOf(params, options, cost.ms));
      const found = reading && (await watch.unlessStalled(reading));
      if (found === STALLED) {
        costs.set(key, { ms: MAX_FAST_MS * 10, isExact: true, triesAgain: performance.now() + TRY_AGAIN_MS });
        return long(params, options, cost);
      }
      if (found) {
        noteCost(key, found.ms, 'fast');
        watch.answered();
        return found;
      }
      return long(params, options);
    }
    return long(params, options, cost);
  };
}

/** What is answered of each column, one function for each set of fields. */
function outsFor(maskingFor: Parts['maskingFor']): (fields: ReadonlySet<string> | null) => FastRead['outs'] {
  const made = new Map<ReadonlySet<string> | null, FastRead['outs']>();
  return (fields) => {
    let outs = made.get(fields);
    if (!outs) {
      outs = (columns) => {
        const { shows } = maskingFor(columns.map(({ name }) => name));
        return columns.map(({ name }, i) => ({ name: fields === null || fields.has(name) ? name : null, show: shows[i] ?? null }));
      };
      made.set(fields, outs);
    }
    return outs;
  };
}

function listOf({ names, rows, maskMs }: QueriedRows, fields: ReadonlySet<string> | null): Omit<JsonList, 'queueMs'> {
  const begun = performance.now();
  const kept = names.flatMap((name, i) => (fields === null || fields.has(name) ? [[name, i] as const] : []));
  const json = JSON.stringify(rows.map((row) => Object.fromEntries(kept.map(([name, i]) => [name, row[i]]))));
  return { json: ByteText.of(json), count: rows.length, encodeMs: maskMs + performance.now() - begun };
}
