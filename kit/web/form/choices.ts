import type { FormField } from './types.ts';

/** Query options for a field that loads its choices; shared cache for everything that shows the field. */
export const choicesQuery = (field: FormField<any>) => ({
  queryKey: ['kit.form.choices', field.field, field.label],
  queryFn: () => field.load?.() ?? [],
  enabled: field.load !== undefined,
});
