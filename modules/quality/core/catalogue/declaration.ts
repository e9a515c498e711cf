import type * as z from 'zod';
import type { ConfigGroup, NullPolicy, RuleConfig } from '../../contract/rule-config.ts';
import type { SqlQuotes } from '../measure/dialects.ts';
import type { ColumnKind } from '../measure/tree.ts';
import type { Measure } from './measure.ts';

export { ConfigProblem } from '../measure/problem.ts';

/** Quality dimensions; the first six are those of the product family, 规范性 is ours. Keys are the codes of `quality_rule_type`. */
export const DIMENSIONS = {
  unique: '唯一性',
  integrity: '完整性',
  accuracy: '准确性',
  consistent: '一致性',
  relevance: '关联性',
  timeliness: '及时性',
  conform: '规范性',
} as const;
export type Dimension = keyof typeof DIMENSIONS;

/** A column as rules see it. */
export interface RuleColumn {
  readonly id: string;
  readonly name: string;
  readonly comment: string | null;
  /** as the source writes it, `varchar(40)` */
  readonly dataType: string;
  readonly kind: ColumnKind;
  readonly isNullable?: boolean | undefined;
  /** whether the rule's owner sees it masked */
  readonly isMasked?: boolean | undefined;
}
/** A table as rules see it. */
export interface RuleTable {
  readonly id: string;
  readonly schema: string;
  readonly name: string;
  readonly comment: string | null;
  readonly columns: readonly RuleColumn[];
  /** names of the columns that tell its rows apart; null when the catalogue knows none */
  readonly key: readonly string[] | null;
  /** where it stands, and how names are written there; what says nothing stands beside the checked table */
  readonly sourceId?: string;
  readonly sourceName?: string;
  readonly quotes?: SqlQuotes;
}
/** A code set or mapping, read at the moment of the run. */
export interface CodeSet {
  readonly name: string;
  /** the values that are good */
  readonly codes: readonly string[];
}

/** Everything that a rule says and that it is looked up with; nothing here is read from a database by the core. */
export interface Given {
  readonly config: RuleConfig;
  readonly table: RuleTable;
  /** the checked column; null for rules of a whole table */
  readonly columnId: string | null;
  /** further tables that rules name, by id */
  readonly tables?: ReadonlyMap<string, RuleTable> | undefined;
  /** the code set of `consistent.gbTypeId` or the good local values of `consistent.contrastId` */
  readonly codeSet?: CodeSet | null | undefined;
  /** names of the rules that a formula refers to, by id */
  readonly ruleNames?: ReadonlyMap<string, string> | undefined;
  /** moment of the run in the zone of the source, `2026-03-01 08:30:00` */
  readonly now: string;
}

/** What a declaration makes its measure and sentence from: parameters are parsed, columns found. */
export interface Asked<P> {
  readonly parameters: P;
  readonly table: RuleTable;
  /** the checked column. Throws ConfigProblem for a rule of a table */
  readonly column: RuleColumn;
  readonly nulls: NullPolicy;
  readonly now: string;
  /** Throws ConfigProblem for a column that the table does not have. */
  columnOf(id: string, table?: RuleTable): RuleColumn;
  /** Throws ConfigProblem for a table that nobody knows. */
  tableOf(id: string): RuleTable;
  /** Throws ConfigProblem where none was given. */
  readonly codeSet: CodeSet;
  /** name of a rule that a formula refers to */
  ruleName(id: string): string;
}

/** One field of the form of a rule type. */
export interface ConfigField {
  /** key within the group */
  readonly key: string;
  readonly label: string;
  readonly control:
    | 'number'
    | 'text'
    | 'area'
    | 'words'
    | 'choice'
    /** several of the choices */
    | 'choices'
    | 'switch'
    /** a column of the checked table, or several */
    | 'column'
    | 'columns'
    /** a table of this source or of another one */
    | 'table'
    /** columns of the table that `relatedTableId` names */
    | 'relatedColumn'
    | 'relatedColumns'
    | 'codeSet'
    | 'contrast'
    | 'expression'
    | 'pairs'
    | 'rules'
    | 'sql'
    | 'time';
  readonly isRequired?: boolean;
  readonly unit?: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** Names of the same check elsewhere; a table of tests holds them. */
export interface KnownAs {
  /** Great Expectations, without `expect_` */
  readonly gx?: readonly string[];
  readonly qualitis?: readonly string[];
  readonly datavines?: readonly string[];
}

/** A rule type as it is written down, once: form, SQL, sentence and documents follow from it. */
export interface Declaration<P> {
  /** `ruleItemCode`; never changes */
  readonly code: string;
  readonly dimension: Dimension;
  readonly name: string;
  /** what it finds, for who chooses one */
  readonly help: string;
  /** what it is about, and of which kinds of columns; null = any kind */
  readonly target: 'table' | 'column' | 'columns';
  readonly kinds?: readonly ColumnKind[];
  /** where its parameters stand in the config; null = it has none */
  readonly group: ConfigGroup | null;
  readonly parameters: z.ZodType<P>;
  readonly fields: readonly ConfigField[];
  /** what a missing value counts as unless the rule says otherwise; null where the question does not arise */
  readonly nulls: NullPolicy | null;
  /** whether rows can be left out by a condition */
  readonly hasFilter?: boolean;
  /**
   * It holds values of the column against something typed (E1): over columns that its owner sees masked it is refused, because counts spell
   * values otherwise.
   */
  readonly needsLiteral: boolean;
  /** decides the same by the parameters, where some of them need no such thing */
  readonly tellsValues?: (config: RuleConfig) => boolean;
  measure(asked: Asked<P>): Measure;
  /** The rule as a Chinese sentence, without the policy for missing values, which is added. */
  sentence(asked: Asked<P>): string;
  readonly knownAs?: KnownAs;
}

/** A column as people read it, `手机号码（mobile）`. */
export const columnLabel = ({ name, comment }: Pick<RuleColumn, 'name' | 'comment'>): string =>
  comment && comment !== name ? `${comment}（${name}）` : name;
/** A table as people read it. */
export const tableLabel = ({ name, comment }: Pick<RuleTable, 'name' | 'comment'>): string =>
  comment && comment !== name ? `${comment}（${name}）` : name;
/** Another table that a rule names, as people read it: with its source where that is another one. */
export const relatedLabel = (table: RuleTable, other: RuleTable): string =>
  isAcross(table, other) && other.sourceName ? `数据源“${other.sourceName}”的表“${tableLabel(other)}”` : `表“${tableLabel(other)}”`;
/** Whether two tables stand in different sources, so that no statement reads both. */
export const isAcross = (table: RuleTable, other: RuleTable): boolean => other.sourceId !== undefined && other.sourceId !== table.sourceId;
