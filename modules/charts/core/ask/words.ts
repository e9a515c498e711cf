import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { NUMBER, numberOf } from './numbers.ts';
import type { Reading } from './types.ts';

/** Words for what a question does with its fields. Longer ones win, see `pieces.ts`. */
const PLAIN: readonly (readonly [words: string, reading: Reading])[] = [
  ['按照 按 各个 各 每个 每一个 每家 每 分 不同 哪个 哪些 哪家 哪几个 哪几家 哪位 哪一个 哪类 哪种', { is: 'by' }],
  ['谁的 谁', { is: 'who' }],
  ['以外 之外 外', { is: 'except' }],
  ['不含 不包括 不包含 除了 除去 除 排除 剔除 去掉 不是 不为 非', { is: 'not' }],
  ['占比 比重 份额 构成 百分比 比例 所占比例 结构', { is: 'share' }],
  ['累计 累积 逐月累计', { is: 'cumulative' }],
  ['趋势 走势 变化趋势 变化情况 变化 曲线 发展趋势', { is: 'trend' }],
  ['明细 详情 清单 列表 列出 明细表', { is: 'detail' }],
  ['多少个 多少家 多少人 多少项 多少条 多少份 多少名 几个 几家 几项 个数 数量 有多少 计数', { is: 'count' }],
  ['同比增长额 同比增减额 同比增加额', { is: 'compare', modifier: 'yoyDiff', isOnly: false }],
  [
    '同比增长率 同比增幅 同比增速 同比变化 同比增长 同比 比去年同期 较去年同期 较去年 比去年 与去年同期相比 与去年相比 和去年相比 和去年同期相比 增长率 增速 增幅',
    { is: 'compare', modifier: 'yoy', isOnly: false },
  ],
  ['去年同期值 去年同期 上年同期', { is: 'compare', modifier: 'yoyValue', isOnly: false }],
  [
    '环比增长率 环比增幅 环比增速 环比变化 环比增长 环比 较上月 比上月 与上月相比 较上季度 比上季度',
    { is: 'compare', modifier: 'mom', isOnly: false },
  ],
  ['从高到低 由高到低 从大到小 由大到小 从多到少 降序 倒序 排名 排行 排行榜 排序 名次', { is: 'order', dir: 'desc' }],
  ['从低到高 由低到高 从小到大 由小到大 从少到多 升序', { is: 'order', dir: 'asc' }],
  ['平均每个 平均值 平均数 均值 平均', { is: 'aggregate', aggregate: 'avg' }],
  ['最大值 最高值 峰值 最大的值', { is: 'aggregate', aggregate: 'max' }],
  ['最小值 最低值 谷值', { is: 'aggregate', aggregate: 'min' }],
  ['总共 总计 合计 一共 总和 汇总 求和 总额 总量 总数 总的 总', { is: 'aggregate', aggregate: 'sum' }],
  ['中位数 中位值', { is: 'aggregate', aggregate: 'median' }],
  ['去重数 去重', { is: 'aggregate', aggregate: 'countd' }],
  ['按月 每月 每个月 各月 各月份 逐月 分月 月度 按月份 每月份', { is: 'grain', grain: 'month' }],
  ['按年 每年 历年 各年 各年度 逐年 分年 年度 按年度 每年度 各年份', { is: 'grain', grain: 'year' }],
  ['按季度 每季度 每个季度 各季度 分季度 逐季 季度 按季', { is: 'grain', grain: 'quarter' }],
  ['按天 每天 每日 按日 逐日 各日 日度', { is: 'grain', grain: 'day' }],
  ['按周 每周 各周 逐周 周度', { is: 'grain', grain: 'week' }],
  ['按小时 每小时 各小时 分时', { is: 'grain', grain: 'hour' }],
  [
    '有哪些 请问 请 帮我 帮忙 我想 想要 想 看看 看一下 看下 看 查一下 查询 查 统计一下 统计 分析一下 分析 展示 显示 给我 给出 告诉我 一下 的 了 是 有 在 和 与 及 以及 跟 、 , ， 。 ? ？ ! ！ : ： 吗 呢 啊 吧 多少 什么 怎么样 怎样 如何 情况 为 中 里 内 对 对比 比较 相比 按比例 由 从 到 用 以 来 所有 全部 整个 全 公司 数据 分布 个 家 名 位 项 其中 分别 各自 都 做 画 出 成 图 一张 一个 之间 时 期间 上 下 大 这 那 它 我 我们 目前 现在 当前 截至 截止 至今 排在 属于 等于 按 要 把 将 呈现 进行 状况 值 值是 额是 金额',
    { is: 'stop' },
  ],
];
const CHARTS: Readonly<Partial<Record<ChartTypeKey, string>>> = {
  bar: '柱状图 柱形图 条形图 柱图',
  line: '折线图 曲线图 线图',
  pie: '饼图 环图 圆饼图 环形图',
  table: '表格 表',
  pivot: '透视表 交叉表',
  map: '地图 地域分布 地区分布',
  funnel: '漏斗图 漏斗',
  radar: '雷达图',
  treemap: '矩形树图',
  wordCloud: '词云',
  kpi: '指标卡',
};

