import type { ExprType } from './ast.ts';

export type FunctionGroup = 'aggregate' | 'logic' | 'text' | 'number' | 'date';
type ArgType = ExprType | 'time' | 'same';

/** One function of the language, with what the completion of the editor shows. */
export interface ExprFunction {
  /** as it is written, upper case */
  readonly name: string;
  readonly group: FunctionGroup;
  readonly args: readonly ArgType[];
  /** arguments that may be left out, counted from the end; `Infinity` = the last one repeats */
  readonly optional: number;
  /** type of the result; `same` = that of the arguments */
  readonly result: ExprType | 'same';
  readonly sample: string;
  readonly help: string;
}
export const FUNCTION_GROUPS: Readonly<Record<FunctionGroup, string>> = {
  aggregate: '聚合函数',
  logic: '逻辑函数',
  text: '文本函数',
  number: '数值函数',
  date: '日期函数',
};

const made: ExprFunction[] = [];
const add = (
  group: FunctionGroup,
  name: string,
  args: readonly ArgType[],
  result: ExprFunction['result'],
  sample: string,
  help: string,
  optional = 0,
) => void made.push({ name, group, args, result, sample, help, optional });

add('aggregate', 'SUM', ['number'], 'number', 'SUM([金额])', '求和，忽略空值');
add('aggregate', 'AVG', ['number'], 'number', 'AVG([单价])', '平均值，忽略空值');
add('aggregate', 'MIN', ['any'], 'same', 'MIN([签订日期])', '最小值');
add('aggregate', 'MAX', ['any'], 'same', 'MAX([签订日期])', '最大值');
add('aggregate', 'COUNT', ['any'], 'number', 'COUNT([合同编号])', '计数，忽略空值；不写字段时数所有行', 1);
add('aggregate', 'COUNTD', ['any'], 'number', 'COUNTD([客户])', '去重计数，忽略空值');
add('aggregate', 'MEDIAN', ['number'], 'number', 'MEDIAN([金额])', '中位数，忽略空值');
add('aggregate', 'STDDEV', ['number'], 'number', 'STDDEV([金额])', '样本标准差，忽略空值');

add(
  'logic',
  'IF',
  ['bool', 'same', 'same'],
  'same',
  "IF([金额] > 1000, '大额', '普通')",
  '条件成立时取第二个参数，否则取第三个；第三个可省略',
  1,
);
add('logic', 'IFNULL', ['same', 'same'], 'same', "IFNULL([区域], '未知')", '第一个参数为空时取第二个');
add('logic', 'NULLIF', ['same', 'same'], 'same', 'NULLIF([数量], 0)', '两个参数相等时为空，否则取第一个');
add('logic', 'COALESCE', ['same', 'same'], 'same', 'COALESCE([手机], [座机])', '取第一个不为空的参数', Infinity);
add('logic', 'ISNULL', ['any'], 'bool', 'ISNULL([区域])', '是否为空');

add('text', 'CONCAT', ['any', 'any'], 'string', "CONCAT([省], '-', [市])", '连接文本，空值按空文本处理', Infinity);
add('text', 'LEFT', ['string', 'number'], 'string', 'LEFT([编码], 2)', '左边的若干个字符');
add('text', 'RIGHT', ['string', 'number'], 'string', 'RIGHT([编码], 4)', '右边的若干个字符');
add('text', 'SUBSTR', ['string', 'number', 'number'], 'string', 'SUBSTR([编码], 3, 2)', '从第几个字符起（从1数）取几个字符', 1);
add('text', 'LENGTH', ['string'], 'number', 'LENGTH([名称])', '字符数');
add('text', 'UPPER', ['string'], 'string', 'UPPER([代码])', '转为大写');
add('text', 'LOWER', ['string'], 'string', 'LOWER([代码])', '转为小写');
add('text', 'TRIM', ['string'], 'string', 'TRIM([名称])', '去掉两端空格');
add('text', 'REPLACE', ['string', 'string', 'string'], 'string', "REPLACE([名称], '公司', '')", '替换文本');
add('text', 'CONTAINS', ['string', 'string'], 'bool', "CONTAINS([名称], '电网')", '是否包含，不区分大小写');
add('text', 'STARTSWITH', ['string', 'string'], 'bool', "STARTSWITH([编码], 'A')", '是否以某段文本开头');

add('number', 'ABS', ['number'], 'number', 'ABS([差额])', '绝对值');
add('number', 'ROUND', ['number', 'number'], 'number', 'ROUND([金额] / 10000, 2)', '四舍五入到几位小数，默认整数', 1);
add('number', 'FLOOR', ['number'], 'number', 'FLOOR([评分])', '不大于它的最大整数');
add('number', 'CEIL', ['number'], 'number', 'CEIL([评分])', '不小于它的最小整数');
add('number', 'NUMBER', ['any'], 'number', 'NUMBER([文本金额])', '转为数值');
add('number', 'TEXT', ['any'], 'string', 'TEXT([年份])', '转为文本');

add('date', 'YEAR', ['time'], 'number', 'YEAR([签订日期])', '年份');
add('date', 'QUARTER', ['time'], 'number', 'QUARTER([签订日期])', '季度，1 到 4');
add('date', 'MONTH', ['time'], 'number', 'MONTH([签订日期])', '月份，1 到 12');
add('date', 'DAY', ['time'], 'number', 'DAY([签订日期])', '日，1 到 31');
add('date', 'WEEKDAY', ['time'], 'number', 'WEEKDAY([签订日期])', '星期，周一为 1，周日为 7');
add('date', 'HOUR', ['time'], 'number', 'HOUR([登录时间])', '小时，0 到 23');
add('date', 'DATE', ['any'], 'date', "DATE('2026-01-01')", '转为日期，去掉时间');
add('date', 'ADDDAYS', ['time', 'number'], 'date', 'ADDDAYS([到期日期], -30)', '加若干天，天数须是常数');
add('date', 'DAYSBETWEEN', ['time', 'time'], 'number', 'DAYSBETWEEN([开始], [结束])', '从前一个日期到后一个日期的天数');
add('date', 'TODAY', [], 'date', 'DAYSBETWEEN([到期日期], TODAY())', '今天');

/** All functions, in the order of the editor's list. */
export const FUNCTIONS: readonly ExprFunction[] = made;
const BY_NAME = new Map(made.map((one) => [one.name, one]));
/** A function by its name in any case, undefined when there is none. */
export const functionOf = (name: string): ExprFunction | undefined => BY_NAME.get(name.toUpperCase());
