import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { ExcelColumn } from '#kit/server/excel/column.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { foldKey } from '#kit/server/excel/import.ts';
import { rightsOnSources } from '#modules/gate/server/index.ts';
import { dictItems } from '#modules/system/server/index.ts';
import { RuleBookChange, RuleBookRow } from '../../contract/rule-book.ts';
import { RuleConfig, type NullPolicy } from '../../contract/rule-config.ts';
import type { RuleInput } from '../../contract/rule.ts';
import { configOf, configText, idsIn, ruleTypeOf, type RuleType } from '../../core/index.ts';
import { withheld } from '../reports/withheld.ts';
import { BookNames, namesOfIds, type Place } from './book-names.ts';
import { toInvalid } from './check.ts';
import { checkRules, listed, namesOf, type RuleFilter } from './queries.ts';
import { changeRule, createRule } from './store.ts';

const COLUMNS: readonly ExcelColumn[] = [
  { field: 'ruleName', title: '规则名称', required: true, always: true, example: '员工手机号码格式', width: 32 },
  { field: 'item', title: '检查', required: true, always: true, example: '手机号码', width: 18 },
  { field: 'source', title: '数据源', required: true, always: true, example: '集团数据仓库', width: 20 },
  { field: 'schema', title: '模式', always: true, example: 'ods', width: 12 },
  { field: 'table', title: '数据表', required: true, always: true, example: 'ods_hr_employee', width: 28 },
  { field: 'column', title: '字段', always: true, example: 'mobile', width: 20 },
  { field: 'config', title: '规则参数', always: true, example: '最小值：0', width: 40 },
  { field: 'nulls', title: '为空时', always: true, example: '不检查', width: 12 },
  { field: 'filter', title: '只检查这些行', always: true, example: "[status] = '1'", width: 30 },
  { field: 'level', title: '级别', always: true, example: '中', width: 8 },
  { field: 'ruleStrength', title: '强弱', dict: 'quality_rule_strength', always: true, width: 8 },
  { field: 'ruleThreshold', title: '通过线', kind: 'number', always: true, example: '100', width: 10 },
  { field: 'ruleWeight', title: '规则权重', kind: 'number', always: true, example: '1', width: 10 },
  { field: 'status', title: '状态', dict: 'sys_common_status', always: true, example: '启用', width: 8 },
  { field: 'remark', title: '备注', always: true, width: 40 },
];
const NULLS: Readonly<Record<NullPolicy, string>> = { ignore: '不检查', bad: '算不合格' };
/** What stands for parameters that the caller may not see; no rule can be made of it. */
const HIDDEN = '按您的权限不显示';
const LEVEL = '2';

const wrong = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
const parametersOf = (type: RuleType | undefined, config: RuleConfig): Readonly<Record<string, unknown>> =>
  (type?.group ? (config[type.group] as Record<string, unknown> | undefined) : undefined) ?? {};

async function* bookRows(ctx: Ctx, query: RuleFilter & { columns?: unknown; expectedRows?: unknown }) {
  const { columns: _1, expectedRows: _2, ...filter } = query;
  const load = async (after: string, limit: number) => {
    const rows = await checkRules(ctx)
      .innerJoin('qualityRuleItem as item', 'item.id', 'rule.ruleItemId')
      .selectAll('rule')
      .select('item.itemName')
      .select(namesOf('rule'))
      .where(listed(filter))
      .where('rule.id', '>', after)
      .orderBy('rule.id')
      .limit(limit)
      .execute();
    const hidden = await withheld(ctx, rows);
    const read = rows.map((row) => ({ row, config: RuleConfig.parse(row.ruleConfig), type: ruleTypeOf(row.ruleItemId) }));
    const ids = read.flatMap(({ config, type }) => (type ? idsIn(type.fields, parametersOf(type, config)) : []));
    const names = await namesOfIds(ctx.db, ids);
    return read.map(({ row, config, type }) => ({
      id: row.id,
      ruleName: row.ruleName,
      item: row.itemName,
      source: row.ruleSource,
      schema: row.ruleSchema,
      table: row.ruleTable,
      column: row.ruleColumn,
      config: hidden.has(row.id)
        ? HIDDEN
        : type && configText(type.fields, parametersOf(type, config), (id) => names.get(id) ?? '（已删除）'),
      nulls: config.nulls ? NULLS[config.nulls] : null,
      filter: hidden.has(row.id) ? null : (config.filter ?? null),
      level: row.ruleLevelName,
      ruleStrength: row.ruleStrength,
      ruleThreshold: Number(row.ruleThreshold),
      ruleWeight: Number(row.ruleWeight),
      status: row.status,
      remark: row.remark,
    }));
  };
  yield* inBatches(load, 200);
}

