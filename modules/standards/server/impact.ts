import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { ElementAttributes } from '../contract/element.ts';
import { compare, type ColumnFacts, type ElementFacts } from '../core/contrast.ts';
import { definitionOf } from '../core/contrast-values.ts';
import { bindingRows, PLACE, readsWhole, STATE, stateSeen } from './binding-rows.ts';
import { boundColumns, factsOf, knownWords, withStandards } from './facts.ts';
import { attributesOf, ELEMENT, elementRows } from './element-rows.ts';

type State = 'conform' | 'partial' | 'bad' | 'retired' | 'exempt' | 'unread' | 'open';
export type ImpactAction = 'publish' | 'retire';
/** A binding as it stands and as it would stand. */
export interface Judged {
  readonly id: string;
  readonly sourceId: string;
  readonly sourceName: string;
  readonly before: State;
  readonly after: State;
  readonly says: string[];
  /** by the definition of the column alone, for who does not get all of its rows */
  readonly plain: { readonly after: State; readonly says: string[] };
}
const MAX = 5000;

/** Every column bound to an element as publishing its draft, or retiring it, would leave it; nobody's sight is asked for. */
export async function judgeAll(
  db: Db,
  element: ElementFacts & Readonly<Record<keyof ElementAttributes, unknown>> & { readonly id: string },
  { action }: { action: ImpactAction },
): Promise<Judged[]> {
  const states = await db
    .selectFrom('standardBinding')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardBinding.sourceId')
    .select(['standardBinding.id', 'standardBinding.sourceId', 'metadataSource.sourceName', STATE.as('before')])
    .where('standardBinding.elementId', '=', element.id)
    .where('standardBinding.deletedAt', 'is', null)
    .execute();
  const stateOf = new Map(states.map((row) => [row.id, row]));
  const rows = await boundColumns(db, sql<ElementFacts>`${JSON.stringify(attributesOf(element))}::jsonb`)
    .where(sql<boolean>`b.element_id = ${element.id}`)
    .orderBy('b.id')
    .execute();
  const bound = withStandards(rows, new Map([[element.id, element]]));
  const known = await knownWords(db);
  const facts = await factsOf(db, bound, known);
  return bound.flatMap((row): Judged[] => {
    const state = stateOf.get(row.id);
    if (!state) return [];
    const judge = (column: ColumnFacts): Judged['plain'] => {
      if (action === 'retire') return { after: 'retired', says: ['标准废止后没有可以遵循的标准'] };
      const { verdict, results } = compare(element, column, known);
      const after = row.error === null ? verdict : 'unread';
      const says = results.flatMap(({ isConform, say }) => (isConform === false && say !== null ? [say] : []));
      // an exemption lasts through a new version, and is no longer covered by the end of the standard
      return { after: state.before === 'exempt' ? 'exempt' : after, says };
    };
    const whole = facts.get(row.id)!;
    return [{ ...state, ...judge(whole), plain: judge(definitionOf(whole) ?? whole) }];
  });
}

/** Rows by their source, in the order of the rows. */
export function bySource<Row extends { readonly sourceId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(row.sourceId, [...(found.get(row.sourceId) ?? []), row]);
  return found;
}

/** What publishing the draft of an element, or retiring it, would make of the columns that are bound to it, before it happens. */
export async function impactOf(ctx: Ctx, elementId: string, action: ImpactAction = 'publish') {
  const element = await elementRows(ctx.db, { id: elementId }).select(ELEMENT).executeTakeFirst();
  if (!element) throw new AppError('entity.notFound');
  const judged = await judgeAll(ctx.db, element, { action });
  const of = new Map(judged.map((one) => [one.id, one]));
  const places = await bindingRows(ctx, { elementId })
    .select(['standardBinding.id', 'standardBinding.sourceId', 'standardBinding.tableId', 'standardBinding.columnId', ...PLACE])
    .select([readsWhole(ctx).as('isWhole'), stateSeen(ctx).as('before')])
    .orderBy('metadataSource.sourceName')
    .orderBy('standardBinding.id')
    .limit(MAX)
    .execute();
  const columns = places.flatMap(({ isWhole, ...place }) => {
    const one = of.get(place.id);
    if (!one) return [];
    const { after, says } = isWhole ? one : one.plain;
    return [{ ...place, after, says }];
  });
  const isWorse = ({ before, after }: Pick<Judged, 'before' | 'after'>) => before === 'conform' && after !== 'conform';
  const isBetter = ({ before, after }: Pick<Judged, 'before' | 'after'>) => before !== 'conform' && after === 'conform';
  const sources = [...bySource(columns)].map(([sourceId, own]) => ({
    sourceId,
    sourceName: own[0]!.sourceName,
    columns: own.length,
    worse: own.filter(isWorse).length,
    better: own.filter(isBetter).length,
  }));
  return {
    columns,
    sources,
    hidden: judged.length - columns.length,
    worse: columns.filter(isWorse).length,
    better: columns.filter(isBetter).length,
  };
}
