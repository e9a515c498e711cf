import type { Condition } from '../measure/tree.ts';
import { outcome, type Outcome } from './outcome.ts';
import type { Measured } from './plan.ts';

/*
 * Rules over columns that their owner sees masked. The gate's measuring channel takes named measures and no text; these are those that rules without a
 * literal come to. Counts of what the channel has no name for need the right to see the column.
 */

/** A request as the measuring channel of the gate takes it. */
export type DoorRequest =
  | { readonly of: 'present' | 'distinct' | 'blanks' | 'mobile' | 'email' | 'idCard' | 'creditCode'; readonly column: string }
  | { readonly of: 'orphans'; readonly columns: readonly string[]; readonly tableId: string; readonly to: readonly string[] };
/** The rule whose bad rows `source.badRows` names. */
export type DoorRule = Exclude<DoorRequest, { of: 'distinct' }> | { readonly of: 'repeated'; readonly columns: readonly string[] };
export interface DoorPlan {
  readonly measures: readonly DoorRequest[];
  /** null = its bad rows are those of several rules; only their number can be had */
  readonly badRows: DoorRule | null;
  /** `answers` stand in the order of `measures`; null = withheld, and so is the result */
  finish(ruleId: string, rows: number, answers: readonly (number | null)[]): Outcome;
}

const FORMS = ['idCard', 'creditCode', 'mobile', 'email'] as const;
const presentName = (good: Condition): string | null =>
  good.is === 'not' && good.part.is === 'missing' && good.part.value.is === 'column' ? good.part.value.name : null;
const blankName = (good: Condition): string | null => {
  if (good.is !== 'and' || good.parts.length !== 2) return null;
  const [first, second] = good.parts;
  const name = presentName(first!);
  return name !== null && second?.is === 'not' && second.part.is === 'blank' ? name : null;
};

const WITHHELD = '行数过少，为保护敏感字段不提供统计结果';
const plan = (
  measures: readonly DoorRequest[],
  badRows: DoorRule | null,
  count: (rows: number, answers: readonly number[]) => { checked: number; bad: number },
): DoorPlan => ({
  measures,
  badRows,
  finish(ruleId, rows, answers) {
    const known = answers.filter((answer) => answer !== null);
    if (known.length < measures.length) return outcome(ruleId, { problem: { state: 'skip', message: WITHHELD } });
    return outcome(ruleId, { rows, ...count(rows, known) });
  },
});

type Looked = (rows: number, present: number) => number;

/** Rules about the rows of one column. */
function ofRows(good: Condition, looked: Looked, lacking: Looked): DoorPlan | null {
  const column = presentName(good);
  if (column !== null) {
    const asked = { of: 'present', column } as const;
    return plan([asked], asked, (rows, [present]) => ({ checked: rows, bad: rows - present! }));
  }
  const filled = blankName(good);
  if (filled !== null)
    return plan(
      [
        { of: 'present', column: filled },
        { of: 'blanks', column: filled },
      ],
      null,
      (rows, [present, blank]) => ({ checked: rows, bad: rows - present! + blank! }),
    );
  const form = good.is === 'form' && good.value.is === 'column' ? FORMS.find((one) => one === good.form) : undefined;
  if (form === undefined || good.is !== 'form' || good.value.is !== 'column') return null;
  const asked = { of: form, column: good.value.name } as const;
  return plan([{ of: 'present', column: asked.column }, asked], asked, (rows, [present, formed]) => ({
    checked: looked(rows, present!),
    bad: present! - formed! + lacking(rows, present!),
  }));
}

/** What the measuring channel is asked for a rule; null where it has no name for it, or rows are left out by a condition. */
export function doorPlan({ measure, filter, nulls }: Measured): DoorPlan | null {
  if (filter.is !== 'true') return null;
  const lacking: Looked = (rows, present) => (nulls === 'bad' ? rows - present : 0);
  const looked: Looked = (rows, present) => (nulls === 'bad' ? rows : present);
  if (measure.of === 'rows') return ofRows(measure.good, looked, lacking);
  if (measure.of !== 'repeated' && measure.of !== 'orphans') return null;
  const [column] = measure.columns;
  if (measure.columns.length !== 1 || column === undefined) return null;
  const present = { of: 'present', column } as const;
  if (measure.of === 'repeated')
    return plan([present, { of: 'distinct', column }], { of: 'repeated', columns: [column] }, (rows, [some, distinct]) => ({
      checked: looked(rows, some!),
      bad: some! - distinct! + lacking(rows, some!),
    }));
  const asked = { of: 'orphans', columns: [column], tableId: measure.table.id, to: measure.to } as const;
  return plan([present, asked], asked, (rows, [some, bad]) => ({ checked: looked(rows, some!), bad: bad! + lacking(rows, some!) }));
}
