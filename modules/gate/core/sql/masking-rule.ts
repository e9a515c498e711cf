import type { Source } from './scope.ts';

/** A place of a statement where more is made of a column than showing it, counting it or asking whether it is null. */
export interface Use {
  /** the place in the words of a refusal: 筛选条件（WHERE） */
  readonly place: string;
  /** position in the statement, UTF-16 units */
  readonly offset: number | null;
}
/** Two base columns of different items of FROM that a join compares for being equal. */
export interface Link {
  readonly left: Source;
  readonly right: Source;
  readonly offset: number | null;
}
/** What of a column matters to the rule. */
export interface MaskedColumn {
  /** its class is of high entropy and meant for joining: who tries values in a join learns nothing by chance */
  readonly isLinkable: boolean;
}
/** Why a statement would tell about a masked column. */
export interface Violation {
  readonly column: Source;
  readonly message: string;
  readonly offset: number | null;
}

const APPLY = '如需使用，请在元数据详情页点击“申请权限”申请该字段的明文权限';

/** Whether a statement joins masked columns: the order in which a server finds such rows must not depend on their values. */
export const joinsMasked = ({ links }: { readonly links: readonly Link[] }, masked: ReadonlyMap<Source, MaskedColumn>): boolean =>
  links.some(({ left, right }) => masked.has(left) || masked.has(right));

/** `schema.table.column` as people name it; names may hold dots, so the last one cuts. */
function shown(column: Source): string {
  const at = column.lastIndexOf('.');
  return `表“${column.slice(0, at)}”的字段“${column.slice(at + 1)}”`;
}

/**
 * The rule of masks: a column that the reader sees masked may be shown as it is, asked for null, counted (also its different values) and
 * compared for being equal with another masked column when both are linkable. Nothing else of a statement may depend on its values, so
 * that rows, order, numbers, errors and run time tell nothing about them. Answers the first violation, null when there is none.
 */
export function violationOf(
  { uses, links }: { readonly uses: ReadonlyMap<Source, Use>; readonly links: readonly Link[] },
  masked: ReadonlyMap<Source, MaskedColumn>,
): Violation | null {
  for (const [column, { place, offset }] of uses)
    if (masked.has(column))
      return {
        column,
        message: `${shown(column)}对您已脱敏，不能用在${place}中，只能直接查询、判断是否为空或计数；${APPLY}`,
        offset,
      };
  for (const { left, right, offset } of links) {
    const [a, b] = [masked.get(left), masked.get(right)];
    if ((!a && !b) || (a?.isLinkable && b?.isLinkable)) continue;
    const column = a && (!b || !a.isLinkable) ? left : right;
    return {
      column,
      message: `${shown(column)}对您已脱敏，不能用在连接条件中：只有两侧都是“可关联”分类的脱敏字段才能等值内连接；${APPLY}`,
      offset,
    };
  }
  return null;
}
