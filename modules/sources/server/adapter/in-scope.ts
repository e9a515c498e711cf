import type { HarvestScope } from './types.ts';

/** Whether a text fits a pattern with `*`; linear, unlike a regular expression with many stars. */
function fits(text: string, pattern: string): boolean {
  let t = 0;
  let p = 0;
  let star = -1;
  let mark = 0;
  while (t < text.length)
    if (pattern[p] === '*') {
      star = p++;
      mark = t;
    } else if (pattern[p] === text[t]) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++mark;
    } else return false;
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

function matcher(patterns: readonly string[]): (schema: string, table: string) => boolean {
  const lower = patterns.map((pattern) => pattern.toLowerCase());
  return (schema, table) => lower.some((pattern) => fits((pattern.includes('.') ? `${schema}.${table}` : table).toLowerCase(), pattern));
}

/**
 * Whether a relation is to be harvested: its schema is listed (or none is), it fits an include pattern (or there is none) and no exclude
 * pattern. Patterns are `schema.table` with `*`; one without a dot is about the name of the table alone. Case makes no difference.
 */
export function inScope({ schemas, include, exclude }: HarvestScope): (schema: string, table: string) => boolean {
  const wanted = new Set(schemas);
  const isIncluded = include.length === 0 ? () => true : matcher(include);
  const isExcluded = matcher(exclude);
  return (schema, table) => (wanted.size === 0 || wanted.has(schema)) && isIncluded(schema, table) && !isExcluded(schema, table);
}
