import type { Ctx } from '#kit/server/ctx.ts';
import type { Sheet } from '#kit/server/excel/writer.ts';
import type { WordBlock } from '#kit/server/word/writer.ts';
import { DIMENSIONS, STATES } from '../../core/index.ts';
import { scored, weightsOf } from '../score/index.ts';
import { ofDay, rowsOf, summed, withholdNumbers } from './index.ts';

const TREND_DAYS = 30;
const DAY_MS = 86_400_000;
type Line = readonly (string | number | null)[];
/** A table of the report: in the document and as a sheet of the workbook. */
interface Part {
  readonly title: string;
  readonly columns: readonly { readonly title: string; readonly width: number }[];
  readonly rows: readonly Line[];
  readonly empty: string;
}
export interface DayReport {
  readonly day: string;
  readonly figures: readonly (readonly [string, string])[];
  readonly parts: readonly Part[];
}

const points = (value: number | null): string => (value === null ? '—' : value.toFixed(2));
const columns = (...given: readonly (readonly [string, number])[]) => given.map(([title, width]) => ({ title, width }));
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

type Scored = Awaited<ReturnType<typeof scored>>;
const scoreParts = ({ days, dimensions, costs, tables }: Scored): Part[] => [
  {
    title: '维度得分',
    columns: columns(['维度', 20], ['得分', 12], ['前一天', 12], ['未通过规则', 12]),
    rows: dimensions.map(({ name, score, before, failCount }) => [name, points(score), points(before), failCount]),
    empty: '没有规则',
  },
  {
    title: `总分趋势（近 ${TREND_DAYS} 天）`,
    columns: columns(['日期', 20], ['总分', 12]),
    rows: days.filter(({ score }) => score !== null).map(({ day, score }) => [day, points(score)]),
    empty: '还没有核查结果',
  },
  {
    title: '扣分最多的 10 条规则',
    columns: columns(['规则', 36], ['数据表', 30], ['扣分', 10], ['不合格行', 12]),
    rows: costs.map(({ ruleName, tableName, cost, checkErrorCount }) => [ruleName, tableName, points(cost), checkErrorCount]),
    empty: '没有扣分的规则',
  },
  {
    title: '表得分',
    columns: columns(['数据表', 30], ['中文名', 24], ['得分', 10], ['前一天', 10], ['规则', 8], ['未通过', 8]),
    rows: tables.map((one) => [one.tableName, one.tableComment, points(one.score), points(one.before), one.ruleCount, one.failCount]),
    empty: '没有规则',
  },
];

/** 质量报告 of a day as its reader sees it: points, trend, costs, the two sums and the tables of the dimensions. Withheld numbers stay out. */
export async function dayReport(ctx: Ctx, day: string): Promise<DayReport> {
  const range = { from: dayBefore(day, TREND_DAYS - 1), to: day };
  const score = await scored(ctx, range, await weightsOf(ctx.db));
  const found = await ofDay(ctx, day);
  const shown = await withholdNumbers(ctx, found);
  const rows = await rowsOf(ctx, found);
  const bySource = summed(
    shown,
    (row) => `${row.ruleSourceId} ${row.ruleLevelId}`,
    ({ ruleSource, ruleLevelName }) => ({ ruleSource, ruleLevelName }),
  );
  const countOf = (state: keyof typeof STATES) => rows.filter((row) => row.state === state).length;
  const details = Object.entries(DIMENSIONS).map(([code, name]): Part => ({
    title: `${name}核查明细`,
    columns: columns(
      ['规则', 30],
      ['级别', 6],
      ['数据源', 16],
      ['数据表', 24],
      ['字段', 16],
      ['结果', 9],
      ['核查数', 10],
      ['不合规数', 10],
      ['说明', 34],
    ),
    rows: rows
      .filter(({ ruleTypeId }) => ruleTypeId === code)
      .map((row) => [
        row.ruleName,
        row.ruleLevelName,
        row.ruleSource,
        row.ruleTable,
        row.ruleColumn,
        STATES[row.state],
        row.checkTotalCount,
        row.checkErrorCount,
        row.checkResult,
      ]),
    empty: '当天没有执行这一类规则',
  }));
  return {
    day,
    figures: [
      ['总分', points(score.score)],
      ['前一天', points(score.before)],
      ['执行规则', String(rows.length)],
      ...Object.entries(STATES).map(([state, name]) => [name, String(countOf(state as keyof typeof STATES))] as const),
    ],
    parts: [
      ...scoreParts(score),
      {
        title: '按数据源与级别汇总',
        columns: columns(['数据源', 30], ['级别', 10], ['规则', 10], ['核查数', 14], ['不合规数', 14]),
        rows: bySource.map((row) => [row.ruleSource, row.ruleLevelName, row.ruleCount, row.checkTotalCount, row.checkErrorCount]),
        empty: '当天没有执行规则',
      },
      ...details,
    ],
  };
}

const texts = (line: Line): (string | null)[] => line.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell));

/** The report as a Word document. */
export function* reportBlocks({ day, figures, parts }: DayReport, author: string): Generator<WordBlock> {
  yield { kind: 'title', text: `数据质量报告　${day}` };
  yield { kind: 'text', isQuiet: true, text: author };
  yield { kind: 'text', text: figures.map(([name, value]) => `${name}：${value}`).join('　') };
  yield { kind: 'contents' };
  for (const { title, columns: heads, rows, empty } of parts) {
    yield { kind: 'heading', level: 1, text: title };
    if (rows.length === 0) yield { kind: 'text', isQuiet: true, text: empty };
    else yield { kind: 'table', columns: heads, rows: rows.map(texts) };
  }
}

/** The report as a workbook: a sheet of figures, then one per table. */
export function reportSheets({ day, figures, parts }: DayReport, footer: string): Sheet[] {
  return [
    { name: '概况', columns: columns(['项目', 20], [`${day}`, 20]), rows: figures, footer },
    ...parts.map(({ title, columns: heads, rows }) => ({
      name: title.replace(/（.*$/, ''),
      columns: heads.map(({ title: head, width }) => ({ title: head, width: Math.max(10, width) })),
      rows,
    })),
  ];
}
