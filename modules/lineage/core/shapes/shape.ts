/**
 * A statement with its lineage as read by a person: dialect, text, sources, targets, value edges. An edge is `table.column > column`
 * of the only target (or of the answer), or `table.column > table.column`; null as a table: undecided.
 */
export type Shape = readonly [
  dialect: string,
  sql: string,
  sources: string,
  targets: string,
  edges: string,
  schema?: Readonly<Record<string, readonly string[]>>,
  /** what else must be found: all deciding columns as `kind table.column`, and what a steward is told as `reason text` */
  further?: { readonly decides?: string; readonly told?: string },
];
