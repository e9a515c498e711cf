import type { Field } from '#modules/datasets/contract/field.ts';
import type { FieldNeed, TemplateField, TemplateSet } from '../../contract/template.ts';

type Choice = Pick<Field, 'id' | 'name' | 'type' | 'role' | 'format' | 'geo' | 'synonyms' | 'hidden'>;

const MEETS: Readonly<Record<FieldNeed, (field: Choice) => boolean>> = {
  any: () => true,
  number: ({ type }) => type === 'number',
  time: ({ type }) => type === 'date' || type === 'datetime',
  // places are found by their names; whether a text holds some is seen in the preview
  place: ({ type }) => type === 'string',
  // a time stands in place of a text by its months or days
  text: ({ type, role }) => type !== 'number' || role === 'dimension',
};

/** Whether a field can stand wherever the template uses that one. */
export const fits = (wanted: Pick<TemplateField, 'needs'>, field: Choice): boolean =>
  !field.hidden && wanted.needs.every((need) => MEETS[need](field));

const isRatio = (format: Field['format']): boolean => format?.kind === 'percent';
/** Share of pairs of neighbouring characters that two names have in common, 0 … 1. */
function shared(a: string, b: string): number {
  const pairs = (name: string) => new Set(Array.from({ length: Math.max(0, name.length - 1) }, (_, i) => name.slice(i, i + 2)));
  const [left, right] = [pairs(a), pairs(b)];
  if (left.size + right.size === 0) return 0;
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size);
}
const ALIKE = 0.4;
const SURE = 80;
const LEAST = 30;

/** How likely a field means what the one of the template does: the same id or name, other words for it, the only one of its kind. */
function likeness(wanted: TemplateField, field: Choice, all: readonly Choice[]): number {
  if (field.id === wanted.col) return 100;
  if (field.name === wanted.name) return 90;
  if (field.synonyms?.includes(wanted.name)) return SURE;
  if (field.role !== wanted.role || isRatio(field.format) !== isRatio(wanted.format)) return 0;
  if (field.name.length > 1 && wanted.name.length > 1 && (field.name.includes(wanted.name) || wanted.name.includes(field.name))) return 60;
  const likeName = shared(field.name, wanted.name);
  if (likeName >= ALIKE) return 40 + 9 * likeName;
  const isOnly = (test: (one: Choice) => boolean) => test(field) && all.filter(test).length === 1;
  if (wanted.needs.includes('place') && isOnly(({ geo }) => geo === wanted.geo)) return 40;
  if (wanted.needs.includes('time') && isOnly(({ type }) => type === 'date' || type === 'datetime')) return LEAST;
  const unit = wanted.format?.unit;
  return unit && isOnly((one) => one.role === wanted.role && one.format?.unit === unit) ? LEAST : 0;
}

/** Proposes a field for each that the template uses of one data set; a field is proposed twice only where its id or name says so. */
export function proposed(set: Pick<TemplateSet, 'fields'>, fields: readonly Choice[]): { col: string; to: string | null }[] {
  const open = fields.filter(({ hidden }) => !hidden);
  const pairs = set.fields
    .flatMap((wanted) =>
      open.flatMap((field) => {
        const score = fits(wanted, field) ? likeness(wanted, field, open) : 0;
        return score >= LEAST ? [{ col: wanted.col, to: field.id, score }] : [];
      }),
    )
    .toSorted((a, b) => b.score - a.score);
  const chosen = new Map<string, string>();
  const taken = new Set<string>();
  for (const { col, to, score } of pairs) {
    if (chosen.has(col) || (score < SURE && taken.has(to))) continue;
    chosen.set(col, to);
    taken.add(to);
  }
  return set.fields.map(({ col }) => ({ col, to: chosen.get(col) ?? null }));
}
