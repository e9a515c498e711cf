import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startApp, startNode, testSettings } from '#kit/test/app.ts';

const app = startApp();
const folder = mkdtempSync(join(tmpdir(), 'databrain-again-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A digest of the rows of every table but those in which nodes say that they live and how busy they are; parts of a table by the whole. */
async function contents(): Promise<Record<string, string>> {
  const { pool } = app.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'kit\\_%' and relname not in ('monitor_sample', 'market_log_cursor') order by 1`,
  );
  const of = async ({ name }: { name: string }): Promise<[string, string]> => {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest from ${name} t`,
    );
    return [name, rows[0]!.digest];
  };
  return Object.fromEntries(await Promise.all(tables.map(of)));
}

describe('a start over a database that this product has filled', () => {
  it('changes no row', async () => {
    const before = await contents();
    expect(before['sys_menu']).toMatch(/^\d{3,} /);
    const node = await startNode(app.connection, testSettings(folder));
    try {
      expect(await contents()).toEqual(before);
    } finally {
      await node.stop();
    }
  });
});
