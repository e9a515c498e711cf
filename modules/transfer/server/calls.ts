import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { tryOut } from '#kit/server/try-out.ts';
import { idsOf } from '#modules/library/core/index.ts';
import { kindOf } from '#modules/library/server/index.ts';
import { keyOf, type FileDocument } from '../contract/file.ts';
import { transfer, type Contents, type Mapping, type TransferRow } from '../contract/transfer.ts';
import { exportContents, exportFile } from './export.ts';
import { isOfProduct, modelIn, planOf, type Plan } from './plan.ts';
import { readTransferFile } from './read-file.ts';
import { LABELS } from './rights.ts';
import { runPlan } from './run.ts';

const needsOf = (one: FileDocument): string[] => {
  if (one.kind === 'dataset') return [];
  const { charts, sets } = kindOf(one.kind).refs(one.doc);
  return [...idsOf(charts).map((id) => `chart:${id}`), ...idsOf(sets).map((id) => `dataset:${id}`)];
};

function contentsOf({ file, mapping, matches, decisions, choices, tables, links }: Plan): Contents {
  return {
    exportTime: file.exportTime,
    program: file.program,
    documents: file.documents.map((one) => {
      const key = keyOf(one);
      const model = one.kind === 'dataset' ? modelIn(one) : null;
      const sql = model?.origin.kind === 'sql' ? model.origin.sql : null;
      return {
        key,
        kind: one.kind,
        name: one.name,
        folder: one.folder.join(' / '),
        remark: one.remark,
        needs: needsOf(one),
        matches: matches.get(key) ?? [],
        decision: decisions.get(key)!,
        sql: sql === null ? null : (mapping.statements.find((said) => said.key === key)?.sql ?? sql),
        dataFile: model?.origin.kind === 'file' ? model.origin.originalName : null,
        isSystem: isOfProduct(one),
      };
    }),
    sources: file.sources.map((source) => ({
      ...source,
      sourceId: mapping.sources.find(({ key }) => key === source.key)?.sourceId ?? null,
      sets: file.documents.flatMap((one) => (one.kind === 'dataset' && one.source === source.key ? [one.name] : [])),
    })),
    choices: [...choices],
    tables: [...tables],
    links: file.links.map((link) => ({
      kind: link.kind,
      name: link.name,
      folder: link.folder.join(' / '),
      isFound: links.has(keyOf(link)),
    })),
    assets: file.assets.map(({ originalName, size }) => ({ name: originalName, size })),
  };
}

const nothing = () => undefined;
/** What an import would do: it is done, and taken back. */
const trial = (ctx: Ctx, { content, mapping }: { content: string; mapping: Mapping }) =>
  tryOut(ctx, async (trying) =>
    runPlan(trying, content, await planOf(trying, readTransferFile(content), mapping), { isTrial: true, onStored: nothing }),
  );

function assertRight(rows: readonly TransferRow[]): void {
  const wrong = rows.filter(({ state }) => state === 'wrong');
  const [first] = wrong;
  if (!first) return;
  throw new AppError(
    'rule.broken',
    `有 ${wrong.length} 个内容不能导入，请处理后重新试运行：${LABELS[first.kind]}“${first.name}”${first.problems[0] ?? ''}`,
    wrong.map(({ key, problems }) => ({ path: key, message: problems.join('；') })),
  );
}

const COUNTED = [
  ['new', '新增'],
  ['changed', '更新'],
  ['same', '无变化'],
  ['used', '使用已有'],
  ['skipped', '跳过'],
] as const;

/** 迁移 */
export const transferRoutes = implement(transfer, {
  contents: (ctx, { body }) => exportContents(ctx, body),
  export: (ctx, { body }) => exportFile(ctx, body),
  async check(ctx, { body }) {
    return contentsOf(await planOf(ctx, readTransferFile(body.content), body.mapping));
  },
  dryRun: (ctx, { body }) => trial(ctx, body),
  async import(ctx, { body }) {
    const { content, mapping, checksum } = body;
    const stored: (() => Promise<void>)[] = [];
    try {
      const plan = await planOf(ctx, readTransferFile(content), mapping);
      const { rows, checksum: now } = await runPlan(ctx, content, plan, { isTrial: false, onStored: (discard) => stored.push(discard) });
      if (now !== checksum) throw new AppError('transfer.stale');
      assertRight(rows);
      const counts = COUNTED.flatMap(([state, word]) => {
        const count = rows.filter((row) => row.state === state).length;
        return count > 0 ? [`${word} ${count}`] : [];
      });
      ctx.audit.note(`${counts.join('，')}；文件导出于 ${plan.file.exportTime}`);
      return { rows };
    } catch (error) {
      for (const discard of stored) await discard();
      throw error;
    }
  },
});
