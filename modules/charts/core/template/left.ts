import type { TemplateBinding, TemplateSet } from '../../contract/template.ts';

/** Components of a template that get no data of one's own: their data set, or a field that they cannot do without, has nothing in its place. */
export function leftParts(sets: readonly TemplateSet[], bindings: readonly TemplateBinding[]): { key: string; name: string }[] {
  return sets.flatMap((set) => {
    const binding = bindings.find(({ from }) => from === set.id);
    if (!binding || binding.to === null) return set.parts;
    if (binding.to === set.id) return [];
    const open = new Set(binding.fields.flatMap(({ col, to }) => (to === null ? [] : [col])));
    const without = new Set(set.fields.flatMap(({ col, parts }) => (open.has(col) ? [] : parts)));
    return set.parts.filter(({ key }) => without.has(key));
  });
}
