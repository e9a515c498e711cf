import { FlowComparison } from '#kit/contract/flow.ts';
import { comparedField } from '#kit/server/flow-comparison.ts';
import type { BusinessType, FlowScope } from '#kit/server/flow.ts';

type Snapshot = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
};

/** What the submission of a record changes, as its module says. */
export const comparisonOf = async (scope: FlowScope, type: BusinessType, id: string): Promise<FlowComparison | null> =>
  (await type.compare?.(scope, id)) ?? null;

/** A record that came back beside what was submitted last, where its type says nothing of it; null when nothing is otherwise. */
export async function comparisonAgain(
  scope: FlowScope,
  type: BusinessType,
  { id, before, after }: { readonly id: string; readonly before: Snapshot; readonly after: Snapshot },
): Promise<FlowComparison | null> {
  const said = await comparisonOf(scope, type, id);
  if (said) return said;
  const fields = type.fields.map(({ name, label }) =>
    comparedField({ name, label, before: textOf(before[name]), after: textOf(after[name]) }),
  );
  return fields.some(({ state }) => state !== 'same') ? { against: '上次提交', fields, tables: [] } : null;
}

/** A stored comparison without fields and tables that are hidden from the caller; null when there is none. */
export function shownComparison(stored: unknown, hidden: ReadonlySet<string>): FlowComparison | null {
  const parsed = FlowComparison.safeParse(stored);
  if (!parsed.success) return null;
  const { against, fields, tables } = parsed.data;
  return { against, fields: fields.filter(({ name }) => !hidden.has(name)), tables: tables.filter(({ name }) => !hidden.has(name)) };
}
