import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { testServer } from '#kit/test/template.ts';
import { knownSteps, migrate } from './migrate.ts';

const OLD = 'create table thing (name text);\ncreate index thing__name on thing (name text_pattern_ops);\n';
const NEW = 'create table thing (name text);\n';
const LATER = 'create index thing__name_bytes on thing ((name collate "C"));\ndrop index if exists thing__name;\n';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

async function emptyDatabase(): Promise<pg.Pool> {
  const name = `t_${process.pid}_${randomBytes(4).toString('hex')}`;
  const root = new pg.Client(testServer());
  await root.connect();
  await root.query(`create database ${name}`);
  const pool = new pg.Pool({ ...testServer(name), max: 4 });
  pool.on('error', () => undefined);
  // `end` does not wait until the server has heard of it, and the database is dropped with force
  pool.on('connect', (client) => client.on('error', () => undefined));
  ended.push(async () => {
    await pool.end();
    await root.query(`drop database ${name} with (force)`);
    await root.end();
  });
  return pool;
}

/** A module whose upgrade scripts are these files. */
function moduleOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'databrain-migrate-'));
  ended.push(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return [{ name: 'thing', folder: pathToFileURL(`${folder}/`) }];
}

const indexes = async (pool: pg.Pool) =>
  (await pool.query<{ name: string }>("select indexname as name from pg_indexes where tablename = 'thing' order by 1")).rows.map(
    ({ name }) => name,
  );

describe('an upgrade script that another text stands for', () => {
  const superseded = {
    '0001_thing.sql': NEW,
    '0001_thing.former': `${hashOf(OLD)} an index that others refuse\n`,
    '0002_index.sql': LATER,
  };

  it('keeps installations of before, which get the replacement through the later script, and leads new ones to the same', async () => {
    const [before, fresh] = [await emptyDatabase(), await emptyDatabase()];
    await migrate(before, moduleOf({ '0001_thing.sql': OLD }));
    expect(await indexes(before)).toEqual(['thing__name']);
    for (const pool of [before, fresh]) {
      await migrate(pool, moduleOf(superseded));
      await migrate(pool, moduleOf(superseded));
      expect(await indexes(pool)).toEqual(['thing__name_bytes']);
    }
    const { rows } = await before.query("select hash from kit_migration where module = 'thing' and name = '0001_thing.sql'");
    expect(rows).toEqual([{ hash: hashOf(OLD) }]); // the text that ran here
    // a backup tells which text ran where it was made
    const isKnown = await knownSteps(moduleOf(superseded));
    expect([OLD, NEW, LATER].map((text) => isKnown('thing/0001_thing.sql', hashOf(text)))).toEqual([true, true, false]);
  });

  it('is still refused when it was changed without a word, or to a third text', async () => {
    const pool = await emptyDatabase();
    await migrate(pool, moduleOf({ '0001_thing.sql': OLD }));
    await expect(migrate(pool, moduleOf({ '0001_thing.sql': NEW }))).rejects.toThrow('在执行后被修改');
    const other = { '0001_thing.sql': NEW, '0001_thing.former': `${hashOf('select 1')} another\n` };
    await expect(migrate(pool, moduleOf(other))).rejects.toThrow('在执行后被修改');
    await expect(migrate(pool, moduleOf({ '0001_thing.sql': NEW, '0001_thing.former': 'nonsense\n' }))).rejects.toThrow(
      'not a hash and a reason',
    );
  });
});
