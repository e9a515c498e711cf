import type { Grain } from '#modules/datasets/contract/field.ts';
import type { FilterNode, Slot } from '#modules/datasets/contract/query.ts';
import { isTime, readingOf, type Roles } from './roles.ts';
import type { AskField, AskSet, Piece, Understood } from './types.ts';

const GRAINS: Readonly<Record<Grain, string>> = {
  year: '年',
  quarter: '季度',
  month: '月',
  week: '周',
  day: '天',
  hour: '小时',
  minute: '分钟',
};
const ORDER: readonly Grain[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'];

/** What a question says of time. */
export interface TimeRole {
  readonly slot: Slot | null;
  readonly filters: readonly FilterNode[];
  readonly parts: readonly Understood[];
  readonly doubts: readonly string[];
}

/** The finest step that the values of a field have, by its name. */
function finest({ name, type }: AskField): Grain {
  if (/年度|年份/.test(name)) return 'year';
  if (/月/.test(name)) return 'month';
  return type === 'datetime' ? 'hour' : 'day';
}
const notFiner = (grain: Grain, field: AskField): Grain => (ORDER.indexOf(grain) > ORDER.indexOf(finest(field)) ? finest(field) : grain);

/** The step that shows a span in a readable number of points. */
function grainFor(days: number | null): Grain {
  if (days === null) return 'month';
  if (days <= 2) return 'hour';
  if (days <= 62) return 'day';
  return days <= 1100 ? 'month' : 'year';
}

const partOf = (question: string, piece: Piece, kind: Understood['kind'], says: string, col: string): Understood => ({
  from: piece.from,
  to: piece.to,
  text: question.slice(piece.from, piece.to),
  kind,
  says,
  col,
  others: [],
});

/** Spans, steps and trends of a question on the time of the data set; `asksChange`: a comparison needs a span. */
export function timeRole(
  question: string,
  set: AskSet,
  pieces: readonly Piece[],
  roles: Roles,
  asksChange: 'year' | 'step' | null,
): TimeRole {
  const of = <K extends 'time' | 'grain' | 'trend' | 'cumulative'>(is: K) => pieces.filter((piece) => readingOf(piece, is) !== null);
  const spans = of('time');
  const [grainPiece] = of('grain');
  const [trendPiece] = [...of('trend'), ...of('cumulative')];
  const named = roles.dimensions.find(isTime);
  const field = named ?? roles.spanFields[0] ?? set.fields.find(isTime);
  const parts: Understood[] = [];
  if (!field) {
    const wanted = [...spans, ...(grainPiece ? [grainPiece] : []), ...(trendPiece ? [trendPiece] : [])];
    const doubts = wanted.map((piece) => `“${set.name}”没有时间字段，无法处理“${question.slice(piece.from, piece.to)}”`);
    return { slot: null, filters: [], parts, doubts };
  }
  const conditions = spans.map((piece) => {
    const { condition, says } = readingOf(piece, 'time')!;
    parts.push(partOf(question, piece, 'time', `${field.name}：${says}`, field.id));
    return { ...condition, col: field.id };
  });
  const filters: FilterNode[] = conditions.length > 1 ? [{ any: conditions }] : conditions;
  const days = spans.length > 0 ? Math.max(...spans.map((piece) => readingOf(piece, 'time')!.days)) : null;
  let grain: Grain | null = grainPiece ? readingOf(grainPiece, 'grain')!.grain : null;
  if (!grain && named) grain = /月|年/.test(named.name) ? finest(named) : grainFor(days);
  if (!grain && trendPiece) grain = grainFor(days);
  if (!grain && spans.length > 1) grain = 'year';
  const slot = grain ? { col: field.id, grain: notFiner(grain, field) } : null;
  const stepPiece = grainPiece ?? trendPiece;
  if (slot && stepPiece) parts.push(partOf(question, stepPiece, 'dimension', `按${field.name}（${GRAINS[slot.grain]}）`, field.id));
  if (asksChange && filters.length === 0) {
    const unit = asksChange === 'year' || slot ? 'year' : 'month';
    filters.push({ col: field.id, op: 'relative', relative: { span: 'this', unit, n: 1 } });
    const says = `${field.name}：${unit === 'year' ? '今年' : '本月'}（对比需要时间范围）`;
    parts.push({ from: 0, to: 0, text: '', kind: 'assumed', says, col: field.id, others: [] });
  }
  return { slot, filters, parts, doubts: [] };
}
