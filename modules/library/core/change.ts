/** One change as people would say it. */
export interface Change {
  readonly what: 'added' | 'removed' | 'changed' | 'moved';
  readonly subject: string;
  readonly name: string;
  readonly details: string[];
}

/** Names of stored charts by id, for tiles that show one. */
export type ChartNames = Readonly<Record<string, string>>;
