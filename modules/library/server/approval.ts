import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { ProposalState } from '#kit/contract/flow.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { defineProposals, type Proposals } from '#kit/server/proposals.ts';
import { grantCalls } from '../contract/grant.ts';
import { comparePublished } from './comparison.ts';
import { differencesOf, publishedNo } from './differences.ts';
import { assertPublishable, chartsOf, publishItem, type Publishing } from './publish.ts';
import type { Publishable } from './published-version.ts';
import { ITEMS, itemFor, type ItemKind } from './reach.ts';
import { sketchOf } from './sketch.ts';
import { docOf, lockedItem } from './store.ts';
import { digest } from './versions.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly remark: string | null;
  readonly folder: string | null;
  readonly owner: string | null;
}
/** What everybody who decides about an item reads of it. */
async function named(db: Db, kind: ItemKind, id: string): Promise<Named> {
  const { table, name } = ITEMS[kind];
  const { rows } = await sql<Named>`select t.id, t.${sql.ref(name)} as name, t.remark, f.name as folder, u.nickname as owner
    from ${sql.table(table)} t left join visual_folder f on f.id = t.folder_id left join sys_user u on u.id = t.create_by
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  if (!rows[0]) throw new AppError('entity.notFound', `${ITEMS[kind].label}不存在或已删除`);
  return rows[0];
}
const ITEM_FIELDS = [
  { name: 'name', label: '名称' },
  { name: 'folder', label: '所在目录' },
  { name: 'owner', label: '创建人' },
  { name: 'remark', label: '备注' },
] as const;

const Publication = z.object({ name: z.string().nullish(), picture: z.string().nullish() });
type Publication = z.output<typeof Publication>;
interface Under {
  readonly code: string;
  readonly businessCode: string;
  readonly route: AnyRoute;
}

/** What publishing a draft changes for those who see it; null when nothing is published yet. */
const changesOf = async (ctx: Pick<Ctx, 'db'>, kind: Publishable, id: string) =>
  (await publishedNo(ctx, kind, id)) === null ? null : differencesOf(ctx, { kind, id }, { from: 'published', to: 'draft' });

/** Publishing of boards or screens under approval. What the document and its stored charts hold must not move behind it. */
export const publishingProposals = (kind: Publishable, { code, businessCode, route }: Under): Proposals<Publication> =>
  defineProposals({
    code,
    businessCode,
    route,
    name: `${ITEMS[kind].label}发布`,
    withoutApproval: '直接发布',
    fields: [...ITEM_FIELDS, { name: 'versionName', label: '版本名称' }, { name: 'charts', label: '图表数' }],
    input: Publication,
    async describe({ db }, { targetId, input }) {
      const doc = await docOf({ db }, kind, targetId);
      const { charts } = await chartsOf({ db }, kind, doc);
      return {
        ...(await named(db, kind, targetId)),
        versionName: input.name ?? null,
        charts: Object.keys(charts).length,
        picture: await sketchOf(db, kind, doc),
        changes: await changesOf({ db }, kind, targetId),
        digest: digest(JSON.stringify({ doc, charts })),
      };
    },
    compare: (scope, { targetId, input }) => comparePublished(scope, kind, targetId, input.name ?? null),
    carryOut: (ctx, { targetId, input }) => publishItem(ctx, kind, targetId, input),
  });

/** Publishes at once, or submits it where a process approves it. Throws as publishing does. */
export async function publishOrAsk(ctx: Ctx, kind: Publishable, proposals: Proposals<Publication>, id: string, options: Publishing) {
  const item = await lockedItem(ctx, kind, id, options.version === undefined ? {} : { version: options.version });
  await assertPublishable(ctx, kind, id);
  const input = { name: options.name ?? null, picture: options.picture ?? null };
  const { done, flow } = await proposals.run(ctx, { targetId: id, input }, () => publishItem(ctx, kind, id, options));
  return done ? { ...done, flow: null } : { version: item.version, versionNo: null, flow };
}

const sharing = new Map<ItemKind, Proposals<object>>();

/** Sharing an item with everybody who may open its kind under approval; taking the sharing back needs none. */
export function sharingProposals(kind: ItemKind, { code, businessCode }: Omit<Under, 'route'>): Proposals<object> {
  const proposals = defineProposals<object>({
    code,
    businessCode,
    route: grantCalls.write,
    name: `${ITEMS[kind].label}共享`,
    withoutApproval: '直接共享',
    fields: ITEM_FIELDS,
    input: z.object({}),
    describe: async ({ db }, { targetId }) => ({ ...(await named(db, kind, targetId)) }),
    carryOut: (ctx, { targetId }) => setShared(ctx, kind, targetId, '1'),
  });
  sharing.set(kind, proposals);
  return proposals;
}

/** The approval that the sharing of an item is in. */
export const sharingOf = async (db: Db, kind: ItemKind, id: string): Promise<ProposalState | null> =>
  (await sharing.get(kind)?.flowOf(db, [id]))?.get(id) ?? null;

async function setShared(ctx: Ctx, kind: ItemKind, id: string, isShared: '0' | '1'): Promise<void> {
  const { label, table, code } = ITEMS[kind];
  const item = await itemFor(ctx, kind, id, 'edit', { permission: `${code}:grant`, lock: true });
  await sql`update ${sql.table(table)} set is_shared = ${isShared} where id = ${id}`.execute(ctx.db);
  if (item.isShared !== isShared)
    ctx.audit.change({ entity: label, id, name: item.name, before: { isShared: item.isShared }, after: { isShared } });
}

/** Shares an item or takes it back; sharing is submitted where a process approves it. */
export async function shareOrAsk(ctx: Ctx, kind: ItemKind, id: string, isShared: '0' | '1'): Promise<{ flow: ProposalState | null }> {
  const before = await itemFor(ctx, kind, id, 'edit', { permission: `${ITEMS[kind].code}:grant`, lock: true });
  const proposals = sharing.get(kind);
  const perform = () => setShared(ctx, kind, id, isShared);
  if (isShared === '0' || before.isShared === '1' || !proposals) {
    await perform();
    return { flow: null };
  }
  return { flow: (await proposals.run(ctx, { targetId: id, input: {} }, perform)).flow };
}
