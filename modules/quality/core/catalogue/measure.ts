import type { CnKind } from '#kit/core/cn/index.ts';
import type { Method } from '../anomaly-drift.ts';
import type { Operator } from '../../contract/rule-config.ts';
import type { Aggregate, Condition, Value } from '../measure/tree.ts';
import type { RuleTable } from './declaration.ts';

/** Bounds that a number must keep, both included; null = open. Decimals as texts. */
export interface Bounds {
  readonly min: string | null;
  readonly max: string | null;
}

/** Metadata that are looked at without asking the source. */
export type CatalogueCheck =
  | { readonly check: 'columnExists' | 'hasComment' | 'hasPrimaryKey' | 'notNullable' | 'unchanged' }
  | { readonly check: 'type'; readonly types: readonly string[] }
  | { readonly check: 'columnCount'; readonly bounds: Bounds }
  | { readonly check: 'columns'; readonly names: readonly string[]; readonly how: 'set' | 'ordered' | 'contains' }
  | { readonly check: 'naming'; readonly roots: readonly string[] }
  | { readonly check: 'element'; readonly parts: readonly string[] };

/** What the figures of earlier runs are asked. */
export type HistoryCheck =
  | { readonly check: 'change'; readonly compare: string; readonly bounds: Bounds }
  | {
      readonly check: 'anomaly';
      readonly strategy: string;
      /** deviations on either side */
      readonly sensitivity: number;
      /** least half width of what is expected, in percent */
      readonly least: number;
      /** the number is never below nothing */
      readonly isCount: boolean;
      /** working days and days off are not told apart */
      readonly isEveryDay: boolean;
    };

/**
 * What a rule measures.
 * - `rows`: each row is good or bad. `judged` are the values whose absence the policy for missing values is about
 * - `repeated`: rows whose values stand more than once; each beyond the first of its group is bad
 * - `orphans`: rows whose values stand in no row of another table
 * - `set`: the different values of a column against a set: none of it is missing, and (`equals`) nothing else is there
 * - `mode`: the most frequent value is one of a set
 * - `outliers`: values further from the middle than so many deviations (`z`) or distances between quartiles (`iqr`)
 * - `association`: Cramér's V of two columns, between bounds
 * - `gap`: days between neighbouring values, at most so many
 * - `order`: values that do not grow (shrink) in the order of another column
 * - `value`: one number about all rows, between bounds
 * - `ratio`: good rows in percent, between bounds
 * - `reconcile`: a number here and one of another table, or one per group, lie apart no further than is allowed
 * - `differences`: rows that are missing, extra or different in another table with the same key; numbers may lie apart a little
 * - `latest`: the newest moment of a column; good when one row at least is fresh
 * - `streamed`: values are read, a bounded number of them, and judged by the validators of the platform
 * - `history`: one number, or one in percent of another (`per`), held against those of earlier runs
 * - `drift`: counts by bin of a column against those of a baseline
 * - `catalogue`, `probe`: nothing is asked of the rows
 * - `sql`: a statement of the rule's owner, with their rights; its rows are bad, or its number is compared
 * - `formula`: over the last results of other rules
 */
export type Measure =
  | { readonly of: 'rows'; readonly good: Condition; readonly judged: readonly Value[] }
  | { readonly of: 'repeated'; readonly columns: readonly string[] }
  | {
      readonly of: 'orphans';
      readonly columns: readonly string[];
      readonly table: RuleTable;
      readonly to: readonly string[];
    }
  | { readonly of: 'set'; readonly column: string; readonly codes: readonly string[]; readonly how: 'contains' | 'equals' }
  | { readonly of: 'mode'; readonly column: string; readonly codes: readonly string[] }
  | { readonly of: 'outliers'; readonly column: string; readonly method: 'z' | 'iqr'; readonly times: number }
  | { readonly of: 'association'; readonly columns: readonly [string, string]; readonly bounds: Bounds }
  | { readonly of: 'gap'; readonly column: string; readonly days: number }
  | { readonly of: 'order'; readonly column: string; readonly by: string; readonly op: '<' | '<=' | '>' | '>=' }
  | { readonly of: 'value'; readonly value: Aggregate; readonly bounds: Bounds; readonly unit: string }
  | { readonly of: 'ratio'; readonly part: Aggregate; readonly whole: Aggregate; readonly bounds: Bounds }
  | {
      readonly of: 'reconcile';
      readonly value: Aggregate;
      /** what the numbers are, for people: 行数, 总和 */
      readonly what: string;
      readonly table: RuleTable;
      readonly other: Aggregate;
      /** columns of both tables by whose values the numbers are grouped; none = one number */
      readonly groups: readonly string[];
      readonly otherGroups: readonly string[];
      /** rows of the other table that count */
      readonly otherFilter: Condition;
      readonly tolerance: number;
      readonly tolerancePercent: number;
    }
  | {
      readonly of: 'differences';
      readonly keys: readonly string[];
      readonly columns: readonly string[];
      readonly table: RuleTable;
      readonly otherKeys: readonly string[];
      readonly otherColumns: readonly string[];
      /** rows of the other table that count */
      readonly otherFilter: Condition;
      readonly tolerance: number;
      readonly tolerancePercent: number;
    }
  | { readonly of: 'latest'; readonly column: string; readonly fresh: Condition }
  | { readonly of: 'streamed'; readonly column: string; readonly by: { readonly kind: CnKind } | { readonly schema: string } }
  | { readonly of: 'catalogue'; readonly ask: CatalogueCheck; readonly column: string | null }
  | { readonly of: 'history'; readonly value: Aggregate; readonly per: Aggregate | null; readonly ask: HistoryCheck }
  | {
      readonly of: 'drift';
      readonly column: string;
      readonly distribution: Method;
      readonly most: number;
      readonly baseline: 'profile' | 'previous' | 'first';
    }
  | { readonly of: 'probe'; readonly seconds: number | null }
  | { readonly of: 'sql'; readonly sql: string; readonly gives: 'rows' }
  | { readonly of: 'sql'; readonly sql: string; readonly gives: 'number'; readonly bounds: Bounds; readonly operator: Operator }
  | {
      readonly of: 'formula';
      readonly expression: string;
      readonly ruleIds: readonly string[];
      readonly bounds: Bounds;
      readonly operator: Operator;
    };