const nullsOf = (text: string): NullPolicy => {
  const found = (Object.keys(NULLS) as NullPolicy[]).find((key) => NULLS[key] === text);
  if (!found) throw wrong('nulls', `“为空时”应填 ${Object.values(NULLS).join(' 或 ')}`);
  return found;
};

/** Check items and levels by name or code. */
async function kindsOf(db: Db) {
  const [items, levels] = await Promise.all([
    db.selectFrom('qualityRuleItem').select(['id', 'itemCode', 'itemName', 'ruleTypeId']).where('isRetired', '=', '0').execute(),
    db.selectFrom('qualityRuleLevel').select(['id', 'name', 'code']).execute(),
  ]);
  return {
    item(text: string) {
      const found = items.filter(({ itemCode, itemName }) => itemCode === text || itemName === text);
      if (found.length === 0) throw wrong('item', `没有检查“${text}”，请按规则类型中的名称填写`);
      return found[0]!;
    },
    level(text: string): string {
      const found = levels.find(({ name, code }) => name === text || code === text);
      if (!found) throw wrong('level', `级别应为 ${levels.map(({ name }) => name).join('、')} 之一`);
      return found.id;
    },
  };
}
type Kinds = Awaited<ReturnType<typeof kindsOf>>;
type Known = Awaited<ReturnType<typeof knownRule>>;

const knownRule = (ctx: Ctx, ruleName: string) =>
  checkRules(ctx)
    .selectAll('rule')
    .where((e) => e(e.fn<string>('lower', ['rule.ruleName']), '=', foldKey(ruleName)))
    .executeTakeFirst();

/** Rows of a file as rules. */
class Reading {
  readonly #names: BookNames;
  readonly #kinds: Kinds;
  constructor(names: BookNames, kinds: Kinds) {
    this.#names = names;
    this.#kinds = kinds;
  }

