/** Settings by key. */
export type PropValues = Readonly<Record<string, unknown>>;

/** The value under a dotted key. */
export function valueAt(values: PropValues, key: string): unknown {
  if (key in values) return values[key];
  return key
    .split('.')
    .reduce<unknown>((at, part) => (at !== null && typeof at === 'object' ? (at as PropValues)[part] : undefined), values);
}
/** The object with one value set under a dotted key; undefined takes it away. */
export function withValue<T extends PropValues>(values: T, key: string, value: unknown): T {
  const [head, ...rest] = key.split('.') as [string, ...string[]];
  if (rest.length > 0) {
    const inner = values[head];
    const base = inner !== null && typeof inner === 'object' ? (inner as PropValues) : {};
    return { ...values, [head]: withValue(base, rest.join('.'), value) };
  }
  if (value !== undefined) return { ...values, [head]: value };
  const { [head]: _gone, ...others } = values;
  return others as T;
}
