import { AppError } from '#kit/contract/errors.ts';
import { pageOf } from '#kit/contract/fields.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { ruleItem, ruleLevel, ruleType } from '../contract/kind.ts';
import { DIMENSIONS, RULE_TYPES, ruleTypeOf } from '../core/index.ts';
import { typeSums } from './rules/type-report.ts';

const LEVELS = [
  ['1', '低'],
  ['2', '中'],
  ['3', '高'],
] as const;

/** Types, check items and levels follow from the declarations of the core; a start writes what is new or has another name. */
export async function seedKinds(_app: App, db: Db): Promise<void> {
  const types = Object.entries(DIMENSIONS).map(([code, name], i) => ({ id: code, code, name, sortNo: i + 1 }));
  await db
    .insertInto('qualityRuleType')
    .values(types)
    .onConflict((on) => on.column('id').doUpdateSet((e) => ({ name: e.ref('excluded.name'), sortNo: e.ref('excluded.sortNo') })))
    .execute();
  const levels = LEVELS.map(([code, name], i) => ({ id: code, code, name, sortNo: i + 1 }));
  await db
    .insertInto('qualityRuleLevel')
    .values(levels)
    .onConflict((on) => on.column('id').doNothing())
    .execute();
  const items = RULE_TYPES.map((type, i) => ({
    id: type.code,
    ruleTypeId: type.dimension,
    itemCode: type.code,
    itemName: type.name,
    itemExplain: type.help,
    sortNo: i + 1,
    isRetired: '0',
  }));
  await db.updateTable('qualityRuleItem').set({ isRetired: '1' }).execute();
  await db
    .insertInto('qualityRuleItem')
    .values(items)
    .onConflict((on) =>
      on.column('id').doUpdateSet((e) => ({
        ruleTypeId: e.ref('excluded.ruleTypeId'),
        itemName: e.ref('excluded.itemName'),
        itemExplain: e.ref('excluded.itemExplain'),
        sortNo: e.ref('excluded.sortNo'),
        isRetired: '0',
      })),
    )
    .execute();
}

const typeRows = (db: Db) =>
  db.selectFrom('qualityRuleType').select(['id', 'code', 'name']).orderBy('sortNo').orderBy('id').limit(100).execute();
const levelRows = (db: Db) =>
  db.selectFrom('qualityRuleLevel').select(['id', 'code', 'name']).orderBy('sortNo').orderBy('id').limit(100).execute();
async function itemRows(db: Db) {
  const rows = await db
    .selectFrom('qualityRuleItem')
    .select(['id', 'ruleTypeId', 'itemCode', 'itemName', 'itemExplain'])
    .where('isRetired', '=', '0')
    .orderBy('sortNo')
    .orderBy('id')
    .limit(500)
    .execute();
  return rows.flatMap((row) => {
    const type = ruleTypeOf(row.itemCode);
    if (!type) return [];
    const fields = type.fields.map(({ choices, ...field }) => ({ ...field, ...(choices && { choices: [...choices] }) }));
    return [
      {
        ...row,
        target: type.target,
        columnKinds: type.kinds ? [...type.kinds] : null,
        group: type.group,
        fields,
        nulls: type.nulls,
        hasFilter: type.hasFilter,
        needsLiteral: type.needsLiteral,
      },
    ];
  });
}

/** The three calls of a list that is read as a whole: it has at most some dozens of rows. */
const readAs = <R extends { id: string }>(rows: (db: Db) => Promise<R[]>) => ({
  list: ({ db }: { db: Db }) => rows(db),
  async page({ db }: { db: Db }, { query }: { query: PageQuery }) {
    const all = await rows(db);
    const { pageNum, pageSize } = pageOf(query);
    return { pageNum, pageSize, total: all.length, data: all.slice((pageNum - 1) * pageSize, pageNum * pageSize) };
  },
  async get({ db }: { db: Db }, { params }: { params: { id: string } }) {
    const found = (await rows(db)).find(({ id }) => id === params.id);
    if (!found) throw new AppError('entity.notFound');
    return found;
  },
});

export const ruleTypes = implement(ruleType, {
  ...readAs(typeRows),
  async report(ctx) {
    const sums = await typeSums(ctx);
    return (await typeRows(ctx.db)).map((type) => ({ ...type, ...(sums.get(type.id) ?? { ruleCount: 0, checkErrorCount: 0 }) }));
  },
});
export const ruleItems = implement(ruleItem, readAs(itemRows));
export const ruleLevels = implement(ruleLevel, readAs(levelRows));
