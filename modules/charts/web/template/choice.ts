import type { SetFields } from '#modules/datasets/web/parts.ts';
import type { TemplateBinding, TemplateSet } from '../../contract/template.ts';
import { proposed } from '../../core/template/propose.ts';

/** What somebody chose for each data set of a template: one of his own, and the fields that he set other than proposed. */
export type Chosen = Readonly<
  Record<string, { readonly to: string | null; readonly fields: Readonly<Record<string, string | null>> } | undefined>
>;

/** What was chosen and what is proposed beside it, as the call takes it. */
export const bindingsOf = (sets: readonly TemplateSet[], chosen: Chosen, own: ReadonlyMap<string, SetFields>): TemplateBinding[] =>
  sets.map((set) => {
    const choice = chosen[set.id];
    const to = choice?.to ?? null;
    const found = to === null ? undefined : own.get(to);
    if (to === null || to === set.id || !found) return { from: set.id, to, fields: [] };
    const fields = proposed(set, found.fields).map((pair) => ({
      col: pair.col,
      to: Object.hasOwn(choice?.fields ?? {}, pair.col) ? (choice!.fields[pair.col] ?? null) : pair.to,
    }));
    return { from: set.id, to, fields };
  });
