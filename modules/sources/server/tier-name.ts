import { TIER_LABELS } from '../contract/table-kind.ts';

/** SQL: what people call the layer that a column holds; null where none is said. */
export const tierName = (column: string): string =>
  `case ${column} ${Object.entries(TIER_LABELS)
    .map(([tier, label]) => `when '${tier}' then '${label}'`)
    .join(' ')} end`;
