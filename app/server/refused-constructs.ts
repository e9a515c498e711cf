/**
 * Constructs that commonly used servers which speak the protocol of PostgreSQL refuse, and that PostgreSQL itself would take. A test reads all
 * migrations and all SQL of our own database for them; another runs the product on a server that refuses them.
 */
export interface RefusedConstruct {
  readonly name: string;
  readonly pattern: RegExp;
  /** who refuses, and what to write instead */
  readonly reason: string;
  /** files that may say it, and why it does no harm there */
  readonly except?: Readonly<Record<string, string>>;
}

export const REFUSED: readonly RefusedConstruct[] = [
  {
    name: 'operator classes of indexes',
    pattern: /\b(?:text|varchar|bpchar)_pattern_ops\b|\bgin_trgm_ops\b|\bjsonb_path_ops\b/i,
    reason: 'CockroachDB and older YugabyteDB know none for ordered indexes; order by bytes: (column collate "C")',
  },
  {
    name: 'partial GIN',
    pattern: /\busing\s+gin\s*\([^;)]*\)\s*where\b/i,
    reason: 'YugabyteDB refuses predicates of inverted indexes; index all rows, filter in the query',
  },
  {
    name: 'gin_clean_pending_list',
    pattern: /\bgin_clean_pending_list\s*\(/i,
    reason: 'belongs to the storage of PostgreSQL',
    except: { 'modules/catalogue/server/harvest/sync-keys.ts': 'called only where pg_proc knows it' },
  },
  {
    name: 'repeatable read',
    pattern: /\bisolation\s+level\s+repeatable\s+read\b/i,
    reason: 'not offered everywhere',
    except: { 'app/server/backup/dump.ts': 'falls back to serializable, read only' },
  },
  {
    name: 'advisory locks',
    pattern: /\bpg_(?:try_)?advisory_/i,
    reason: 'do nothing or are refused where several servers answer; kit/server/db/lease.ts',
  },
  {
    name: 'listen and notify',
    pattern: /\bpg_notify\s*\(|[`'"]\s*(?:un)?listen\s+[a-z_]+\s*[`'"]/i,
    reason: 'CockroachDB and YugabyteDB have none; kit/server/push-feed.ts',
  },
  { name: 'extensions', pattern: /\bcreate\s+extension\b/i, reason: 'not ours to install' },
  {
    name: 'triggers and stored code',
    pattern: /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:trigger|function|procedure)\b|\bdo\s+\$/i,
    reason: 'differ between servers; rules live in core/',
  },
  {
    name: 'sequences',
    pattern:
      /\b(?:big|small)serial\b|\bserial\s+(?:primary|not\s+null|unique)\b|\bgenerated\s+(?:always|by\s+default)\s+as\s+identity\b|\bcreate\s+sequence\b|\bnextval\s*\(/i,
    reason: 'one place for all writers; ids are made by the nodes (decision 003)',
  },
  { name: 'exclusion constraints', pattern: /\bexclude\s+using\b/i, reason: 'CockroachDB and YugabyteDB have none' },
  {
    name: 'deferrable constraints',
    pattern: /\b(?:deferrable|initially\s+deferred)\b/i,
    reason: 'CockroachDB has none; Citus not across shards',
  },
  { name: 'system columns', pattern: /\b(?:ctid|xmin|xmax|tableoid)\b/i, reason: 'belong to the storage of PostgreSQL' },
  { name: 'table locks', pattern: /\block\s+table\b/i, reason: 'refused or ignored; lock rows or take a lease' },
  {
    name: 'unlogged and inherited tables',
    pattern: /\bunlogged\s+table\b|\binherits\s*\(/i,
    reason: 'belong to the storage of PostgreSQL',
  },
  {
    name: 'temporary tables',
    pattern: /\bcreate\s+temp(?:orary)?\s+table\b/i,
    reason: 'do not live through a pooler; CockroachDB: experimental',
  },
  { name: 'cursors with hold', pattern: /\bcursor\s+with\s+hold\b/i, reason: 'needs one server for the whole session' },
  {
    name: 'full-text search',
    pattern: /\bto_tsvector\s*\(|\btsvector\b/i,
    reason: 'dictionaries differ; keys of our own (modules/catalogue/core/search)',
  },
  { name: 'nulls not distinct, merge', pattern: /\bnulls\s+not\s+distinct\b|\bmerge\s+into\b/i, reason: 'PostgreSQL 15 and newer only' },
  { name: 'concurrent index builds', pattern: /\bindex\s+concurrently\b/i, reason: 'not in a transaction' },
  {
    name: 'version numbers',
    pattern: /\bserver_version_num\b/i,
    reason: 'other engines have numbers of their own; try the ability (app/server/abilities.ts)',
  },
];
