import type { Reply } from '#kit/contract/route.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleTable } from '#modules/gate/server/index.ts';
import { RuleConfig } from '../../contract/rule-config.ts';
import type { rule as contract } from '../../contract/rule.ts';
import { ruleTypeOf, type RuleType } from '../../core/index.ts';
import { withheld } from '../reports/withheld.ts';
import { checkRules } from './queries.ts';
import { readingCtx } from './reading.ts';
import { createRule, HELD } from './store.ts';

/*
 * Copies of rules at other tables and columns. The copy of a rule checks the column of the same name, or the one that was chosen; further columns of
 * its own table go by name as well. Each copy is asked everything that a new rule is asked; what cannot be made says why, and the others are made.
 */

type Result = Reply<typeof contract.copy>['results'][number];
interface Target {
  readonly tableId: string;
  readonly columnId?: string | null | undefined;
}
interface Table {
  readonly id: string;
  readonly sourceId: string;
  readonly tableName: string;
  readonly columns: readonly { readonly id: string; readonly columnName: string }[];
}
class CopyProblem extends Error {}

/** Tables that the caller sees, with their columns, by id. */
async function tablesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Table>> {
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .innerJoin('metadataColumn', 'metadataColumn.tableId', 'metadataTable.id')
    .select(['metadataTable.id', 'metadataTable.sourceId', 'metadataTable.tableName', 'metadataColumn.id as columnId', 'columnName'])
    .where('metadataTable.id', 'in', ids)
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleTable(readingCtx(ctx), { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .execute();
  const found = new Map<string, Table & { columns: { id: string; columnName: string }[] }>();
  for (const { id, sourceId, tableName, columnId, columnName } of rows) {
    const table = found.get(id) ?? { id, sourceId, tableName, columns: [] };
    table.columns.push({ id: columnId, columnName });
    found.set(id, table);
  }
  return found;
}

/** The column of another table that has the name of this one. Throws CopyProblem. */
function sameColumn(id: string, from: Table, to: Table): string {
  const name = from.columns.find((column) => column.id === id)?.columnName;
  if (name === undefined) throw new CopyProblem('规则的字段已不存在，请先修改规则');
  const found = to.columns.find(({ columnName }) => columnName === name);
  if (!found) throw new CopyProblem(`表“${to.tableName}”没有字段“${name}”`);
  return found.id;
}

/** The config with the columns of its own table taken from another one. Throws CopyProblem. */
function configAt(type: RuleType, config: RuleConfig, from: Table, to: Table): RuleConfig {
  if (config.ruleItemCode.startsWith('custom_')) throw new CopyProblem('自定义语句和公式写明了自己的表和规则，不能复制到其他表');
  if (config.consistent?.contrastId) throw new CopyProblem('规则使用了原字段的字典对照，请在目标字段建立对照后另建规则');
  if (type.group === null || from.id === to.id) return config;
  const parameters = { ...(config[type.group] as Record<string, unknown> | undefined) };
  for (const { key, control } of type.fields) {
    const value = parameters[key];
    if (control === 'column' && typeof value === 'string') parameters[key] = sameColumn(value, from, to);
    if (control === 'columns' && Array.isArray(value)) parameters[key] = value.map((id) => sameColumn(String(id), from, to));
  }
  return RuleConfig.parse({ ...config, [type.group]: parameters });
}

const ruleRows = (ctx: Ctx, ids: readonly string[]) =>
  checkRules(ctx).selectAll('rule').where('rule.id', 'in', ids).orderBy('rule.id').execute();
type Row = Awaited<ReturnType<typeof ruleRows>>[number];

/** A name that no rule has: that of the rule with its new place, numbered where there is one already. */
async function freeName(ctx: Ctx, name: string, place: string): Promise<string> {
  const whole = (end: string) => `${name.slice(0, Math.max(0, 100 - place.length - end.length - 1))} ${place}${end}`.slice(-100);
  for (let n = 1; ; n++) {
    const made = whole(n === 1 ? '' : `（${n}）`);
    const known = ctx.db.selectFrom('qualityCheckRule').select('id').where('ruleName', '=', made).where('deletedAt', 'is', null);
    if (!(await known.executeTakeFirst())) return made;
  }
}

/** A rule of the same check that stands at the place already. */
const ruleThere = (ctx: Ctx, tableId: string, columnId: string | null, rule: Row, config: RuleConfig) =>
  ctx.db
    .selectFrom('qualityCheckRule')
    .select(['id', 'ruleName'])
    .where('ruleTableId', '=', tableId)
    .where('ruleColumnId', 'is not distinct from', columnId)
    .where('ruleItemId', '=', rule.ruleItemId)
    .where((e) => e(e.cast('ruleConfig', 'jsonb'), '=', e.cast(e.val(JSON.stringify(config)), 'jsonb')))
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .executeTakeFirst();

interface At {
  readonly rule: Row;
  readonly from: Table;
  readonly to: Table;
  readonly columnId: string | null;
}
async function copyAt(ctx: Ctx, { rule, from, to, columnId }: At): Promise<Pick<Result, 'columnId' | 'state' | 'copyId' | 'message'>> {
  const type = ruleTypeOf(rule.ruleItemId);
  if (!type) throw new CopyProblem('这种检查已不提供');
  if (type.target !== 'column' && columnId !== null) throw new CopyProblem(`“${type.name}”检查整张表，请复制到表而不是字段`);
  const config = configAt(type, RuleConfig.parse(rule.ruleConfig), from, to);
  const column = type.target === 'column' ? (columnId ?? sameColumn(rule.ruleColumnId ?? '', from, to)) : null;
  const there = await ruleThere(ctx, to.id, column, rule, config);
  if (there) return { columnId: column, state: 'exists', copyId: there.id, message: `已有相同的规则“${there.ruleName}”` };
  const columnName = to.columns.find(({ id }) => id === column)?.columnName;
  const { id, isHeld } = await createRule(ctx, {
    ruleName: await freeName(ctx, rule.ruleName, [to.tableName, columnName].filter(Boolean).join('.')),
    ruleTypeId: rule.ruleTypeId,
    ruleItemId: rule.ruleItemId,
    ruleLevelId: rule.ruleLevelId,
    ruleSourceId: to.sourceId,
    ruleTableId: to.id,
    ruleColumnId: column,
    ruleConfig: config,
    ruleWeight: Number(rule.ruleWeight),
    ruleStrength: rule.ruleStrength as '1' | '2',
    ruleThreshold: Number(rule.ruleThreshold),
    status: rule.status as '0' | '1',
    remark: rule.remark,
  });
  return { columnId: column, state: 'made', copyId: id, message: isHeld ? HELD : null };
}

/** Copies rules to tables and columns. Throws entity.notFound for rules out of reach; what cannot be copied is told of each. */
export async function copyRules(
  ctx: Ctx,
  { ids, targets }: { ids: readonly string[]; targets: readonly Target[] },
): Promise<{ results: Result[] }> {
  const rows = await ruleRows(ctx, ids);
  if (rows.length !== new Set(ids).size) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  const hidden = await withheld(ctx, rows);
  const tables = await tablesOf(ctx, [
    ...new Set([...rows.map(({ ruleTableId }) => ruleTableId), ...targets.map(({ tableId }) => tableId)]),
  ]);
  const results: Result[] = [];
  for (const rule of rows)
    for (const { tableId, columnId: wanted = null } of targets) {
      const [from, to] = [tables.get(rule.ruleTableId), tables.get(tableId)];
      const columnName = to?.columns.find(({ id }) => id === wanted)?.columnName;
      const about = { ruleId: rule.id, ruleName: rule.ruleName, tableId, target: [to?.tableName, columnName].filter(Boolean).join('.') };
      try {
        if (hidden.has(rule.id)) throw new CopyProblem('规则按取值检查您不能查看明文的字段，不能复制');
        if (!from || !to) throw new CopyProblem('数据表不存在或没有查看权限');
        if (wanted !== null && columnName === undefined) throw new CopyProblem('字段不存在或已删除');
        const copied = await copyAt(ctx, { rule, from, to, columnId: wanted });
        const at = to.columns.find(({ id }) => id === copied.columnId)?.columnName;
        results.push({ ...about, ...copied, target: [to.tableName, at].filter(Boolean).join('.') });
      } catch (error) {
        if (!(error instanceof AppError || error instanceof CopyProblem)) throw error;
        results.push({ ...about, columnId: wanted, state: 'refused', copyId: null, message: error.message });
      }
    }
  ctx.audit.note(`复制 ${rows.length} 条规则到 ${targets.length} 处，新增 ${results.filter(({ state }) => state === 'made').length} 条`);
  return { results };
}
