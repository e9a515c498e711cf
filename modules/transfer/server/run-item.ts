import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { boardPublishing } from '#modules/boards/server/index.ts';
import { ChartConfig } from '#modules/charts/contract/chart.ts';
import { idsOf, type NewIds } from '#modules/library/core/index.ts';
import { buildItem, createItem, kindOf, publishOrAsk } from '#modules/library/server/index.ts';
import { ScreenConfig } from '#modules/screens/contract/screen-config.ts';
import { screenPublishing } from '#modules/screens/server/index.ts';
import { keyOf, type FileItem } from '../contract/file.ts';
import { isEqual } from '../core/index.ts';
import { doing, LABELS, publishing } from './rights.ts';
import { folderOf, newName, outcome, Unfit, type Outcome, type Work } from './work.ts';

const FORMS = { chart: ChartConfig, board: BoardConfig, screen: ScreenConfig };
const PUBLISHING = { board: boardPublishing, screen: screenPublishing };
const VERSION_NAME = '导入的定义';

/** Refuses what is no document of its kind: readers mend what they can, and a part that a file has must not get lost in silence. */
function assertForm({ kind, doc }: FileItem): void {
  const hooks = kindOf(kind);
  if (hooks.isNewer(doc)) throw new Unfit(`${LABELS[kind]}由更新版本的平台导出，当前版本不能导入，请升级平台后重试`);
  const parsed = FORMS[kind].safeParse(doc);
  if (parsed.success) return;
  // forms of older programs go through the steps of their kind
  const isOlder = typeof doc.v === 'number' && doc.v >= 1 && !hooks.isNewer({ ...doc, v: doc.v + 1 });
  if (isOlder && hooks.isReadable(doc)) return;
  const issue = parsed.error.issues[0];
  throw new Unfit(`${LABELS[kind]}定义格式不正确（doc.${issue?.path.join('.') ?? ''}）：${issue?.message ?? ''}`);
}

/** What the document reads must come with the file or stand for something here. */
function assertNeeds({ plan, ids, out }: Work, { kind, doc }: FileItem): void {
  const refs = kindOf(kind).refs(doc);
  const names = new Map(plan.file.documents.map((one) => [keyOf(one), one.name]));
  for (const [what, list] of [
    ['chart', refs.charts],
    ['dataset', refs.sets],
  ] as const)
    for (const id of idsOf(list)) {
      const key = keyOf({ kind: what, id });
      const name = names.get(key);
      if (name === undefined) throw new Unfit(`引用的${LABELS[what]}不在文件中，请重新导出`);
      if (out.has(key) || !ids.has(key))
        throw new Unfit(`引用的${LABELS[what]}“${name}”没有导入，请先处理它，或选择使用当前平台已有的${LABELS[what]}`);
    }
}

/** Fields of data sets that are called otherwise here. */
function renamed({ renames, plan }: Work, kind: FileItem['kind'], doc: unknown): unknown {
  const setOf = new Map(
    plan.file.documents.flatMap((one) => {
      const set = one.kind === 'chart' ? kindOf('chart').refs(one.doc).sets[0] : undefined;
      return set ? [[one.id, set.id] as const] : [];
    }),
  );
  let form = doc;
  for (const [dataSetId, names] of renames)
    if (names.size > 0) form = kindOf(kind).rename(form, { dataSetId, names }, (chartId) => setOf.get(chartId)) ?? form;
  return form;
}

function localIds({ ids, out, plan, assets }: Work, notes: string[]): NewIds {
  const idOf = (kind: 'chart' | 'dataset', id: string): string => ids.get(keyOf({ kind, id })) ?? id;
  const linkNames = new Map([...plan.file.links, ...plan.file.documents].map((one) => [keyOf(one), one.name]));
  return {
    set: (id) => idOf('dataset', id),
    chart: (id) => idOf('chart', id),
    link(to, id) {
      const key = keyOf({ kind: to, id });
      const here = (out.has(key) ? undefined : ids.get(key)) ?? plan.links.get(key);
      if (here === undefined)
        notes.push(`点击跳转的${LABELS[to]}${linkNames.has(key) ? `“${linkNames.get(key)}”` : ''}不在文件和当前平台中，该跳转已去掉`);
      return here ?? null;
    },
    file(name) {
      const asset = assets.get(name);
      if (asset && 'problem' in asset) throw new Unfit(asset.problem);
      if (!asset) notes.push('有图片不在文件中，请在导入后重新上传');
      return asset?.fileName ?? null;
    },
  };
}

const SAME: NewIds = { set: (id) => id, chart: (id) => id, link: (_, id) => id, file: (name) => name };

/** Names of the stored charts here that two documents show. */
async function chartNames({ ctx }: Work, kind: FileItem['kind'], docs: readonly unknown[]): Promise<Record<string, string>> {
  const ids = docs.flatMap((doc) => idsOf(kindOf(kind).refs(doc).charts));
  if (ids.length === 0) return {};
  const rows = await ctx.db.selectFrom('visualChart').select(['id', 'chartName']).where('id', 'in', ids).execute();
  return Object.fromEntries(rows.map(({ id, chartName }) => [id, chartName]));
}

async function publish({ ctx, plan }: Work, kind: FileItem['kind'], id: string, notes: string[]): Promise<void> {
  if (!plan.mapping.publish || kind === 'chart') return;
  const { flow } = await publishOrAsk(publishing(ctx, kind), kind, PUBLISHING[kind], id, { name: VERSION_NAME });
  if (flow) notes.push('发布需要审批，已提交，通过之前看到的仍是原来的版本');
}

/** Adds or replaces a chart, board or screen, as its maker would by hand. What was there before stays a version. */
export async function runItem(work: Work, one: FileItem): Promise<Outcome> {
  const { ctx } = work;
  const { kind } = one;
  const key = keyOf(one);
  const notes: string[] = [];
  assertForm(one);
  assertNeeds(work, one);
  const doc = kindOf(kind).withIds(renamed(work, kind, one.doc), localIds(work, notes));
  if (doc === null) throw new Unfit(`${LABELS[kind]}定义不能读取，请重新导出`);
  const target = work.targets.get(key);
  const id = work.ids.get(key)!;
  if (!target) {
    const making = doing(ctx, kind, 'new');
    const folderId = await folderOf(making, one, notes);
    await createItem(making, kind, { name: newName(work, one), folderId, remark: one.remark, config: doc }, { id });
    await publish(work, kind, id, notes);
    return outcome('new', [], notes);
  }
  const before = kindOf(kind).withIds(target.doc, SAME);
  const isSameName = target.isSystem || target.name === one.name;
  if (isSameName && isEqual(before, doc)) return outcome('same', [], notes);
  if (kind !== 'chart') await PUBLISHING[kind].assertFree(ctx.db, [id], 'edit');
  const { version } = target;
  await buildItem(doing(ctx, kind, 'replace'), kind, id, { config: doc, name: one.name, version, versionName: VERSION_NAME });
  const changes = kindOf(kind).diff(target.doc, doc, await chartNames(work, kind, [target.doc, doc]));
  if (!isSameName) changes.unshift({ what: 'changed', subject: '名称', name: target.name, details: [`改名为“${one.name}”`] });
  if (changes.length === 0) changes.push({ what: 'changed', subject: LABELS[kind], name: one.name, details: ['设置'] });
  await publish(work, kind, id, notes);
  return outcome('changed', changes, notes);
}
