import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Db } from '#kit/server/ctx.ts';
import { loadAccount } from '#modules/system/server/index.ts';

const HANDLES = 'quality:issue:handle';

interface RuleOfIssue {
  readonly ruleTableId: string;
  readonly ruleSourceId: string;
  readonly ownerId: string;
}
async function handles(db: Db, id: string): Promise<boolean> {
  const account = await loadAccount(db, id);
  return account !== null && holds(account, HANDLES);
}

/**
 * Who answers for the data of a rule: the owner of the table, of its domain, of its source, then of the rule; the first of them who is in use
 * and handles issues. null: somebody has to be named.
 */
export async function assigneeOf(db: Db, rule: RuleOfIssue): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select t.owner_id as id, 1 as place from metadata_table t where t.id = ${rule.ruleTableId}
    union all select d.owner_id, 2 from metadata_table t join metadata_domain d on d.id = t.domain_id and d.deleted_at is null
      where t.id = ${rule.ruleTableId}
    union all select s.owner_id, 3 from metadata_source s where s.id = ${rule.ruleSourceId}
    order by place`.execute(db);
  for (const id of new Set([...rows.flatMap((row) => row.id ?? []), rule.ownerId])) if (await handles(db, id)) return id;
  return null;
}

/** Who works on an issue that is opened again: whoever did, unless the account is no longer in use or handles no issues any more. */
export const assigneeAgain = async (db: Db, before: string | null, rule: RuleOfIssue): Promise<string | null> =>
  before !== null && (await handles(db, before)) ? before : assigneeOf(db, rule);

/** Next number of a month: WT-202611-0073. */
export async function nextIssueNo(db: Db, now: Date): Promise<string> {
  const month = wallDay(now).slice(0, 7).replace('-', '');
  const { lastNo } = await db
    .insertInto('qualityIssueMonth')
    .values({ id: month, lastNo: 1 })
    .onConflict((on) => on.column('id').doUpdateSet((e) => ({ lastNo: e('qualityIssueMonth.lastNo', '+', 1) })))
    .returning('lastNo')
    .executeTakeFirstOrThrow();
  return `WT-${month}-${String(lastNo).padStart(4, '0')}`;
}
