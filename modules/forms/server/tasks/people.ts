import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { inAudience } from '#modules/notices/server/index.ts';
import type { PersonState } from '../../contract/task.ts';

/** Best of what somebody gave in a round: 4 passed or without an approval, 3 under approval, 2 sent back, refused or withdrawn, 0 none. */
const RANK = sql<number>`max(case coalesce(r.flow_status, '4') when '4' then 4 when '3' then 3 when '1' then 0 else 2 end)`;

/**
 * Living, enabled accounts that a task is for at this moment, each with what it gave in a round as `given` and its row of the round as
 * `person`. The task itself is `record`: the audience is a condition, so that whoever joins a department belongs to its tasks.
 */
export const peopleOf = (db: Db, taskId: string, roundId: string | null) =>
  db
    .selectFrom('sysUser')
    .innerJoin('fillingTask as record', (join) => join.on('record.id', '=', taskId))
    .leftJoin('sysDept as dept', (join) => join.onRef('dept.id', '=', 'sysUser.deptId').on('dept.deletedAt', 'is', null))
    .leftJoin('fillingRoundPerson as person', (join) =>
      join.onRef('person.userId', '=', 'sysUser.id').on('person.roundId', '=', roundId ?? ''),
    )
    .leftJoin(
      (e) =>
        e
          .selectFrom('fillingRecord as r')
          .select([
            'r.submitterId',
            RANK.as('rank'),
            sql<number>`count(*)::int`.as('recordCount'),
            // ids are time-ordered and equally long
            sql<string>`max(r.id)`.as('recordId'),
            sql<Date>`min(r.create_time)`.as('firstTime'),
            sql<Date>`max(coalesce(r.update_time, r.create_time))`.as('lastTime'),
          ])
          .where('r.roundId', '=', roundId ?? '')
          .groupBy('r.submitterId')
          .as('given'),
      (join) => join.onRef('given.submitterId', '=', 'sysUser.id'),
    )
    .where('sysUser.deletedAt', 'is', null)
    .where('sysUser.status', '=', '1')
    .where((e) => e.or([e('sysUser.expireTime', 'is', null), e('sysUser.expireTime', '>', sql<Date>`now()`)]))
    .where(inAudience('record', { id: sql.ref<string>('sysUser.id'), deptId: sql.ref<string | null>('sysUser.deptId') }));

/** People whose record is neither there nor under way. */
export const isUndone = sql<boolean>`coalesce(given.rank, 0) < 3`;
const hasDraft = sql<boolean>`exists (select 1 from filling_draft d where d.user_id = sys_user.id and d.form_id = record.form_id)`;
/** A person of `peopleOf` has begun and not handed in. */
export const hasOpenDraft = sql<boolean>`(${isUndone} and ${hasDraft})`;

interface Over {
  /** the round has ended */
  readonly isOver: boolean;
}
/** How a person of `peopleOf` stands in a round that is over or not. */
export const stateOf = ({ isOver }: Over) =>
  sql<PersonState>`case coalesce(given.rank, 0) when 4 then 'passed' when 3 then 'reviewing' when 2 then 'returned'
    else ${isOver ? 'overdue' : 'waiting'}::text end`;

const counted = (condition: ReturnType<typeof sql<boolean>>) => sql<number>`(count(*) filter (where ${condition}))::int`;
/** Figures over people of `peopleOf`: each of them is in exactly one state. */
export const figuresOf = ({ isOver }: Over) =>
  [
    sql<number>`count(*)::int`.as('total'),
    counted(sql<boolean>`given.rank = 4`).as('passed'),
    counted(sql<boolean>`given.rank = 3`).as('reviewing'),
    counted(sql<boolean>`given.rank = 2`).as('returned'),
    counted(isOver ? sql<boolean>`false` : sql<boolean>`coalesce(given.rank, 0) = 0`).as('waiting'),
    counted(isOver ? sql<boolean>`coalesce(given.rank, 0) = 0` : sql<boolean>`false`).as('overdue'),
  ] as const;

/** Ids of the people who have not handed in. */
export async function undoneOf(db: Db, taskId: string, roundId: string | null): Promise<string[]> {
  const rows = await peopleOf(db, taskId, roundId).select('sysUser.id').where(isUndone).orderBy('sysUser.id').execute();
  return rows.map((row) => row.id);
}
