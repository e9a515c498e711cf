import type { FormField } from './types.ts';

/** The question for the choices of a field that loads them; everything that shows the field shares the answer. */
export const choicesQuery = (field: FormField<any>) => ({
  queryKey: ['kit.form.choices', field.field, field.label],
  queryFn: () => field.load?.() ?? [],
  enabled: field.load !== undefined,
});
