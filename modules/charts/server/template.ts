import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DataSet } from '#modules/datasets/contract/data-set-model.ts';
import { loadSet, storedSet, asDataSet } from '#modules/datasets/server/index.ts';
import { frozenText, itemsOf, ofVisibleItem, oneItem, withSafeThumbnails } from '#modules/library/server/index.ts';
import type { ChartConfig } from '../contract/chart.ts';
import type { Template, TemplateBinding, TemplateRow } from '../contract/template.ts';
import type { Outline, Part } from '../core/outline/outline.ts';
import { refsOf } from '../core/outline/refs.ts';
import { setsOf } from '../core/template/needs.ts';
import { fits } from '../core/template/propose.ts';
import { keptConditions, rebinding, type OwnSet, type Rebinding } from '../core/template/rebind.ts';
import { PICKS_SETS } from './documents.ts';

/** What a kind of document says of itself so that its published ones can be templates. */
export interface TemplateForm<Config extends object> {
  readonly kind: 'board' | 'screen';
  read(doc: unknown): Config;
  outline(config: Config): Outline;
  nameOf(config: Config, part: Part): string;
  /** every chart of the document through `change` */
  withCharts(config: Config, change: (chart: ChartConfig) => ChartConfig): Config;
  /** the document over other data sets */
  bind(config: Config, to: Rebinding): Config;
}

const copies = (kind: 'board' | 'screen') => `visual:${kind}:copy`;
const MAX_TEMPLATES = 200;

/** A published document as lists of templates show it. */
interface PublishedDocument {
  readonly id: string;
  readonly name: string;
  readonly code: string | null;
  readonly thumbnail: string | null;
  readonly isSystem: '0' | '1';
  readonly folderName: string | null;
}

/** Screens of the product that the caller may open, although they are not among the screens that he sees in the library. */
async function openedByRight(ctx: Ctx): Promise<PublishedDocument[]> {
  const rows = await ctx.db
    .selectFrom('visualScreen')
    .select(['id', 'screenName as name', 'code', 'screenThumbnail as thumbnail', 'viewPerms'])
    .where('isSystem', '=', '1')
    .where('publishedNo', 'is not', null)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows
    .filter(({ viewPerms }) => viewPerms !== null && holds(ctx.user, viewPerms))
    .map(({ viewPerms: _, ...row }) => ({ ...row, isSystem: '1', folderName: null }));
}

/** Published documents that the caller may copy, and screens of the product that he may open: those of the product first. */
export async function templatesOf(ctx: Ctx, kind: 'board' | 'screen'): Promise<TemplateRow[]> {
  const seen: PublishedDocument[] = await itemsOf(ctx, kind, copies(kind))
    .leftJoin('visualFolder as folder', 'folder.id', 'item.folderId')
    .select(['item.id', 'item.name', 'item.code', 'item.thumbnail', 'item.isSystem', 'folder.name as folderName'])
    .where('item.publishedNo', 'is not', null)
    .where('item.status', '=', '1')
    .orderBy('item.isSystem', 'desc')
    .orderBy('item.updateTime', 'desc')
    .orderBy('item.id')
    .limit(MAX_TEMPLATES)
    .execute();
  const known = new Set(seen.map(({ id }) => id));
  const more = kind === 'screen' ? (await openedByRight(ctx)).filter(({ id }) => !known.has(id)) : [];
  const safe = await withSafeThumbnails(ctx.db, kind, [...more, ...seen]);
  return safe.map(({ isSystem, ...row }) => ({ ...row, isSystem: isSystem === '1' }));
}

/** The name of a template that the caller may take. Throws entity.notFound for any other. */
async function nameFor(ctx: Ctx, kind: 'board' | 'screen', id: string): Promise<string> {
  const own = kind === 'screen' ? (await openedByRight(ctx)).find((one) => one.id === id) : undefined;
  return (own ?? (await oneItem(ctx, kind, id, copies(kind)))).name;
}

interface Opened<Config> {
  readonly id: string;
  readonly name: string;
  readonly config: Config;
  /** data sets of the template that the caller sees */
  readonly seen: ReadonlySet<string>;
  readonly sets: ReadonlyMap<string, DataSet>;
}

