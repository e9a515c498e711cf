import type { Connection as Client } from 'mysql2';
import { ask } from './mysql-connect.ts';
import { SourceError } from './types.ts';

/** Engines whose changes a rollback undoes. */
const TRANSACTIONAL = ['innodb', 'rocksdb', 'tokudb', 'ndbcluster', 'oceanbase', 'tidb'];

/**
 * A change is first tried and undone, to know how many rows it meets. Tables of other engines (MyISAM, Aria, MEMORY …) would keep it.
 * Refuses statements that name such a table, or a view or trigger over one. Names are looked for anywhere in the text: rather one
 * refusal too many.
 */
export async function assertCanUndo(client: Client, texts: readonly string[]): Promise<void> {
  const found = await ask(
    client,
    `select lower(table_name) from information_schema.tables where table_type = 'BASE TABLE' and engine is not null
      and lower(engine) not in (${TRANSACTIONAL.map(() => '?').join(', ')})
      and lower(table_schema) not in ('information_schema', 'mysql', 'performance_schema', 'sys')`,
    TRANSACTIONAL,
  );
  if (found.length === 0) return;
  const risky = new Set(found.map(([name]) => String(name)));
  const via = await ask(
    client,
    `select lower(table_name), lower(view_definition) from information_schema.views where view_definition is not null
      union all select lower(event_object_table), lower(action_statement) from information_schema.triggers`,
  );
  for (let before = -1; before !== risky.size;) {
    before = risky.size;
    for (const [name, text] of via) if ([...risky].some((each) => String(text ?? '').includes(each))) risky.add(String(name));
  }
  const named = [...risky].find((name) => texts.some((text) => text.toLowerCase().includes(name)));
  if (named !== undefined) throw new SourceError('denied', `表 ${named} 的存储引擎不支持事务，修改无法预估和撤销，不能在工作台修改`);
}
