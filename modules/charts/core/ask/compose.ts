import { ChartQuery, type Condition, type FilterNode, type Slot } from '#modules/datasets/contract/query.ts';
import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { lexiconOf } from './lexicon.ts';
import { piecesOf, unreadOf } from './pieces.ts';
import { AGGREGATES, counterOf, isTime, readingOf, rolesOf, type AskedMeasure, type Roles } from './roles.ts';
import { timeRole, type TimeRole } from './time-role.ts';
import type { Answerable, AskField, AskResult, AskSet, Piece, Reading, Today, Understood } from './types.ts';

const MODIFIERS = { yoy: '同比', mom: '环比', yoyDiff: '同比增减额', yoyValue: '去年同期', momDiff: '环比增减额' } as Readonly<
  Record<string, string>
>;
const OPS = { gt: '大于', gte: '不低于', lt: '小于', lte: '不超过', eq: '等于', between: '介于' } as const;
type Threshold = Extract<Reading, { is: 'threshold' }>;

const shown = (value: number, { isPercent }: Threshold): string => (isPercent ? `${Math.round(value * 1e6) / 1e4}%` : String(value));

/** Makes one query of the pieces of one question. */
class Composer {
  readonly #question: string;
  readonly #set: AskSet;
  readonly #pieces: readonly Piece[];
  readonly #roles: Roles;
  readonly #time: TimeRole;
  readonly parts: Understood[];
  readonly doubts: string[];

  constructor(question: string, set: AskSet, pieces: readonly Piece[]) {
    this.#question = question;
    this.#set = set;
    this.#pieces = pieces;
    this.#roles = rolesOf(question, set, pieces);
    this.#time = timeRole(question, set, pieces, this.#roles, this.#change());
    this.parts = [...this.#roles.parts, ...this.#time.parts];
    this.doubts = [...this.#roles.doubts, ...this.#time.doubts];
  }

  #find<K extends Reading['is']>(is: K): { piece: Piece; reading: Extract<Reading, { is: K }> } | null {
    for (const piece of this.#pieces) {
      const reading = readingOf(piece, is);
      if (reading) return { piece, reading };
    }
    return null;
  }
  #change(): 'year' | 'step' | null {
    const modifier = this.#find('compare')?.reading.modifier;
    if (!modifier) return null;
    return modifier.startsWith('yoy') ? 'year' : 'step';
  }
  #say(piece: Piece, kind: Understood['kind'], says: string, col: string | null = null): void {
    const { from, to } = piece;
    this.parts.push({ from, to, text: this.#question.slice(from, to), kind, says, col, others: [] });
  }
  #assume(says: string, col: string | null): void {
    this.parts.push({ from: 0, to: 0, text: '', kind: 'assumed', says, col, others: [] });
  }

