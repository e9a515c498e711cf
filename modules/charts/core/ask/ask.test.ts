import { expect, it } from 'vitest';
import type { Condition, FilterNode } from '#modules/datasets/contract/query.ts';
import { withField, withoutFilter } from './correct.ts';
import { askAll, askOne, type AskResult } from './index.ts';
import { MONTHS, PEOPLE, PROJECTS, QUESTIONS, SETS, type Expected } from './test-questions.ts';

const TODAY = '2026-11-29';
const MARKS = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=', between: '~' } as Readonly<Record<string, string>>;

const bound = ({ col, op, value, values }: Condition): string => `${col}${MARKS[op]}${values ? values.join(',') : String(value)}`;
function condition(node: FilterNode): string {
  if ('any' in node) return node.any.map((one, i) => condition(one).slice(i === 0 ? 0 : condition(one).indexOf('=') + 1)).join('|');
  if ('all' in node) return node.all.map(condition).join('&');
  const { col, op, values, relative } = node;
  if (relative) return `${col}=${relative.span} ${relative.n > 1 || relative.span === 'last' ? `${relative.n} ` : ''}${relative.unit}`;
  if (MARKS[op] && op !== 'between') return bound(node);
  if (op === 'between') return `${col}=${values!.join('..')}`;
  return `${col}${op === 'nin' ? '!=' : '='}${[...values!].join('|')}`;
}

/** A result in the short form of the expected ones. */
function short({ answer, doubts }: AskResult, expected: Expected) {
  if (!answer) return { doubts };
  const { query, chartType } = answer;
  const measures = query.measures.map(
    ({ col, aggregateType, modifier }) => `${col}:${aggregateType}${modifier && modifier !== 'none' ? `+${modifier}` : ''}`,
  );
  const dims = [...query.rows, ...query.columns].map(({ col, grain }) => (grain ? `@${grain}` : col));
  const rest = [
    ...(query.topN ? [`${query.topN.bottom ? 'bottom' : 'top'}${query.topN.n}`] : []),
    ...query.having.map((node) => bound(node as Condition)),
    ...(expected.rest === 'asc' || expected.rest === 'desc' ? [query.sort[0]?.dir] : []),
    ...(expected.rest === 'map' || expected.rest === 'pie' ? [chartType] : []),
  ];
  return { measures: measures.join(','), dims: dims.join(','), where: query.filters.map(condition).sort().join(';'), rest: rest.join(';') };
}
const isRight = (found: ReturnType<typeof short>, { measures, dims, where, rest }: Expected): boolean =>
  JSON.stringify(found) === JSON.stringify({ measures, dims, where, rest });

it('reads the questions of business as they are meant', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(120);
  const wrong = QUESTIONS.map((expected) => ({
    ask: expected.ask,
    expected,
    found: short(askOne(expected.ask, expected.of, TODAY), expected),
  }))
    .filter(({ expected, found }) => !isRight(found, expected))
    .map(({ ask, found }) => ({ ask, found }));
  expect(wrong).toEqual([]);
});

it('finds the data set that a question is about', () => {
  const wrong = QUESTIONS.filter(({ ask, of }) => askAll(ask, SETS, TODAY)[0]?.dataSetId !== of.id).map(({ ask }) => ask);
  expect(wrong.length / QUESTIONS.length).toBeLessThan(0.1);
});

it('asks back instead of guessing', () => {
  for (const question of ['你好', '天气怎么样', 'drop table users; --', '🙂🙂', '今年', "' or 1=1"]) {
    const answers = askAll(question, [PEOPLE], TODAY).filter(({ answer }) => answer !== null);
    expect(answers, question).toEqual([]);
  }
  const vague = askOne('各单位的满意度', PROJECTS, TODAY);
  expect(vague.unread).toContain('满意度');
  expect(askOne('今年各学历的人数', PEOPLE, TODAY).doubts).toEqual(['“人员结构”没有时间字段，无法处理“今年”']);
});

it('says of every condition where it stands in the question, and which other field a word may mean', () => {
  const { parts } = askOne('广东省合同额前5名的单位', PROJECTS, TODAY);
  expect(parts.map(({ text, says }) => [text, says])).toEqual([
    ['广东省', '省份是“广东省”'],
    ['合同额', '合同额'],
    ['前5名', '最多的5个'],
    ['单位', '按承担单位'],
  ]);
  expect(parts.at(-1)!.others).toEqual(['customer_name']);
});

it('holds a word that stands for a field of the data set', () => {
  const fields = MONTHS.fields.map((field) => (field.id === 'output' ? { ...field, synonyms: ['干了多少活'] } : field));
  const { answer } = askOne('今年干了多少活', { ...MONTHS, fields }, TODAY);
  expect(answer?.query.measures).toEqual([{ col: 'output', aggregateType: 'sum' }]);
});

it('exchanges a field everywhere, and takes its conditions off', () => {
  const { answer } = askOne('总部各单位的合同额', PROJECTS, TODAY);
  const other = withField(answer!.query, 'org_name', 'customer_name');
  expect([other.rows, other.filters]).toEqual([[{ col: 'customer_name' }], [{ col: 'customer_name', op: 'in', values: ['总部'] }]]);
  expect(withoutFilter(other, 'customer_name').filters).toEqual([]);
});