/**
 * The published version of a template. What a condition over a data set compares with is a value of that data set: it is left out for those
 * who do not see it.
 */
async function opened<Config extends object>(ctx: Ctx, form: TemplateForm<Config>, id: string): Promise<Opened<Config>> {
  const name = await nameFor(ctx, form.kind, id);
  const text = await frozenText(ctx.db, form.kind, id);
  if (text === null) throw new AppError('rule.broken', '该模板尚未发布或已禁用，请选择其他模板');
  const full = form.read(JSON.parse(text));
  const ids = [...new Set(refsOf(form.outline(full)).sets.map((one) => one.id))];
  const rows =
    ids.length === 0
      ? []
      : await ctx.db
          .selectFrom('visualDataSet')
          .select('id')
          .where('id', 'in', ids)
          .where('deletedAt', 'is', null)
          .where(ofVisibleItem(ctx, 'dataset', PICKS_SETS))
          .execute();
  const seen = new Set(rows.map((row) => row.id));
  const config = form.withCharts(full, (chart) =>
    seen.has(chart.dataSetId) ? chart : { ...chart, filters: keptConditions(chart.filters), idleFilters: [], having: [], params: {} },
  );
  const sets = new Map<string, DataSet>();
  for (const one of ids) {
    const row = await storedSet(ctx.db, one);
    if (row) sets.set(one, asDataSet(row));
  }
  return { id, name, config, seen, sets };
}

const setsIn = <Config extends object>(form: TemplateForm<Config>, { config, sets }: Opened<Config>) =>
  setsOf(
    form.outline(config),
    (part) => form.nameOf(config, part),
    (set, col) => sets.get(set)?.model.fields.find((field) => field.id === col),
  );

/** A template as the wizard shows it: its document, and what it uses of which data set. */
export async function templateFor<Config extends object>(ctx: Ctx, form: TemplateForm<Config>, id: string): Promise<Template> {
  const template = await opened(ctx, form, id);
  const { name, config, seen, sets } = template;
  return {
    id,
    name,
    config: JSON.parse(JSON.stringify(config)) as Template['config'],
    sets: setsIn(form, template).map((set) => ({ ...set, name: seen.has(set.id) ? (sets.get(set.id)?.name ?? null) : null })),
  };
}

/**
 * The document of a template over the data sets that were chosen. Throws entity.notFound for a template or a data set that the caller does
 * not see, input.invalid for a field that is not there or cannot stand where the template uses the other.
 */
export async function fromTemplate<Config extends object>(
  ctx: Ctx,
  form: TemplateForm<Config>,
  { id, bindings }: { readonly id: string; readonly bindings: readonly TemplateBinding[] },
): Promise<{ config: Config; name: string }> {
  const template = await opened(ctx, form, id);
  const known = new Map(setsIn(form, template).map((set) => [set.id, set]));
  const own = new Map<string, OwnSet>();
  const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path: `bindings.${path}`, message }]);
  for (const [n, { from, to, fields }] of bindings.entries()) {
    const set = known.get(from);
    if (!set) throw wrong(`${n}.from`, '模板已更新，不再使用该数据集，请重新打开模板');
    if (bindings.findIndex((one) => one.from === from) !== n) throw wrong(`${n}.from`, '同一个数据集只能对应一次');
    if (to === null) continue;
    const { model, name } = await loadSet(ctx, to, { permission: PICKS_SETS });
    own.set(to, model);
    for (const [m, pair] of fields.entries()) {
      const wanted = set.fields.find(({ col }) => col === pair.col);
      if (!wanted) throw wrong(`${n}.fields.${m}.col`, '模板已更新，不再使用该字段，请重新打开模板');
      if (pair.to === null || to === from) continue;
      const field = model.fields.find((one) => one.id === pair.to && !one.hidden);
      if (!field) throw wrong(`${n}.fields.${m}.to`, `数据集“${name}”没有所选的字段，请重新选择`);
      if (!fits(wanted, field))
        throw wrong(`${n}.fields.${m}.to`, `字段“${field.name}”的类型不能对应模板的“${wanted.name}”，请选择其他字段`);
    }
  }
  const to = rebinding(bindings, (set) => own.get(set));
  return { config: form.bind(template.config, to), name: template.name };
}
