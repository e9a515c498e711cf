import { serverProblems } from '#kit/web/form/schema-rules.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { ApiInput, type ExecuteConfig, type ParamType, type ReqParam, type ResParam } from '../../contract/api.ts';
import { cut } from '../../core/cut.ts';
import { PAGING_PARAMS } from '../../core/index.ts';
import type { api } from '../api.ts';

/** An API while it is being written: what is sent, in the same shape. */
export type Draft = ApiInput;
export type Stored = CallReply<typeof api.dataApi.get>;
export type Field = ExecuteConfig['fieldParams'][number];
/** A column as the catalogue lists it. */
export type KnownColumn = Pick<CallReply<typeof api.column.list>[number], 'columnName' | 'columnComment' | 'dataType'>;

/** 属性 → 执行 → 参数 → 返回 */
export const STEPS = ['about', 'execute', 'reqParams', 'resParams'] as const;
export type Step = (typeof STEPS)[number];

export const EMPTY: Draft = {
  apiName: '',
  apiVersion: 'v1.0.0',
  apiUrl: '',
  reqMethod: 'GET',
  resType: 'JSON',
  deny: null,
  rateLimit: { enable: '0', times: 60, seconds: 60 },
  executeConfig: {
    sourceId: '',
    configType: '1',
    tableId: null,
    tableName: null,
    joins: [],
    dataSetId: null,
    dataSetName: null,
    fieldParams: [],
    sqlText: null,
    orderBy: [],
    sortable: [],
    paging: 'offset',
    cacheTtl: 0,
    defaultSize: 20,
    maxSize: 200,
    total: 'exact',
    timeoutMs: 10_000,
  },
  reqParams: [],
  resParams: [],
  remark: null,
};

/** A stored API as a draft; what the server adds is left out. */
export const draftOf = (stored: Stored): Draft =>
  Object.fromEntries(Object.keys(EMPTY).map((name) => [name, stored[name as keyof Draft]])) as Draft;

