import type { ApiInput, ExecuteConfig, ReqParam, ResParam } from '../contract/api.ts';

/** One difference between two definitions. `isBreaking`: calls that work with the one may fail or mean something else with the other. */
export interface ApiDifference {
  readonly part: '属性' | '执行' | '参数' | '返回';
  readonly label: string;
  /** null = not there */
  readonly before: string | null;
  readonly after: string | null;
  readonly isBreaking: boolean;
}
export type ComparedApi = Pick<
  ApiInput,
  'apiName' | 'apiUrl' | 'reqMethod' | 'deny' | 'rateLimit' | 'executeConfig' | 'reqParams' | 'resParams' | 'remark'
>;

const MODES = { '1': '表引导', '2': 'SQL 脚本', '3': '数据集' } as const;
const OPERATORS: Record<ReqParam['whereType'], string> = {
  '1': '等于',
  '2': '不等于',
  '3': '全模糊',
  '4': '左模糊',
  '5': '右模糊',
  '6': '大于',
  '7': '大于等于',
  '8': '小于',
  '9': '小于等于',
  '10': '为空',
  '11': '不为空',
  '12': 'IN',
};
const TYPES: Record<ReqParam['paramType'], string> = { '1': '字符串', '2': '整型', '3': '浮点型', '4': '时间', '5': '集合' };

export type Part = ApiDifference['part'];
/** A line of the comparison, when the two texts differ. */
export const line = (
  part: Part,
  label: string,
  texts: readonly [before: string | null, after: string | null],
  breaks: 'breaks' | 'keeps',
) => (texts[0] === texts[1] ? [] : [{ part, label, before: texts[0], after: texts[1], isBreaking: breaks === 'breaks' }]);

const limitOf = ({ rateLimit: { enable, times, seconds } }: ComparedApi): string =>
  enable === '1' ? `每 ${seconds} 秒 ${times} 次` : '不限流';
const speedOf = ({ rateLimit: { enable, times, seconds } }: ComparedApi): number =>
  enable === '1' ? times / seconds : Number.POSITIVE_INFINITY;

function aboutLines(a: ComparedApi, b: ComparedApi): ApiDifference[] {
  return [
    ...line('属性', 'API名称', [a.apiName, b.apiName], 'keeps'),
    ...line('属性', 'API路径', [a.apiUrl, b.apiUrl], 'breaks'),
    ...line('属性', '请求方式', [a.reqMethod, b.reqMethod], 'breaks'),
    ...line('属性', '限流', [limitOf(a), limitOf(b)], speedOf(b) < speedOf(a) ? 'breaks' : 'keeps'),
    ...line('属性', 'IP黑名单', [a.deny || null, b.deny || null], 'keeps'),
    ...line('属性', '备注', [a.remark || null, b.remark || null], 'keeps'),
  ];
}

const joinText = ({ joins }: ExecuteConfig): string | null =>
  joins
    .map(({ alias, tableName, tableId, joinType, on }) => {
      const pairs = on.map(({ left, right }) => `${left} = ${alias}.${right}`).join(' 且 ');
      return `${joinType === 'left' ? '左关联' : '内关联'} ${tableName ?? tableId} ${alias}（${pairs}）`;
    })
    .join('；') || null;
const orderText = ({ orderBy }: ExecuteConfig): string | null =>
  orderBy.map(({ columnName, direction }) => `${columnName} ${direction === 'asc' ? '升序' : '降序'}`).join('、') || null;
const originText = (config: ExecuteConfig): string => {
  if (config.configType === '1') return config.tableName ?? config.tableId ?? '';
  return config.configType === '3' ? (config.dataSetName ?? config.dataSetId ?? '') : (config.sqlText ?? '').trim();
};

