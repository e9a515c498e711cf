import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { namedCache } from '#kit/server/named-cache.ts';
import { piecesOf } from '../../core/search/pieces.ts';

interface CachedVocabulary {
  readonly words: ReadonlyMap<string, number>;
  readonly time: number;
  /** several installations may run in one process, each with words of its own */
  readonly app: App;
}
const cache = namedCache<CachedVocabulary>({
  name: 'metadata.vocabulary',
  label: '检索词表',
  summary: '表名和字段名中出现过的英文词，用于识别输错的字母，清除后会重新读取',
  max: 1,
});
const KEY = 'words';
const FRESH_MS = 600_000;
const reading = new WeakMap<App, Promise<CachedVocabulary>>();

async function read(app: App): Promise<CachedVocabulary> {
  const { rows } = await sql<{ name: string; n: number }>`
    select column_name as name, count(*)::int as n from metadata_column where deleted_at is null group by column_name
    union all select table_name, count(*)::int from metadata_table where deleted_at is null group by table_name`.execute(app.db);
  const words = new Map<string, number>();
  for (const { name, n } of rows)
    for (const piece of piecesOf(name))
      if (piece.kind === 'word') for (const part of piece.parts) if (part.length >= 3) words.set(part, (words.get(part) ?? 0) + n);
  const kept = { words, time: app.now().getTime(), app };
  cache.set(KEY, kept);
  return kept;
}

/** Words in the names of tables and columns with their frequency. Cached; at most ten minutes old from the second request on. */
export async function vocabulary(app: App): Promise<ReadonlyMap<string, number>> {
  const cached = cache.get(KEY);
  const kept = cached?.app === app ? cached : undefined;
  if (kept && app.now().getTime() - kept.time < FRESH_MS) return kept.words;
  const fresh = reading.get(app) ?? read(app).finally(() => reading.delete(app));
  reading.set(app, fresh);
  if (!kept) return (await fresh).words;
  fresh.catch((error: unknown) => app.log.warn({ error }, 'the vocabulary of the search could not be read'));
  return kept.words;
}
