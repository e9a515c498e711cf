/** A family of figures in the words of Prometheus; the name comes without the prefix of the product. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge';
  readonly values: readonly { readonly labels?: Readonly<Record<string, string | number>>; readonly value: number }[];
}
