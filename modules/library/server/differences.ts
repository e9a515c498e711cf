import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DocKind } from '../contract/item.ts';
import type { Change } from '../contract/version.ts';
import type { ChartNames } from '../core/change.ts';
import { assertKnownForm, kindOf, type StoredCharts } from './kinds.ts';
import { chartsOf } from './publish.ts';
import { docOf } from './store.ts';

type Reads = Pick<Ctx, 'db'>;
type SideName = 'draft' | 'published' | number;
const MAX_CHANGES = 200;

/** A stored version. Throws entity.notFound. */
export async function versionOf({ db }: Reads, kind: DocKind, id: string, no: number) {
  const row = await db
    .selectFrom('visualVersion')
    .select(['id', 'versionNo', 'name', 'doc', 'charts'])
    .where('entityType', '=', kind)
    .where('entityId', '=', id)
    .where('versionNo', '=', no)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound', '该版本不存在，可能已被清理');
  assertKnownForm(kind, row.doc);
  return row;
}

/** The version that viewers see; null when nothing is published. */
export async function publishedNo({ db }: Reads, kind: DocKind, id: string): Promise<number | null> {
  if (kind === 'chart') return null;
  const table = kind === 'board' ? 'visualBoard' : 'visualScreen';
  return (await db.selectFrom(table).select('publishedNo').where('id', '=', id).executeTakeFirst())?.publishedNo ?? null;
}

interface Side {
  readonly doc: unknown;
  /** stored charts of that side, null when they were not frozen */
  readonly charts: StoredCharts | null;
}
const readable = (stored: StoredCharts): StoredCharts =>
  Object.fromEntries(Object.entries(stored).filter(([, one]) => kindOf('chart').isReadable(one)));

/** Stored charts that look otherwise than when they were frozen. */
const diffFrozen = (before: StoredCharts, after: StoredCharts, names: ChartNames): Change[] =>
  Object.keys(after).flatMap((id) => {
    const details =
      id in before
        ? kindOf('chart')
            .diff(before[id], after[id], names)
            .map(({ name }) => name)
        : [];
    return details.length > 0 ? [{ what: 'changed' as const, subject: '图表', name: names[id] ?? '图表', details }] : [];
  });

async function sideOf({ db }: Reads, kind: DocKind, id: string, side: 'draft' | 'published' | number): Promise<Side> {
  if (side === 'draft') {
    const doc = await docOf({ db }, kind, id);
    return { doc, charts: kind === 'chart' ? null : (await chartsOf({ db }, kind, doc)).charts };
  }
  const no = side === 'published' ? await publishedNo({ db }, kind, id) : side;
  if (no === null) return { doc: null, charts: null };
  const row = await versionOf({ db }, kind, id, no);
  const charts = readable(row.charts as StoredCharts);
  return { doc: row.doc, charts: Object.keys(charts).length > 0 ? charts : null };
}

async function namesOf({ db }: Reads, sides: readonly Side[], kind: DocKind): Promise<Record<string, string>> {
  if (kind === 'chart') return {};
  const found = await Promise.all(sides.map((side) => chartsOf({ db }, kind, side.doc)));
  return Object.assign({}, ...found.map(({ names }) => names)) as Record<string, string>;
}

/** What is otherwise between two versions of a document, as people would say it. */
export async function differencesOf(
  ctx: Reads,
  { kind, id }: { readonly kind: DocKind; readonly id: string },
  sides: { readonly from: SideName; readonly to: SideName },
): Promise<{ changes: Change[]; more: number }> {
  const [from, to] = await Promise.all([sideOf(ctx, kind, id, sides.from), sideOf(ctx, kind, id, sides.to)]);
  const names = await namesOf(ctx, [from, to], kind);
  const changes = kindOf(kind).diff(from.doc, to.doc, names);
  if (from.charts && to.charts) changes.push(...diffFrozen(from.charts, to.charts, names));
  return { changes: changes.slice(0, MAX_CHANGES), more: Math.max(0, changes.length - MAX_CHANGES) };
}
