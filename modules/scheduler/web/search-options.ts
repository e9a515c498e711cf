import type { SearchField } from '#kit/web/table/types.ts';

/** Search fields with the choices that only the server knows; a field without any is left out. */
export const withOptions = (
  fields: readonly SearchField[] = [],
  choices: Readonly<Record<string, readonly { value: string; label: string }[]>>,
): readonly SearchField[] =>
  fields.flatMap((field) => {
    const options = choices[field.field];
    if (!options) return field;
    return options.length > 0 ? { ...field, options } : [];
  });
