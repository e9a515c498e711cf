/** What a column of a managed table can hold. */
export type ColumnType =
  | { readonly kind: 'text'; readonly length: number }
  /** text without a limit of its own */
  | { readonly kind: 'long' }
  /** `digits` in all, `scale` of them behind the point */
  | { readonly kind: 'number'; readonly digits: number; readonly scale: number }
  | { readonly kind: 'flag' | 'date' | 'time' | 'moment' | 'json' };

/** A column as its owner wants it; it is known by `fieldId`, whatever it is called. */
export interface ColumnSpec {
  readonly fieldId: string;
  /** what the column should be called; made into a name that fits and is free */
  readonly name: string;
  /** what people read: the comment of the column */
  readonly label: string;
  readonly type: ColumnType;
  readonly isKey?: boolean;
  /** only for columns that are there from the beginning: rows of before have no value */
  readonly isNotNull?: boolean;
  readonly isIndexed?: boolean;
  readonly isUnique?: boolean;
}

/** A table as its owner wants it. `part` tells the tables of one owner apart: '' is the main one, else the id of a field. */
export interface TableSpec {
  readonly part: string;
  readonly name: string;
  readonly label: string;
  readonly columns: readonly ColumnSpec[];
}

/** A column as it is stored. */
export interface StoredColumn extends Omit<ColumnSpec, 'isKey' | 'isNotNull' | 'isIndexed' | 'isUnique'> {
  readonly id: string;
  /** its number in the table, never given twice */
  readonly position: number;
  readonly isKey: boolean;
  readonly isNotNull: boolean;
  readonly isIndexed: boolean;
  readonly isUnique: boolean;
  /** no field has it any more; its values are kept */
  readonly isHidden: boolean;
}

/** A managed table with all its columns, hidden ones too. */
export interface StoredTable {
  readonly id: string;
  readonly part: string;
  readonly name: string;
  readonly label: string;
  readonly nextPosition: number;
  readonly isHidden: boolean;
  readonly columns: readonly StoredColumn[];
}

/** Something that existing rows may forbid; `what` says which rows are in the way. */
export interface Check {
  readonly fieldId: string;
  readonly label: string;
  /** the column as it is called before the plan */
  readonly column: string;
  readonly what:
    | { readonly kind: 'longer'; readonly length: number }
    | { readonly kind: 'digits'; readonly digits: number; readonly scale: number }
    | { readonly kind: 'filled' }
    | { readonly kind: 'repeated' };
}

/** One change of a table, in the order in which they are made. */
export type Step =
  | { readonly do: 'create'; readonly columns: readonly StoredColumn[] }
  | { readonly do: 'add'; readonly column: StoredColumn }
  | { readonly do: 'rename'; readonly from: string; readonly to: string }
  | { readonly do: 'retype'; readonly column: string; readonly type: ColumnType }
  | { readonly do: 'nullable'; readonly column: string }
  | { readonly do: 'label'; readonly column: string; readonly label: string }
  | { readonly do: 'tableLabel'; readonly label: string }
  | { readonly do: 'index'; readonly column: string; readonly id: string; readonly isUnique: boolean }
  | { readonly do: 'dropIndex'; readonly id: string; readonly isUnique: boolean };

/** How a table gets from what it is to what it should be. */
export interface TablePlan {
  readonly steps: readonly Step[];
  /** what has to be counted first: any row found refuses the plan */
  readonly checks: readonly Check[];
  /** the table afterwards, hidden columns included */
  readonly after: StoredTable;
}
