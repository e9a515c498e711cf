import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SetModel } from '../../contract/data-set-model.ts';
import { brokenFields } from './broken.ts';
import { usesOf } from './impact.ts';

const KINDS = { chart: '图表', board: '看板', screen: '大屏' } as const;
const MAX = 5;

interface Change {
  readonly id: string;
  readonly before: SetModel;
  readonly after: SetModel;
  /** old → new */
  readonly renames: Readonly<Record<string, string>>;
}

/** Fields that have no column since this change: taken out, or not in the file that replaces the one before. */
async function lostBy(ctx: Ctx, { id, before, after, renames }: Change): Promise<string[]> {
  const kept = new Set(after.fields.map((field) => field.id));
  const removed = before.fields.flatMap((field) => (kept.has(renames[field.id] ?? field.id) ? [] : [field.id]));
  // of everything else the gate has already refused what the source does not have
  if (after.origin.kind !== 'file' || JSON.stringify(before.origin) === JSON.stringify(after.origin)) return removed;
  const now = await brokenFields(ctx, { id, sourceId: null, model: after });
  if (now.length === 0) return removed;
  const earlier = new Set((await brokenFields(ctx, { id, sourceId: null, model: before })).map(({ field }) => field));
  return [...removed, ...now.flatMap(({ field }) => (earlier.has(field) ? [] : [field]))];
}

/**
 * Refuses a change that takes fields from charts, boards or screens: whoever means it names these fields. Throws entity.inUse with the fields
 * and what uses them.
 */
export async function assertNothingLost(ctx: Ctx, change: Change, accepted: readonly string[]): Promise<void> {
  const lost = new Set((await lostBy(ctx, change)).filter((field) => !accepted.includes(field)));
  if (lost.size === 0) return;
  const uses = (await usesOf(ctx, change.id)).filter(({ fields }) => fields.some((field) => lost.has(field)));
  if (uses.length === 0) return;
  const used = [...lost].filter((field) => uses.some(({ fields }) => fields.includes(field)));
  const nameOf = (id: string) => change.before.fields.find((field) => field.id === id)?.name ?? id;
  const names = uses.map(({ type, name }) => `${KINDS[type]}“${name}”`);
  throw new AppError(
    'entity.inUse',
    `字段 ${used.map(nameOf).join('、')} 保存后将不存在，${names.slice(0, MAX).join('、')}${names.length > MAX ? `等 ${names.length} 项` : ''}正在使用：请先对应到新的字段，或确认后再保存`,
    {
      fields: used,
      names: uses.slice(0, 50).map(({ name }) => name),
      total: uses.length,
      uses: uses.slice(0, 50).map(({ type, id, name, path }) => ({ type, id, name, path })),
    },
  );
}