function executeLines({ executeConfig: a }: ComparedApi, { executeConfig: b }: ComparedApi): ApiDifference[] {
  const lost = a.sortable.filter((name) => !b.sortable.includes(name));
  return [
    ...line('执行', '配置方式', [MODES[a.configType], MODES[b.configType]], 'keeps'),
    ...line('执行', '数据源', [a.sourceId, b.sourceId], 'keeps'),
    ...line('执行', '数据来源', [originText(a), originText(b)], 'keeps'),
    ...line('执行', '关联', [joinText(a), joinText(b)], 'keeps'),
    ...line('执行', '排序', [orderText(a), orderText(b)], 'keeps'),
    ...line('执行', '允许排序的字段', [a.sortable.join('、') || null, b.sortable.join('、') || null], lost.length > 0 ? 'breaks' : 'keeps'),
    ...line('执行', '分页方式', [a.paging === 'keyset' ? '游标' : '页码', b.paging === 'keyset' ? '游标' : '页码'], 'breaks'),
    ...line(
      '执行',
      '返回总数',
      [a.total === 'exact' ? '准确总数' : '不返回', b.total === 'exact' ? '准确总数' : '不返回'],
      b.total === 'none' ? 'breaks' : 'keeps',
    ),
    ...line('执行', '默认条数', [String(a.defaultSize), String(b.defaultSize)], 'keeps'),
    ...line('执行', '最多条数', [String(a.maxSize), String(b.maxSize)], b.maxSize < a.maxSize ? 'breaks' : 'keeps'),
    ...line('执行', '缓存', [`${a.cacheTtl} 秒`, `${b.cacheTtl} 秒`], 'keeps'),
    ...line('执行', '超时', [`${a.timeoutMs} 毫秒`, `${b.timeoutMs} 毫秒`], 'keeps'),
  ];
}

const isMust = ({ nullable, defaultValue }: ReqParam): boolean => nullable === '0' && !defaultValue;
const paramText = (param: ReqParam): string =>
  [
    TYPES[param.paramType],
    OPERATORS[param.whereType],
    param.columnName && param.columnName !== param.paramName ? `字段 ${param.columnName}` : null,
    isMust(param) ? '必填' : '选填',
    param.defaultValue ? `默认 ${param.defaultValue}` : null,
  ]
    .filter(Boolean)
    .join(' · ');

/** What a caller gives stays good when nothing more is asked for and it means the same. */
const means = ({ paramType, whereType, columnName, paramName, defaultValue }: ReqParam): string =>
  JSON.stringify([paramType, whereType, columnName || paramName, defaultValue || null]);

function paramLines({ reqParams: a }: ComparedApi, { reqParams: b }: ComparedApi): ApiDifference[] {
  const later = new Map(b.map((param) => [param.paramName, param]));
  const before = new Set(a.map(({ paramName }) => paramName));
  return [
    ...a.flatMap((param) => {
      const now = later.get(param.paramName);
      if (!now) return line('参数', param.paramName, [paramText(param), null], 'breaks');
      return line(
        '参数',
        param.paramName,
        [paramText(param), paramText(now)],
        means(param) !== means(now) || (isMust(now) && !isMust(param)) ? 'breaks' : 'keeps',
      );
    }),
    ...b
      .filter(({ paramName }) => !before.has(paramName))
      .flatMap((param) => line('参数', param.paramName, [null, paramText(param)], isMust(param) ? 'breaks' : 'keeps')),
  ];
}

const nameOf = ({ fieldAliasName, fieldName }: ResParam): string => fieldAliasName || fieldName;
const outputText = ({ fieldName, fieldAliasName, dataType }: ResParam): string =>
  [fieldAliasName && fieldAliasName !== fieldName ? `字段 ${fieldName}` : null, dataType].filter(Boolean).join(' · ') || '返回';

function outputLines({ resParams: a }: ComparedApi, { resParams: b }: ComparedApi): ApiDifference[] {
  const later = new Map(b.map((output) => [nameOf(output), output]));
  const before = new Set(a.map(nameOf));
  return [
    ...a.flatMap((output) => {
      const now = later.get(nameOf(output));
      return line('返回', nameOf(output), [outputText(output), now ? outputText(now) : null], 'breaks');
    }),
    ...b
      .filter((output) => !before.has(nameOf(output)))
      .flatMap((output) => line('返回', nameOf(output), [null, outputText(output)], 'keeps')),
  ];
}

/** What differs between two definitions, in the order of the editor. */
export const compareApis = (a: ComparedApi, b: ComparedApi): ApiDifference[] => [
  ...aboutLines(a, b),
  ...executeLines(a, b),
  ...paramLines(a, b),
  ...outputLines(a, b),
];
