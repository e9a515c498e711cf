import * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { profileOf } from '#modules/catalogue/server/index.ts';
import { SENSITIVE_LEVELS, type CompiledPart, type GuardedSource } from '#modules/gate/server/index.ts';
import {
  binsOf,
  binsStatement,
  countsOf,
  countsStatement,
  driftOutcome,
  profiledDistribution,
  skipped,
  type Bins,
  type Distribution,
  type Measured,
  type Outcome,
  type TableToRun,
} from '../../core/index.ts';
import { keptDetail, type Figured } from './figures.ts';

type Drifting = Measured & { readonly measure: Extract<Measured['measure'], { of: 'drift' }> };
interface At {
  readonly ctx: Ctx;
  readonly guarded: GuardedSource;
  readonly run: Omit<TableToRun, 'rules'>;
}

const Kept = z.object({
  bins: z.union([
    z.object({ of: z.literal('number'), edges: z.array(z.number()) }),
    z.object({ of: z.literal('text'), values: z.array(z.string()) }),
  ]),
  counts: z.array(z.number()),
});

async function isSensitive({ db }: Ctx, columnId: string): Promise<boolean> {
  const row = await db
    .selectFrom('metadataColumn')
    .leftJoin('metadataClass', (join) =>
      join.onRef('metadataClass.id', '=', 'metadataColumn.classId').on('metadataClass.deletedAt', 'is', null),
    )
    .select((e) => e.fn.coalesce('metadataColumn.level', 'metadataClass.level').as('level'))
    .where('metadataColumn.id', '=', columnId)
    .executeTakeFirst();
  return row?.level != null && SENSITIVE_LEVELS.includes(row.level);
}

/** The distribution that the profile of a column shows, or why it shows none. */
async function profiled(ctx: Ctx, columnId: string): Promise<Distribution | string> {
  const found = (await profileOf(ctx, [columnId])).get(columnId);
  if (!found?.stats) return '字段还没有数据画像，请先在元数据中分析该表';
  if (found.valuesHidden) return '规则负责人不能查看该字段的取值分布';
  if (!found.stats.isRandomSample) return '数据画像只取了前若干行，不能作为基准，请改用上一次检查或首次检查';
  return profiledDistribution(found.stats) ?? '数据画像中没有该字段的取值分布，请重新分析该表';
}

/**
 * Holds the distribution of a column against its baseline. A baseline of earlier checks is what the first one found: from then on values are
 * counted in its bins. Throws what the gate and the source throw.
 */
export async function drifted({ ctx, guarded, run }: At, rule: Figured, measured: Drifting, part: CompiledPart): Promise<Outcome> {
  const { baseline } = measured.measure;
  if (await isSensitive(ctx, rule.columnId ?? '')) return skipped(rule.id, '敏感字段不保留取值分布，不能检查漂移，本次跳过');
  const ask = async (text: string) => {
    const batch = { tableId: run.table.id, statements: [{ text, parts: [part] }], purpose: 'quality' as const };
    const [row] = await guarded.measureCompiled(batch);
    return row === 'few' || row === undefined ? [] : row;
  };
  const counted = async (bins: Bins) => countsOf(bins, await ask(countsStatement(run, measured, bins)));
  if (baseline === 'profile') {
    const before = await profiled(ctx, rule.columnId ?? '');
    if (typeof before === 'string') return skipped(rule.id, `${before}，本次跳过`);
    const now = await counted(before.bins);
    return driftOutcome(rule.id, measured.measure, { bins: before.bins, baseline: before.counts, current: now.counts });
  }
  const kept = Kept.safeParse(await keptDetail(ctx.app.db, run.table.id, rule, baseline));
  if (!kept.success) {
    const now = await counted(binsOf(run, measured, await ask(binsStatement(run, measured))));
    return { ...skipped(rule.id, '没有更早的分布可比较，执行后以其分布为基准，本次跳过'), kept: { value: null, detail: now } };
  }
  const now = await counted(kept.data.bins);
  const found = driftOutcome(rule.id, measured.measure, { bins: kept.data.bins, baseline: kept.data.counts, current: now.counts });
  return { ...found, kept: { value: found.kept?.value ?? null, detail: now } };
}
