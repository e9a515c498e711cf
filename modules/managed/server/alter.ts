import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { Step, StoredTable } from '../core/index.ts';
import { statements } from './ddl.ts';

/** How long a change waits for a table, and how long all of it may take: whoever fills meanwhile waits as long. */
const LOCK_WAIT_MS = 500;
const LONGEST_MS = 1500;

/** What is to be done to one table. */
export interface Alteration {
  readonly table: Pick<StoredTable, 'name' | 'label'>;
  readonly steps: readonly Step[];
}

/** Makes whatever has to wait for a lock, or meets a row that came meanwhile, start over with the whole transaction. */
function toOurs(error: unknown): unknown {
  const code = (error as { code?: string }).code ?? '';
  const again = Object.assign(new Error('the table was in use', { cause: error }), { code: '40001' });
  if (code === '55P03') return new AppError('server.unavailable', '数据表正被长时间占用，改动没有执行，请稍后重试', null, { cause: again });
  // a row that was not there when they were counted: the next try counts it
  if (['22001', '22003', '23505'].includes(code)) return again;
  if (code === '57014') return new AppError('rule.broken', '数据量太大，这项改动会让填报停顿过久，没有执行；可新增一个字段代替');
  if (code === '3F000' || code === '42501')
    return new AppError('rule.broken', '平台数据库账号不能在模式 managed 中建表，请联系管理员查看启动时的提示', null, { cause: error });
  return error;
}

const limit = (db: Db, setting: 'lock_timeout' | 'statement_timeout', value: string) =>
  sql`select set_config(${setting}, ${value}, true)`.execute(db);

/**
 * Runs all steps, each waits for its table half a second and all of them take a second and a half at most. Throws server.unavailable, after
 * which the transaction is tried again, and rule.broken when the time is not enough.
 */
export async function alterTables(db: Db, alterations: readonly Alteration[]): Promise<void> {
  const plain = db.withoutPlugins();
  const texts = alterations.flatMap(({ table: { name, label }, steps }) => statements(plain, name, label, steps));
  if (texts.length === 0) return;
  const { rows } = await sql<{ lock: string; statement: string }>`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement`.execute(db);
  const compiled = texts.map((text) => text.compile());
  try {
    await limit(db, 'lock_timeout', `${LOCK_WAIT_MS}ms`);
    const end = performance.now() + LONGEST_MS;
    for (const text of compiled) {
      // a limit of 0 would be none
      await limit(db, 'statement_timeout', `${Math.max(1, Math.ceil(end - performance.now()))}ms`);
      await plain.executeQuery(text as never);
    }
  } catch (error) {
    throw toOurs(error);
  }
  await limit(db, 'lock_timeout', rows[0]!.lock);
  await limit(db, 'statement_timeout', rows[0]!.statement);
}
