import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFUSED } from './refused-constructs.ts';

const ROOT = join(import.meta.dirname, '../..');
/** SQL for sources of customers is written for their dialect. */
const OTHERS =
  /^modules\/(?:sources\/server\/adapter|gate\/server\/guard|catalogue\/server\/profile)\/|^kit\/server\/duckdb\/|\/__cases__\/|(?:^|\/)test-[^/]*$|\.test\.ts$/;
const OWN = ['app/server/refused-constructs.ts', 'modules/gate/server/classify/labelled-columns.ts', 'modules/lineage/server/draft.ts'];

const files = ['kit/server', 'app/server', 'modules'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
);
const sqlFiles = files.filter((path) => /^(?:kit|modules\/[^/]+)\/server\/migrations\/.*\.sql$/.test(path));
const codeFiles = files.filter(
  (path) => /^(?:kit|app|modules\/[^/]+)\/server\/.*\.ts$/.test(path) && !OTHERS.test(path) && !OWN.includes(path),
);
/** Comments may name what is not used. */
const bare = (path: string, text: string) =>
  path.endsWith('.sql') ? text.replace(/--.*$/gm, '') : text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

describe('SQL of our own database', () => {
  it('uses no construct that engines which speak PostgreSQL refuse, in any migration or statement', () => {
    expect(sqlFiles.length).toBeGreaterThan(40);
    expect(codeFiles.length).toBeGreaterThan(300);
    const found = [...sqlFiles, ...codeFiles].flatMap((path) => {
      const text = bare(path, readFileSync(join(ROOT, path), 'utf8'));
      return REFUSED.filter(({ pattern, except }) => !except?.[path] && pattern.test(text)).map(
        ({ name, reason }) => `${path}: ${name} (${reason})`,
      );
    });
    expect(found).toEqual([]);
  });

  it.each([
    ['create index a on t (b text_pattern_ops);', 'operator classes of indexes'],
    ['create index a on t using gin (b)\n  where c is null;', 'partial GIN'],
    ["select gin_clean_pending_list('a'::regclass)", 'gin_clean_pending_list'],
    ['begin transaction isolation level repeatable read', 'repeatable read'],
    ['select pg_advisory_xact_lock(1)', 'advisory locks'],
    ['id bigserial primary key', 'sequences'],
    ['show server_version_num', 'version numbers'],
  ])('the test knows: %s', (text, name) => {
    expect(REFUSED.filter(({ pattern }) => pattern.test(text)).map((one) => one.name)).toEqual([name]);
  });

  it('every exception still stands', () => {
    for (const { pattern, except } of REFUSED)
      for (const path of Object.keys(except ?? {})) expect(readFileSync(join(ROOT, path), 'utf8'), path).toMatch(pattern);
  });
});
