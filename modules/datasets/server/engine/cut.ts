import type { Ctx } from '#kit/server/ctx.ts';
import type { ChartQuery, Scalar } from '../../contract/query.ts';
import { compileCount, compileQuery, shapeAnswer, type Compiled, type CompileInput } from '../../core/query/index.ts';
import type { CachedAnswer } from './cache.ts';
import type { Limiter } from './limiter.ts';
import type { Place } from './source.ts';
import type { Answer } from './types.ts';

/** Counting is worth so long a wait: what takes longer is told without a number. */
const COUNT_MS = 5_000;

interface CutOptions {
  readonly ctx: Ctx;
  readonly place: Place;
  readonly purpose: string;
  readonly compiled: Compiled;
  readonly input: CompileInput;
  readonly limiter: Limiter;
  readonly sourceLimit: number;
}

/** What was counted for the rows that are kept, by statement: it goes when they go. */
const counted = new WeakMap<CachedAnswer, Map<string, Promise<readonly (readonly unknown[])[] | null>>>();

/** The rows of a small statement beside an answer; null when the source did not give them in time. */
async function small(options: CutOptions, cached: CachedAnswer, statement: { text: string; params: readonly unknown[] }) {
  const { ctx, place, purpose, limiter, sourceLimit } = options;
  const known = counted.get(cached) ?? new Map<string, Promise<readonly (readonly unknown[])[] | null>>();
  counted.set(cached, known);
  const key = JSON.stringify([statement.text, statement.params]);
  let rows = known.get(key);
  if (!rows) {
    const run = async () => {
      // of everybody who asks the same now, not of one who may leave
      const signal = AbortSignal.timeout(2 * COUNT_MS);
      const cleared = await place.clear(statement, purpose);
      const turn = limiter.take(place.lane, sourceLimit, ctx.user.id, 'visible', signal);
      const done = await turn.ready;
      try {
        return (await cleared.run({ maxRows: 1, timeoutMs: COUNT_MS, signal })).rows;
      } finally {
        done();
      }
    };
    rows = run().catch((error: unknown) => {
      ctx.app.log.info({ error }, 'what an answer leaves out could not be counted');
      return null;
    });
    known.set(key, rows);
  }
  return rows;
}

/** Whether a measure of the whole is the sum of those of its parts. */
const isSum = ({ agg, modifier }: Compiled['plan']['measures'][number]): boolean =>
  (agg === 'sum' || agg === 'count') && modifier === 'none';

async function wholeOf(options: CutOptions, cached: CachedAnswer): Promise<Scalar[] | undefined> {
  const { compiled, input } = options;
  const { measures } = compiled.plan;
  if (input.query.having.length > 0 || !measures.some(isSum)) return undefined;
  const query: ChartQuery = {
    ...input.query,
    rows: [],
    columns: [],
    measures: input.query.measures.map((slot) => ({ ...slot, modifier: 'none' as const })),
    sort: [],
    topN: null,
    totals: false,
    grandTotal: undefined,
    fill: 'none',
    limit: 1,
  };
  const whole = compileQuery({ ...input, query });
  const rows = await small(options, cached, whole);
  const [row] = rows ? shapeAnswer({ plan: whole.plan, rows, masked: [], labels: new Map() }).rows : [];
  return row && measures.map((measure, at) => (isSum(measure) ? (row[at] ?? null) : null));
}

/**
 * An answer with how much it leaves out: the number of all rows or groups, and what they come to where shares are taken of it. Both are asked of
 * the source once for the rows that are kept, and only when something is left out. Nothing is counted where small groups are not told: the
 * difference would tell of them.
 */
export async function withCut(answer: Answer, cached: CachedAnswer, options: CutOptions): Promise<Answer> {
  const { cut } = answer;
  if (!cut || options.compiled.plan.least !== null) return answer;
  const isMasked = cached.masked.some(Boolean);
  const count = cut.total === null ? await small(options, cached, compileCount(options.input, cut.kind)) : null;
  const first = count?.[0]?.[0];
  const total = cut.total ?? (first === undefined || first === null ? null : Number(first));
  // a ranking that leaves nothing out
  if (cut.kind === 'top' && total !== null && total <= cut.shown) {
    const { cut: _, ...complete } = answer;
    return complete;
  }
  const whole = options.input.query.share && cut.kind === 'limit' && !isMasked ? await wholeOf(options, cached) : undefined;
  return { ...answer, cut: { ...cut, total, ...(whole && { whole }) } };
}
