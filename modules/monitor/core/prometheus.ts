/** Labels of one value. */
export type Labels = Readonly<Record<string, string | number>>;
interface Value {
  /** part of the name behind the family's: `_bucket`, `_sum`, `_count` */
  readonly suffix?: string;
  readonly labels?: Labels;
  readonly value: number;
}
/** One metric with all its values. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly Value[];
}

const escape = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

const labelText = (labels: Labels = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escape(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
};

const numberText = (value: number): string => (value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : String(value));

/** The text format 0.0.4 that Prometheus reads. Families without values are left out. */
export const metricsText = (families: readonly Family[]): string =>
  families
    .filter((family) => family.values.length > 0)
    .map(({ name, help, type, values }) =>
      [
        `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
        `# TYPE ${name} ${type}`,
        ...values.map(({ suffix = '', labels, value }) => `${name}${suffix}${labelText(labels)} ${numberText(value)}`),
        '',
      ].join('\n'),
    )
    .join('');