  answer(): Answerable | null {
    const detail = this.#detail();
    if (detail) return detail;
    const measures = this.#measures();
    const [first] = measures;
    if (!first) return null;
    const dimensions = this.#dimensions();
    const isGrouped = dimensions.length > 0 || this.#time.slot !== null;
    const { having, filters } = this.#thresholds(measures, { isGrouped });
    const slots = measures.map((measure) => this.#slot(measure, { isGrouped }));
    const share = this.#find('share');
    if (share && dimensions.length > 0) {
      slots[0] = { ...slots[0]!, modifier: 'share' };
      this.#say(share.piece, 'compare', '显示占比', first.field.id);
    }
    const compared = this.#compared(slots);
    const ranked = this.#ranked(dimensions);
    const [rows, columns] = this.#shelves(dimensions);
    const query = ChartQuery.parse({
      dataSetId: this.#set.id,
      rows,
      columns,
      measures: compared,
      filters: [...this.#filters({ isShare: share !== null && dimensions.length > 0 }), ...filters],
      having,
      ...ranked,
    });
    return { query, chartType: this.#chart(query.rows.length, query.columns.length, compared) };
  }

  /** Rows as they are, when they are asked for and nothing is added up. */
  #detail(): Answerable | null {
    const found = this.#find('detail');
    if (!found || this.#find('count')) return null;
    this.#say(found.piece, 'chart', '明细');
    const named = [...this.#roles.dimensions, ...this.#roles.measures.map(({ field }) => field)].filter(({ expr }) => !expr);
    const plain = this.#set.fields.filter(({ expr }) => !expr);
    const fields = [...new Map([...named, ...plain].map((field) => [field.id, field])).values()].slice(0, 12);
    const measures = this.#roles.measures.filter(({ field }) => !field.expr);
    const { filters } = this.#thresholds(measures, { isGrouped: false });
    const rows = fields.map(({ id }) => ({ col: id }));
    return {
      query: ChartQuery.parse({
        dataSetId: this.#set.id,
        rows,
        filters: [...this.#filters({ isShare: false }), ...filters],
        isDetail: true,
      }),
      chartType: 'table',
    };
  }

  /** The measures of the question; without one, what counts the rows. */
  #measures(): AskedMeasure[] {
    const { measures, dimensions, values } = this.#roles;
    const bounded = this.#boundedOnly();
    const asked = measures.filter((one) => one !== bounded);
    if (asked.length > 0) return asked;
    if (bounded && !this.#find('count')) return [bounded];
    const counts = this.#find('count');
    const counter = counterOf(this.#set, null);
    if (!counts && dimensions.length + values.length + this.#time.filters.length === 0) {
      this.doubts.push('没有看懂要统计哪个指标，请写出指标的名称');
      return [];
    }
    const only = this.#set.fields.filter(({ role }) => role === 'measure');
    const field = counter ?? (only.length === 1 ? only[0]! : null);
    if (!field) {
      this.doubts.push('没有看懂要统计哪个指标，请写出指标的名称');
      return [];
    }
    this.#assume(`统计${field.name}`, field.id);
    return [{ field, aggregate: null, at: 0 }];
  }

  /** A measure that is only named to bound the rows: 合同额超过100万的项目有多少个. */
  #boundedOnly(): AskedMeasure | undefined {
    const found = this.#find('threshold');
    if (!found) return undefined;
    const { measures } = this.#roles;
    const near = this.#nearest(found.piece, measures);
    const isOnly = this.#roles.dimensions.length === 0 && (measures.length > 1 || this.#find('count') !== null);
    return isOnly ? near : undefined;
  }
  #nearest(piece: Piece, measures: readonly AskedMeasure[]): AskedMeasure | undefined {
    const before = measures.filter(({ at }) => at < piece.from).at(-1);
    return before ?? measures.find(({ at }) => at > piece.from);
  }

  /** Dimensions beside time; values that are held against each other are one. */
  #dimensions(): AskField[] {
    const named = this.#roles.dimensions.filter((field) => !isTime(field) || field.id !== this.#time.slot?.col);
    const field = (col: string) => this.#set.fields.find(({ id }) => id === col);
    const extra = this.#roles.values
      .filter(({ isNot, values }) => !isNot && (values.length > 1 || this.#find('share') !== null))
      .flatMap(({ col }) => field(col) ?? []);
    const known = new Set(named.map(({ id }) => id));
    const isShared = this.#find('share') !== null && named.length > 0;
    return [...named, ...(isShared ? [] : extra.filter(({ id }) => !known.has(id)))];
  }

  #slot({ field, aggregate }: AskedMeasure, { isGrouped }: { isGrouped: boolean }): Slot {
    const most = this.#find('top');
    // without groups the greatest of something is its maximum
    const isEnd = most && !isGrouped && !field.expr && !aggregate;
    if (isEnd) {
      const end = most.reading.bottom ? 'min' : 'max';
      this.#say(most.piece, 'measure', `${field.name}（${AGGREGATES[end]}）`, field.id);
      return { col: field.id, aggregateType: end };
    }
    const cumulative = this.#find('cumulative');
    if (cumulative && this.#time.slot) return { col: field.id, aggregateType: aggregate ?? field.agg ?? 'sum', modifier: 'cum' };
    return { col: field.id, aggregateType: aggregate ?? field.agg ?? (field.expr ? 'none' : 'sum') };
  }

  #compared(slots: readonly Slot[]): Slot[] {
    const found = this.#find('compare');
    if (!found) return [...slots];
    this.#say(found.piece, 'compare', MODIFIERS[found.reading.modifier] ?? found.reading.modifier);
    return slots.flatMap((slot) => [slot, { ...slot, modifier: found.reading.modifier }]);
  }

  /** Bounds of measures: of groups after adding up, else of the rows. */
  #thresholds(measures: readonly AskedMeasure[], { isGrouped }: { isGrouped: boolean }): { having: FilterNode[]; filters: FilterNode[] } {
    const having: FilterNode[] = [];
    const filters: FilterNode[] = [];
    for (const piece of this.#pieces) {
      const reading = readingOf(piece, 'threshold');
      if (!reading) continue;
      const near = this.#nearest(piece, this.#roles.measures) ?? measures[0];
      if (!near) continue;
      const place = measures.indexOf(near);
      const isPart = near.field.format?.kind === 'percent';
      const by = isPart && !reading.isPercent && reading.value > 1 ? 100 : 1;
      const condition = (col: string): Condition => this.#bound(col, reading, by);
      if (isGrouped && place >= 0) having.push(condition(`m${place}`));
      else if (near.field.expr) this.doubts.push(`“${near.field.name}”是计算指标，不能用来筛选行`);
      else filters.push(condition(near.field.id));
      const to = reading.to === undefined ? '' : `至${shown(reading.to, reading)}`;
      this.#say(piece, 'threshold', `${near.field.name}${OPS[reading.op]}${shown(reading.value, reading)}${to}`, near.field.id);
    }
    return { having, filters };
  }
  #bound(col: string, { op, value, to }: Threshold, by: number): Condition {
    return op === 'between' ? { col, op, values: [value / by, (to ?? value) / by] } : { col, op, value: value / by };
  }

  /** Conditions on values and time; where shares are shown, the values would be their own whole. */
  #filters({ isShare }: { isShare: boolean }): FilterNode[] {
    const values = this.#roles.values.flatMap(({ col, isNot, values: all }): FilterNode[] => {
      if (isShare && !isNot && all.length === 1 && this.#dimensions().some(({ id }) => id === col)) return [];
      const stored = [...new Set(all.map(({ value }) => value))];
      return [{ col, op: isNot ? 'nin' : 'in', values: stored }];
    });
    return [...values, ...this.#time.filters];
  }

  #ranked(dimensions: readonly AskField[]) {
    const top = this.#find('top');
    const order = this.#find('order');
    const hasTime = this.#time.slot !== null;
    const at = hasTime && dimensions.length > 0 ? 1 : 0;
    if (top && (dimensions.length > 0 || hasTime)) {
      const { n, bottom } = top.reading;
      this.#say(top.piece, 'top', `${bottom ? '最少' : '最多'}的${n}个`);
      return {
        topN: { n: Math.max(1, n), by: 'm0', of: `d${at}`, others: false, bottom },
        sort: [{ by: 'm0', dir: bottom ? ('asc' as const) : ('desc' as const) }],
      };
    }
    if (order) this.#say(order.piece, 'order', order.reading.dir === 'desc' ? '从高到低' : '从低到高');
    const dir = order?.reading.dir ?? 'desc';
    return { sort: dimensions.length > 0 && !hasTime ? [{ by: 'm0', dir }] : [] };
  }
  #shelves(dimensions: readonly AskField[]): [Slot[], Slot[]] {
    const slots = dimensions.map(({ id }): Slot => ({ col: id }));
    if (this.#time.slot) return [[this.#time.slot], slots.slice(0, 2)];
    return [slots.slice(0, 1), slots.slice(1, 3)];
  }