/** Every plain word with what it does. */
export const WORDS: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ...[...PLAIN].reverse().flatMap(([words, reading]) => words.split(' ').map((word) => [word, reading] as const)),
  ...Object.entries(CHARTS).flatMap(([type, words]) =>
    words.split(' ').map((word) => [word, { is: 'chart', type: type as ChartTypeKey }] as const),
  ),
]);

const COUNTED = '(?:名|个|家|位|大|项|条|款|种|类|人)?';
const UNIT = '(?:元|人民币|个|人|家|份|项|天|次|条|分|岁|本|笔)?';
const AMOUNT = `(${NUMBER})(%|个百分点|个点)?${UNIT}`;
type Threshold = Extract<Reading, { is: 'threshold' }>;
const threshold = (op: Threshold['op'], text: string, percent: string | undefined): Reading => ({
  is: 'threshold',
  op,
  value: percent ? numberOf(text) / 100 : numberOf(text),
  isPercent: percent !== undefined,
});
const BEFORE: readonly (readonly [words: string, op: Threshold['op']])[] = [
  ['不低于|不少于|不小于|大于等于|大于或等于|至少|>=|≥|达到', 'gte'],
  ['不超过|不高于|不大于|小于等于|小于或等于|至多|最多|<=|≤', 'lte'],
  ['大于|超过|高于|多于|超|>', 'gt'],
  ['小于|低于|少于|不足|不到|<', 'lt'],
  ['等于|=', 'eq'],
];

type Rule = readonly [pattern: RegExp, read: (found: RegExpExecArray) => Reading];
const top = (n: number): Reading => ({ is: 'top', n, bottom: false });
const bottom = (n: number): Reading => ({ is: 'top', n, bottom: true });
const count = (text: string | undefined): number => (text === undefined ? 1 : numberOf(text));
const RULES: readonly Rule[] = [
  [new RegExp(`(?:排名|排行|位列|位居|排在)?(?:前|top\\s*)(${NUMBER})${COUNTED}`, 'y'), ([, n]) => top(numberOf(n!))],
  [new RegExp(`(?:排名)?(?:后|倒数|末|最后)(${NUMBER})${COUNTED}`, 'y'), ([, n]) => bottom(numberOf(n!))],
  [new RegExp(`最(?:高|多|大|好|长|贵|快|强)的?(?:前)?(${NUMBER})?${COUNTED}`, 'y'), ([, n]) => top(count(n))],
  [new RegExp(`最(?:低|少|小|差|短|便宜|慢|弱)的?(?:前)?(${NUMBER})?${COUNTED}`, 'y'), ([, n]) => bottom(count(n))],
  [
    new RegExp(`(?:在|介于)?${AMOUNT}(?:到|至|-|~|和)${AMOUNT}(?:之间|以内)?`, 'y'),
    ([, a, p, b, q]) => {
      const isPercent = (q ?? p) !== undefined;
      const by = isPercent ? 100 : 1;
      // “100到200万”: both ends are in the unit of the second
      const scale = /[万亿千百]+$/.exec(b!)?.[0] ?? '';
      const first = /[万亿千百]$/.test(a!) ? a! : `${a}${scale}`;
      return { is: 'threshold', op: 'between', value: numberOf(first) / by, to: numberOf(b!) / by, isPercent };
    },
  ],
  ...BEFORE.map(([words, op]): Rule => [new RegExp(`(?:${words})\\s*${AMOUNT}`, 'y'), ([, n, percent]) => threshold(op, n!, percent)]),
  [new RegExp(`${AMOUNT}(?:及以上|以上)`, 'y'), ([, n, percent]) => threshold('gte', n!, percent)],
  [new RegExp(`${AMOUNT}(?:及以下|以下|以内)`, 'y'), ([, n, percent]) => threshold('lte', n!, percent)],
];

/** Rankings and bounds that begin at a place of the question, each with its end. */
export function ruledAt(text: string, at: number): { readonly reading: Reading; readonly to: number }[] {
  return RULES.flatMap(([pattern, read]) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    return found ? [{ reading: read(found), to: at + found[0].length }] : [];
  });
}