  async #place(row: RuleBookChange, known: Known): Promise<Place> {
    const sourceId = row.source ? await this.#names.source(row.source) : known?.ruleSourceId;
    if (!sourceId) throw wrong('source', '数据源不能为空');
    const tableId = row.table ? await this.#names.table(sourceId, row.schema ?? null, row.table) : known?.ruleTableId;
    if (!tableId) throw wrong('table', '数据表不能为空');
    const isSame = tableId === known?.ruleTableId;
    const columnId = row.column ? await this.#names.column(tableId, row.column) : isSame ? known.ruleColumnId : null;
    return { sourceId, tableId, columnId };
  }
  async #config(row: RuleBookChange, type: RuleType, place: Place, known: Known): Promise<RuleConfig> {
    const before = known && known.ruleItemId === type.code ? RuleConfig.parse(known.ruleConfig) : null;
    if (row.config === HIDDEN) throw wrong('config', '规则参数不可见，不能用这一行新增或修改规则');
    const parameters = row.config
      ? await configOf(type.fields, row.config, this.#names.forRow(place))
      : parametersOf(type, before ?? { ruleItemCode: type.code });
    const nulls = row.nulls ? nullsOf(row.nulls) : before?.nulls;
    const filter = row.filter ?? before?.filter;
    const parsed = RuleConfig.safeParse({
      ruleItemCode: type.code,
      ...(type.group && { [type.group]: parameters }),
      ...(type.nulls !== null && nulls && { nulls }),
      ...(type.hasFilter && filter && { filter }),
    });
    if (!parsed.success) throw wrong('config', `规则参数不正确：${parsed.error.issues[0]?.message ?? ''}`);
    return parsed.data;
  }

  /** The rule of a row; of a known one everything stays that the row leaves empty. Throws input.invalid with the column. */
  async ruleOf(row: RuleBookChange, known: Known): Promise<RuleInput> {
    try {
      const item = this.#kinds.item(row.item ?? known?.ruleItemId ?? '');
      const type = ruleTypeOf(item.itemCode)!;
      const place = await this.#place(row, known);
      if (type.target !== 'column' && row.column) throw wrong('column', `“${item.itemName}”检查整张表，字段应为空`);
      return {
        ruleName: row.ruleName,
        ruleTypeId: item.ruleTypeId,
        ruleItemId: item.id,
        ruleLevelId: row.level ? this.#kinds.level(row.level) : (known?.ruleLevelId ?? LEVEL),
        ruleSourceId: place.sourceId,
        ruleTableId: place.tableId,
        ruleColumnId: type.target === 'column' ? place.columnId : null,
        ruleConfig: await this.#config(row, type, place, known),
        ruleWeight: row.ruleWeight ?? Number(known?.ruleWeight ?? 1),
        ruleStrength: row.ruleStrength ?? (known?.ruleStrength as '1' | '2' | undefined) ?? '1',
        ruleThreshold: row.ruleThreshold ?? Number(known?.ruleThreshold ?? 100),
        status: row.status ?? (known?.status as '0' | '1' | undefined) ?? '1',
        remark: row.remark ?? known?.remark ?? null,
      };
    } catch (error) {
      throw toInvalid(error);
    }
  }
}

const PLACES: Readonly<Record<string, string>> = {
  ruleColumnId: 'column',
  ruleTableId: 'table',
  ruleSourceId: 'source',
  ruleItemId: 'item',
};
/** What a rule was refused for, at the column of the workbook that says it. */
function toColumn(error: unknown): unknown {
  if (!(error instanceof AppError) || !Array.isArray(error.detail)) return error;
  const [first] = error.detail as { path?: string }[];
  const path = first?.path ?? '';
  const column = path.startsWith('ruleConfig.filter') ? 'filter' : path.startsWith('ruleConfig') ? 'config' : (PLACES[path] ?? path);
  return new AppError(error.key, error.message, [{ path: column, message: error.message }], { cause: error });
}

/** Rules by workbook: everything goes by name, so that an export can be imported again, here or elsewhere. A file is taken whole or not at all. */
export const ruleBook = excelHandlers({
  label: '核查规则',
  reach: rightsOnSources,
  columns: COLUMNS,
  input: RuleBookRow,
  readDict: dictItems,
  rows: bookRows,
  changes: {
    key: 'ruleName',
    input: RuleBookChange,
    async existing(db, keys) {
      if (keys.length === 0) return new Set();
      const rows = await db
        .selectFrom('qualityCheckRule')
        .select('ruleName')
        .where((e) => e(e.fn<string>('lower', ['ruleName']), 'in', [...keys]))
        .where('deletedAt', 'is', null)
        .execute();
      return new Set(rows.map(({ ruleName }) => foldKey(ruleName)));
    },
  },
  async begin(ctx) {
    const reading = new Reading(new BookNames(ctx), await kindsOf(ctx.db));
    return {
      async create(call: Ctx, row: RuleBookRow) {
        try {
          await createRule(call, await reading.ruleOf(row, undefined));
        } catch (error) {
          throw toColumn(error);
        }
      },
      async update(call: Ctx, row: RuleBookChange) {
        try {
          const known = await knownRule(call, row.ruleName);
          if (!known) throw wrong('ruleName', '没有这条规则，或没有权限修改它');
          await changeRule(call, known, { ...(await reading.ruleOf(row, known)), ruleName: known.ruleName });
        } catch (error) {
          throw toColumn(error);
        }
      },
    };
  },
});
