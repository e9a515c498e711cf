import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { implement, type FileReaders, type Handlers, type Served } from '#kit/server/module.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { plainHandlers, plainRecyclable } from '#kit/server/plain-entity.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { docFields, docFormFields, standardDoc } from '../contract/doc.ts';
import { rootFields, standardRoot } from '../contract/root.ts';
import { standardUnit, unitFields } from '../contract/unit.ts';

const common = { readDict: dictItems, isForAll: true } as const;
const root = { ...common, table: 'standardRoot', fields: rootFields, label: '词根', code: 'standard:root', nameField: 'rootName' } as const;
const unit = {
  ...common,
  table: 'standardUnit',
  fields: unitFields,
  label: '计量单位',
  code: 'standard:unit',
  nameField: 'unitName',
} as const;
const doc = { ...common, table: 'standardDoc', fields: docFields, label: '标准文件', code: 'standard:doc', nameField: 'docName' } as const;

const docCalls = plainHandlers({ ...doc, fields: docFormFields });
const docBooks = plainHandlers(doc);
const READS_DOCS = ['standard:doc:detail', 'standard:doc:edit', 'standard:doc:list'];
/** Files of a document open to who may open documents, wherever they work: standards are for everybody. */
export const readersOfDocs: FileReaders = async ({ db, user }, kept) => {
  if (!READS_DOCS.some((perm) => holds(user, perm))) return [];
  const ids = kept.map(({ entityId }) => entityId);
  const rows = await db.selectFrom('standardDoc').select(['id', 'files']).where('id', 'in', ids).where('deletedAt', 'is', null).execute();
  const files = new Map(rows.map((row) => [row.id, (row.files ?? '').split(',')]));
  return kept.filter(({ entityId, fileName }) => files.get(entityId)?.includes(fileName));
};
/** Binds the files of a document to it. */
const keepFiles = (ctx: Ctx, entityId: string, fileNames: unknown) =>
  bindFiles(ctx, {
    fileNames: typeof fileNames === 'string' ? fileNames : null,
    entity: 'standard_doc',
    entityId,
    // nobody by their place in the company: `readersOfDocs` says who
    readers: { perms: [], deptId: null, ownerId: null },
  });
const docHandlers: Handlers<typeof standardDoc> = {
  ...docCalls,
  exportRows: docBooks.exportRows,
  exportJob: docBooks.exportJob,
  importJob: docBooks.importJob,
  importTemplate: docBooks.importTemplate,
  importRows: docBooks.importRows,
  importErrors: docBooks.importErrors,
  async create(ctx, input) {
    const made = await docCalls.create(ctx, input);
    await keepFiles(ctx, made.id, input.body.files);
    return made;
  },
  async update(ctx, input) {
    const done = await docCalls.update(ctx, input);
    await keepFiles(ctx, input.params.id, input.body.files);
    return done;
  },
};

/** 词根, 计量单位, 标准文件: master data that elements refer to. */
export const plainRoutes: readonly Served[] = [
  implement(standardRoot, plainHandlers(root)),
  implement(standardDoc, docHandlers),
  implement(standardUnit, {
    ...plainHandlers(unit),
    async convert(ctx, { query }) {
      const rows = await ctx.db
        .selectFrom('standardUnit')
        .select(['id', 'unitName', 'quantity', 'factor'])
        .where('id', 'in', [query.fromId, query.toId])
        .where('deletedAt', 'is', null)
        .execute();
      const [from, to] = [query.fromId, query.toId].map((id) => rows.find((row) => row.id === id));
      if (!from || !to) throw new AppError('entity.notFound');
      if (from.factor === null || to.factor === null || Number(to.factor) === 0)
        throw new AppError('rule.broken', '单位没有填写换算系数，不能换算');
      if (from.quantity !== to.quantity) throw new AppError('rule.broken', `“${from.unitName}”与“${to.unitName}”不是同一个量，不能换算`);
      const { rows: answer } = await sql<{ amount: string }>`
        select trim_scale(round(${query.amount}::numeric * ${from.factor}::numeric / ${to.factor}::numeric, 12))::text as amount`.execute(
        ctx.db,
      );
      return { amount: answer[0]!.amount };
    },
  }),
];
export const recycledPlain = [plainRecyclable(root), plainRecyclable(unit), plainRecyclable(doc)];
