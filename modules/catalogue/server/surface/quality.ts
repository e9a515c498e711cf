import { updateRows } from '#kit/server/db/bulk.ts';
import type { Db } from '#kit/server/ctx.ts';

export interface QualityScore {
  readonly tableId: string;
  /** 0 to 100 with two decimals; null = nobody measures the table any more */
  readonly score: number | null;
}

/**
 * Stores the quality scores of tables, which the catalogue shows in lists, on the page of a table and in the data map, and weighs in the
 * search. Neither the version nor the time of change of a table moves: a score is a measurement, not an edit. Throws RangeError for scores
 * outside 0 to 100.
 */
export async function setQualityScores(db: Db, scores: readonly QualityScore[]): Promise<void> {
  const wrong = scores.find(({ score }) => score !== null && !(score >= 0 && score <= 100));
  if (wrong) throw new RangeError(`quality score of table ${wrong.tableId} is ${wrong.score}, not 0 to 100`);
  const rows = scores.map(({ tableId, score }) => ({ id: tableId, qualityScore: score === null ? null : score.toFixed(2) }));
  await updateRows(db, 'metadata_table', { id: 'text', qualityScore: 'numeric' }, rows);
}
