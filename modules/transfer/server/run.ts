import { createHash } from 'node:crypto';
import type { Ctx } from '#kit/server/ctx.ts';
import { keyOf, TRANSFER_KINDS, type FileDocument } from '../contract/file.ts';
import type { TransferRow } from '../contract/transfer.ts';
import { canonical } from '../core/index.ts';
import { assetsHere } from './assets.ts';
import { definitionsOf, type Definition } from './definitions.ts';
import { visibleIds } from './matches.ts';
import { noteOrigin } from './origins.ts';
import { isOfProduct, type Plan } from './plan.ts';
import { LABELS } from './rights.ts';
import { runItem } from './run-item.ts';
import { runSet } from './run-set.ts';
import { alone, type Work } from './work.ts';

interface How {
  /** nothing will stay: no bytes are stored */
  readonly isTrial: boolean;
  readonly onStored: (discard: () => Promise<void>) => void;
}
export interface Done {
  readonly rows: TransferRow[];
  readonly checksum: string;
}

/** Documents here that decisions name: those that are replaced with their definitions, those that are used. */
async function named(ctx: Ctx, { file, decisions }: Plan) {
  const targets = new Map<string, Definition>();
  const used = new Map<string, string>();
  for (const kind of TRANSFER_KINDS) {
    const own = file.documents.filter((one) => one.kind === kind);
    const wanted = (what: 'replace' | 'use') =>
      own.flatMap((one) => {
        const decision = decisions.get(keyOf(one));
        return decision?.do === what && decision.id ? [[keyOf(one), decision.id] as const] : [];
      });
    const replaced = wanted('replace');
    const definitions = await definitionsOf(
      ctx,
      kind,
      replaced.map(([, id]) => id),
    );
    for (const [key, id] of replaced) {
      const definition = definitions.get(id);
      if (definition?.canEdit) targets.set(key, definition);
    }
    const using = wanted('use');
    const seen = await visibleIds(
      ctx,
      kind,
      using.map(([, id]) => id),
    );
    for (const [key, id] of using) if (seen.has(id)) used.set(key, id);
  }
  return { targets, used };
}

/** What is wrong with what shall be done with a document, before anything of it is looked at. */
function problemOf(one: FileDocument, { decisions }: Plan, { targets, used }: Awaited<ReturnType<typeof named>>): string | null {
  const key = keyOf(one);
  const label = LABELS[one.kind];
  switch (decisions.get(key)?.do) {
    case 'use':
      if (used.has(key)) return null;
      return isOfProduct(one) ? `当前平台没有系统数据集“${one.name}”，请升级平台后重试` : `请选择当前平台的${label}`;
    case 'replace': {
      const target = targets.get(key);
      if (!target) return `要替换的${label}不存在，或您没有修改权限`;
      const twin = [...targets].find(([other, { id }]) => other !== key && id === target.id && other.startsWith(`${one.kind}:`));
      if (twin) return `文件中有两个${label}要替换“${target.name}”，请为其中一个选择新增`;
      if (one.kind === 'dataset' && target.isSystem) return '系统数据集不能替换，请选择新增';
      return null;
    }
    default:
      return null;
  }
}

const rowOf = (one: FileDocument): Omit<TransferRow, 'state' | 'id' | 'path'> => ({
  key: keyOf(one),
  kind: one.kind,
  name: one.name,
  folder: one.folder.join(' / '),
  changes: [],
  more: 0,
  problems: [],
  notes: [],
});

/**
 * Carries out a plan in the transaction of the call, document by document, data sets first. What cannot be done is told in its row and leaves
 * nothing behind; whoever calls it decides whether the rest stays.
 */
export async function runPlan(ctx: Ctx, content: string, plan: Plan, how: How): Promise<Done> {
  const { file, decisions } = plan;
  const here = await named(ctx, plan);
  const ids = new Map<string, string>(here.used);
  for (const [key, { id }] of here.targets) ids.set(key, id);
  for (const one of file.documents) if (decisions.get(keyOf(one))?.do === 'new') ids.set(keyOf(one), ctx.app.ids.next());
  const assets = await assetsHere(ctx, file.assets, how);
  const work: Work = { ctx, plan, ids, targets: here.targets, assets, out: new Set(), renames: new Map() };
  const rows: TransferRow[] = [];
  // in the order in which they need each other
  const documents = TRANSFER_KINDS.flatMap((kind) => file.documents.filter((one) => one.kind === kind));
  for (const one of documents) {
    const key = keyOf(one);
    const row = rowOf(one);
    const what = decisions.get(key)?.do;
    const problem = problemOf(one, plan, here);
    const id = here.targets.get(key)?.id ?? here.used.get(key) ?? null;
    const path = id === null ? null : pathOf(one.kind, id);
    if (problem !== null) {
      work.out.add(key);
      rows.push({ ...row, state: 'wrong', id: null, path: null, problems: [problem] });
    } else if (what === 'skip') {
      work.out.add(key);
      rows.push({ ...row, state: 'skipped', id: null, path: null });
    } else if (what === 'use') rows.push({ ...row, state: 'used', id, path });
    else {
      const done = await alone(ctx, async () => {
        const result = one.kind === 'dataset' ? await runSet(work, one) : await runItem(work, one);
        await noteOrigin(ctx, { kind: one.kind, id: ids.get(key)! }, one.origin ?? one.id);
        return result;
      });
      if ('problems' in done) {
        work.out.add(key);
        rows.push({ ...row, state: 'wrong', id, path, problems: done.problems });
      } else {
        const made = how.isTrial ? id : ids.get(key)!;
        rows.push({ ...row, ...done, id: made, path: made === null ? null : pathOf(one.kind, made) });
      }
    }
  }
  const state = {
    content: createHash('sha256').update(content).digest('hex'),
    mapping: plan.mapping,
    links: [...plan.links],
    // ids of what is added are other ones each time
    rows: rows.map(({ id, path: _, ...row }) => ({ ...row, id: row.state === 'new' ? null : id })),
    versions: [...here.targets].map(([key, { id, version }]) => [key, id, version]),
  };
  return { rows, checksum: createHash('sha256').update(canonical(state)).digest('hex') };
}

const pathOf = (kind: FileDocument['kind'], id: string): string => `/visual/${kind}/build/${id}`;
