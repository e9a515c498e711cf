import type { FormSchema } from '../contract/schema.ts';
import { compileForm, type CompiledForm } from './compile.ts';

/** The fields that the value of each calculated field follows from, through no other field. */
export function derivedFrom({ nodes }: Pick<CompiledForm, 'nodes'>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [id, { rules }] of nodes) {
    const needs = rules.flatMap(({ effect, when, value }) =>
      effect === 'compute' ? [...(when?.needs ?? []), ...(value?.needs ?? [])] : [],
    );
    if (needs.length > 0) found.set(id, [...new Set(needs)]);
  }
  return found;
}

/** What each rule and formula of a form says, with the fields that it looks at: `says` is the same where a rule is the same. */
export function lookingRules(schema: FormSchema, today: string): { readonly says: string; readonly needs: readonly string[] }[] {
  const { nodes } = compileForm(schema, { today });
  return [...nodes.values()].flatMap(({ field, rules }) => {
    const needs = [...new Set(rules.flatMap(({ when, value }) => [...(when?.needs ?? []), ...(value?.needs ?? [])]))];
    const said = schema.rules.filter(({ target }) => target === field.id);
    return needs.length === 0 ? [] : [{ says: JSON.stringify([field.id, field.type === 'formula' ? field.expr : null, said]), needs }];
  });
}
