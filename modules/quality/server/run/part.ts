import type { CompiledPart } from '#modules/gate/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import { isComparison, measuredOf, readsOf, tellsValues, type CodeSet, type RuleTable, type TableToRun } from '../../core/index.ts';

/** A rule as it is measured. */
export interface MeasuredRule {
  readonly id: string;
  readonly columnId: string | null;
  readonly config: RuleConfig;
}
/** What each rule reads, and whether it holds values that somebody typed. Throws ConfigProblem. */
export function partOf(run: Omit<TableToRun, 'rules' | 'quotes'>, rule: MeasuredRule & { codeSet?: CodeSet | null }): CompiledPart {
  const byTable = new Map<string, string[]>();
  const measured = measuredOf(run, rule);
  for (const { tableId, column } of readsOf(run.table, measured)) byTable.set(tableId, [...(byTable.get(tableId) ?? []), column]);
  return {
    reads: [...byTable].map(([tableId, columns]) => ({ tableId, columns })),
    // what is held against another source leaves the gate, so its owner sees it in the clear. A row filter spells values as well as a range does,
    // and so does another column: an order, a comparison or a combination tells of rows
    holdsLiteral:
      tellsValues(rule.config) ||
      isComparison(run.table, measured.measure) ||
      ([...byTable.values()].some(({ length }) => length > 1) && !(measured.measure.of === 'rows' && measured.measure.judged.length === 0)),
  };
}
const tableOf = (run: Omit<TableToRun, 'rules' | 'quotes'>, id: string): RuleTable | undefined =>
  run.table.id === id ? run.table : run.tables?.get(id);

/** The first column that a part reads and the owner sees masked. */
export function maskedRead(run: Omit<TableToRun, 'rules' | 'quotes'>, part: CompiledPart): { tableId: string; name: string } | null {
  for (const { tableId, columns } of part.reads) {
    const masked = tableOf(run, tableId)?.columns.find(({ name, isMasked }) => isMasked && columns.includes(name));
    if (masked) return { tableId, name: masked.name };
  }
  return null;
}
