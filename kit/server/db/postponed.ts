import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import { camelCase, markSteady } from './prepared.ts';

const postponed = new WeakSet<CompiledQuery>();
const companions = new WeakMap<CompiledQuery, CompiledQuery>();
const answers = new WeakMap<CompiledQuery, unknown[]>();

/** Whether a statement may wait for the next one of its transaction; asked by its connection. */
export const isPostponed = (query: CompiledQuery): boolean => postponed.has(query);
/** The statement that goes right before another one. */
export const companionOf = (query: CompiledQuery): CompiledQuery | undefined => companions.get(query);
export const keepAnswer = (query: CompiledQuery, rows: unknown[]): void => void answers.set(query, rows);

/**
 * Executes a write whose answer nobody needs: in a transaction it is sent together with the next statement, at the latest with the commit, and what
 * it throws is thrown there. Nothing of the transaction can see the difference: statements keep their order. `isSteady`: its text does not vary by
 * caller, so that it is worth a prepared statement.
 */
export async function executeLater(db: Kysely<any>, query: Compilable, { isSteady = false } = {}): Promise<void> {
  const compiled = query.compile();
  if (isSteady) markSteady(compiled);
  postponed.add(compiled);
  await db.executeQuery(compiled);
}

/**
 * Runs two statements of a transaction, the second right after the first, in one packet, and answers the rows of both. The texts are prepared (see
 * `runPreparedQuery`). The second sees what others committed while the first waited for a lock.
 */
export async function runTogether<First, Second>(
  db: Kysely<any>,
  first: Compilable<First>,
  second: Compilable<Second>,
): Promise<[First[], Second[]]> {
  const [one, two] = [first.compile(), second.compile()];
  for (const query of [one, two]) markSteady(query);
  companions.set(two, one);
  const { rows } = await db.executeQuery<Second>(two);
  const result = { rows: (answers.get(one) ?? []) as Record<string, unknown>[] };
  const named = await camelCase.transformResult({ queryId: one.queryId, result });
  return [named.rows as First[], rows];
}