  #chart(rows: number, columns: number, measures: readonly Slot[]): ChartTypeKey {
    const asked = this.#find('chart');
    if (asked && rows > 0) {
      this.#say(asked.piece, 'chart', '图形');
      return asked.reading.type;
    }
    if (rows === 0) return 'kpi';
    if (this.#time.slot) return measures.some(({ modifier }) => modifier && modifier !== 'cum') ? 'dual' : 'line';
    if (columns > 0) return 'bar';
    if (this.#find('share')) return 'pie';
    if (measures.length > 1) return measures.some(({ modifier }) => modifier) ? 'table' : 'bar';
    return this.#find('top') ? 'rank' : 'bar';
  }
}

const LOST = 3;
const COUNTS = new Set(['field', 'value', 'time', 'grain', 'threshold']);

/** Reads a question against one data set. Pure: equal questions on equal days give equal results. */
export function askOne(question: string, set: AskSet, today: Today): AskResult {
  const pieces = piecesOf(question, lexiconOf(set), today);
  const composer = new Composer(question, set, pieces);
  const answer = composer.answer();
  const unread = unreadOf(question, pieces);
  const known = pieces.reduce((sum, { from, to, readings, weight }) => sum + (COUNTS.has(readings[0]!.is) ? (to - from) * weight : 0), 0);
  const lost = unread.reduce((sum, text) => sum + text.length, 0);
  const parts = composer.parts.sort((a, b) => a.from - b.from);
  const assumed = parts.filter(({ kind }) => kind === 'assumed').length;
  const score = known - lost * LOST - composer.doubts.length * LOST - assumed + (answer ? 2 : 0);
  return { dataSetId: set.id, answer, parts, unread, doubts: composer.doubts, score };
}