/** Changes a draft; what comes after a question or a call says what to make of the draft as it is by then. */
export type Change = (next: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void;

export const sameDraft = (a: Draft, b: Draft): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Texts by path (`executeConfig.tableId`): what is wrong where. */
export type Problems = ReadonlyMap<string, string>;

/** What the contract and the plain rules of the form say; the rest is the server's to know. */
export function problemsOf(draft: Draft): Problems {
  const { executeConfig: config } = draft;
  const parsed = ApiInput.safeParse({ ...draft, executeConfig: { ...config, sourceId: config.sourceId || '0' } });
  const issues = parsed.success ? [] : parsed.error.issues.map(({ path, message }): [string, string] => [path.join('.'), message]);
  const isTable = config.configType === '1';
  const hasOrigin = config.configType === '3' ? Boolean(config.dataSetId) : isTable && Boolean(config.tableId);
  const rules: readonly { path: string; message: string; isBroken: boolean }[] = [
    { path: 'executeConfig.sourceId', message: '请选择数据源', isBroken: config.sourceId === '' },
    { path: 'executeConfig.tableId', message: '请选择数据表', isBroken: isTable && !config.tableId },
    { path: 'executeConfig.dataSetId', message: '请选择数据集', isBroken: config.configType === '3' && !config.dataSetId },
    { path: 'executeConfig.sqlText', message: '请填写SQL语句', isBroken: config.configType === '2' && !config.sqlText?.trim() },
    { path: 'executeConfig.defaultSize', message: '默认条数不能大于最多条数', isBroken: config.defaultSize > config.maxSize },
    {
      path: 'resParams',
      message: '请至少选择一个返回字段',
      isBroken: hasOrigin && !config.fieldParams.some(({ resable }) => resable === '1'),
    },
  ];
  return new Map([...rules.filter(({ isBroken }) => isBroken).map(({ path, message }): [string, string] => [path, message]), ...issues]);
}

/** What the server refused, by path; null when it did not say where. */
export function refusedPaths(detail: unknown): Problems | null {
  if (serverProblems(detail).length === 0) return null;
  const listed = detail as { path: string | (string | number)[]; message: string }[];
  return new Map(listed.map(({ path, message }) => [(Array.isArray(path) ? path.join('.') : path).replace(/^body\./, ''), message]));
}

/** Offset in the script that a refusal of the gate tells of. */
export function offsetOf(detail: unknown): number | null {
  const { offset, position } = (detail ?? {}) as { offset?: unknown; position?: { offset?: unknown } | null };
  const found = offset ?? position?.offset;
  return typeof found === 'number' ? found : null;
}

/** The step that a path belongs to. */
export function stepOf(path: string): Step {
  const [top = ''] = path.split('.');
  if (top === 'executeConfig') return 'execute';
  return top === 'reqParams' || top === 'resParams' ? top : 'about';
}

/** Parameter type that suits a column. */
export function paramTypeOf(dataType: string | null | undefined): ParamType {
  const type = dataType ?? '';
  if (/^(tiny|small|medium|big)?int|^int\d|^integer|serial/i.test(type)) return '2';
  if (/^(numeric|decimal|number|real|float|double|money)/i.test(type)) return '3';
  return /^(date|time)/i.test(type) ? '4' : '1';
}

/** `t2.name` → `name`: columns of joined tables stand behind the alias of their table. */
const bareName = (column: string): string => column.replace(/^t[23]\./, '');

/** A free name for a parameter of a column: names of parameters are plain letters. */
export function paramNameOf(column: string, taken: readonly string[]): string {
  const bare = bareName(column);
  const plain = /^[A-Za-z_][A-Za-z0-9_]*$/.test(bare) ? bare.slice(0, 36) : 'param';
  const reserved = [...taken, ...PAGING_PARAMS];
  let name = plain;
  for (let n = 2; reserved.includes(name); n += 1) name = `${plain}_${n}`;
  return name;
}

/** What sources say of their columns may be longer than a definition can hold: comments with lists of values, types with theirs. */
const fitting = ({ columnName, columnComment, dataType }: KnownColumn): KnownColumn => ({
  columnName,
  columnComment: columnComment ? cut(columnComment, 500) : columnComment,
  dataType: cut(dataType, 200),
});

const newParam = (field: Field, taken: readonly ReqParam[]): ReqParam => ({
  paramName: paramNameOf(
    field.columnName,
    taken.map(({ paramName }) => paramName),
  ),
  columnName: field.columnName,
  nullable: '1',
  paramComment: field.columnComment ? cut(field.columnComment, 200) : null,
  paramType: paramTypeOf(field.dataType),
  whereType: '1',
  exampleValue: null,
  defaultValue: null,
});
const nameOf = ({ fieldAliasName, fieldName }: ResParam): string => fieldAliasName || fieldName;
/** Fields of joined tables go under their bare name, or with the alias of their table where that is taken. */
function newOutput({ columnName, columnComment, dataType }: Field, taken: readonly string[]): ResParam {
  const bare = bareName(columnName);
  const free = taken.includes(bare) ? columnName.replace('.', '_') : bare;
  return {
    fieldName: columnName,
    fieldAliasName: bare === columnName ? null : free,
    fieldComment: columnComment ?? null,
    dataType: dataType ?? null,
    exampleValue: null,
  };
}
const columnOf = ({ columnName, paramName }: ReqParam): string => columnName || paramName;

/** Outputs in the order of the fields, each as it was. */
function outputsFor(fields: readonly Field[], known: readonly ResParam[]): ResParam[] {
  const taken = known.map(nameOf);
  return fields
    .filter(({ resable }) => resable === '1')
    .map((field) => {
      const output = known.find(({ fieldName }) => fieldName === field.columnName) ?? newOutput(field, taken);
      taken.push(nameOf(output));
      return output;
    });
}
/** Orders that callers may ask for, as far as the answer still has the fields. */
const keptSortable = (sortable: readonly string[], outputs: readonly ResParam[]): string[] => {
  const names = new Set(outputs.map(nameOf));
  return sortable.filter((name) => names.has(name));
};

/** Another table: all its columns are returned, none is asked for. */
export function withTable(draft: Draft, table: { id: string; tableName: string } | null, columns: readonly KnownColumn[]): Draft {
  const fieldParams = columns.map((column): Field => ({ ...fitting(column), reqable: '0', resable: '1' }));
  return {
    ...draft,
    executeConfig: {
      ...draft.executeConfig,
      tableId: table?.id ?? null,
      tableName: table?.tableName ?? null,
      joins: [],
      dataSetId: null,
      dataSetName: null,
      fieldParams,
      orderBy: [],
      sortable: [],
    },
    reqParams: [],
    resParams: outputsFor(fieldParams, []),
  };
}

/** Another data set of the source that it is over. */
export function withDataSet(draft: Draft, set: { id: string; setName: string; sourceId: string }, columns: readonly KnownColumn[]): Draft {
  const fresh = withTable(draft, null, columns);
  return { ...fresh, executeConfig: { ...fresh.executeConfig, sourceId: set.sourceId, dataSetId: set.id, dataSetName: set.setName } };
}

type Join = ExecuteConfig['joins'][number];
/** The tables of a join, with the fields of those that are no longer among them taken away, and what hangs on them. */
export function withJoins(draft: Draft, joins: readonly Join[]): Draft {
  const config = draft.executeConfig;
  const stays = (name: string): boolean => {
    const alias = /^(t[23])\./.exec(name)?.[1];
    if (alias === undefined) return true;
    const before = config.joins.find((one) => one.alias === alias);
    return joins.some((one) => one.alias === alias && one.tableId === before?.tableId);
  };
  const gone = config.fieldParams.map(({ columnName }) => columnName).filter((name) => !stays(name));
  const without = gone.length === 0 ? draft : ticked(draft, config.fieldParams, { as: 'reqable', on: false, names: gone });
  const fieldParams = without.executeConfig.fieldParams.filter(({ columnName }) => stays(columnName));
  const resParams = outputsFor(fieldParams, without.resParams);
  const orderBy = config.orderBy.filter(({ columnName }) => stays(columnName));
  const sortable = keptSortable(config.sortable, resParams);
  return { ...without, executeConfig: { ...without.executeConfig, joins: [...joins], fieldParams, orderBy, sortable }, resParams };
}

/** Fields as the table has them now: new columns at the end, unticked; ticks stay. */
export function mergedFields(fields: readonly Field[], columns: readonly KnownColumn[]): (Field & { isGone: boolean })[] {
  const known = new Set(fields.map(({ columnName }) => columnName));
  const now = new Set(columns.map(({ columnName }) => columnName));
  const fresh = columns
    .filter(({ columnName }) => !known.has(columnName))
    .map((column) => ({ ...fitting(column), reqable: '0', resable: '0' }) as const);
  return [...fields, ...fresh].map((field) => ({ ...field, isGone: !now.has(field.columnName) }));
}

/** Ticks fields as parameters or outputs, or takes the ticks away, with what hangs on them. */
export function ticked(
  draft: Draft,
  fields: readonly Field[],
  how: { as: 'reqable' | 'resable'; on: boolean; names: readonly string[] },
): Draft {
  const named = new Set(how.names);
  const fieldParams = fields.map(({ columnName, columnComment, dataType, reqable, resable }): Field => ({
    columnName,
    columnComment,
    dataType,
    reqable,
    resable,
    ...(named.has(columnName) && { [how.as]: how.on ? '1' : '0' }),
  }));
  const askable = new Set(fieldParams.filter(({ reqable }) => reqable === '1').map(({ columnName }) => columnName));
  let reqParams = draft.reqParams.filter((param) => askable.has(columnOf(param)));
  for (const field of fieldParams)
    if (field.reqable === '1' && !reqParams.some((param) => columnOf(param) === field.columnName))
      reqParams = [...reqParams, newParam(field, reqParams)];
  const resParams = outputsFor(fieldParams, draft.resParams);
  const sortable = keptSortable(draft.executeConfig.sortable, resParams);
  return { ...draft, executeConfig: { ...draft.executeConfig, fieldParams, sortable }, reqParams, resParams };
}

/** One more condition on a column, such as the end of a span. */
export function withParam(draft: Draft, columnName: string): Draft {
  const field = draft.executeConfig.fieldParams.find((one) => one.columnName === columnName);
  if (!field) return draft;
  const isFirst = field.reqable !== '1';
  if (isFirst) return ticked(draft, draft.executeConfig.fieldParams, { as: 'reqable', on: true, names: [columnName] });
  return { ...draft, reqParams: [...draft.reqParams, newParam(field, draft.reqParams)] };
}

/** Without one parameter; the last one of its column takes the tick of the field with it. */
export function withoutParam(draft: Draft, at: number): Draft {
  const gone = draft.reqParams[at];
  const reqParams = draft.reqParams.filter((_, i) => i !== at);
  if (!gone || reqParams.some((param) => columnOf(param) === columnOf(gone))) return { ...draft, reqParams };
  const fieldParams = draft.executeConfig.fieldParams.map((field) =>
    field.columnName === columnOf(gone) ? { ...field, reqable: '0' as const } : field,
  );
  return { ...draft, reqParams, executeConfig: { ...draft.executeConfig, fieldParams } };
}

/** What a script was found to take and give; what was written about it before stays. */
export function withParsed(draft: Draft, found: { reqParams: readonly ReqParam[]; resParams: readonly ResParam[] }): Draft {
  const params = new Map(draft.reqParams.map((param) => [param.paramName, param]));
  const outputs = new Map(draft.resParams.map((output) => [output.fieldName, output]));
  return {
    ...draft,
    reqParams: found.reqParams.map((param) => {
      const known = params.get(param.paramName);
      return known ? { ...known, nullable: param.nullable } : param;
    }),
    resParams: found.resParams.map((output) => outputs.get(output.fieldName) ?? output),
  };
}
