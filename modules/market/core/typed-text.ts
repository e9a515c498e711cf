/** A text as the type of a schema has it; undefined where it does not say such a value. */
const VALUES: Readonly<Record<string, (text: string) => unknown>> = {
  // what JSON numbers do not tell exactly is left out
  integer: (text) => (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
  number: (text) => (/^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined),
  boolean: (text) => ({ true: true, '1': true, false: false, '0': false })[text.toLowerCase()],
  array: (text) => text.split(',').map((one) => one.trim()),
};
export function typedText(type: unknown, text: string): unknown {
  const value = VALUES[String(type)];
  return value ? value(text.trim()) : text;
}

/** Example and default of a parameter, which people write as text, in the type of its schema: tools refuse a document whose values do not fit. */
export function saidValues(type: unknown, { exampleValue, defaultValue }: SaidTexts): { example?: unknown; default?: unknown } {
  const said = { example: exampleValue, default: defaultValue };
  const values = Object.entries(said).map(([name, text]) => [name, text ? typedText(type, text) : undefined] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}
interface SaidTexts {
  readonly exampleValue?: string | null | undefined;
  readonly defaultValue?: string | null | undefined;
}
