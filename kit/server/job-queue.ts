import { sql } from 'kysely';
import type { App, Db } from './ctx.ts';
import type { Jobs, JobView } from './jobs.ts';

/** Attempts to find the open job of a subject; each attempt fails only when a job ended in between. */
const MAX_ASKED = 100;
const VIEW = ['id', 'kind', 'state', 'percent', 'text', 'createTime', 'startTime', 'endTime'] as const;

/** Lets the kind of a job that was cancelled before it began write down its end. */
async function tellAbandoned(app: App, db: Db, job: { id: string; kind: string; subject: string; payload: unknown }): Promise<void> {
  const kind = app.modules.flatMap((module) => module.jobs?.[job.kind] ?? [])[0];
  if (kind && typeof kind !== 'function') await kind.abandoned?.({ app, db }, { ...job, state: 'cancelled' });
}

/** The part of the queue that callers use. `app` knows the kinds of jobs; without it nothing is told of jobs that are cancelled before they begin. */
export function jobQueue(nextId: () => string, app?: () => App): Jobs {
  const view = (db: Db) => db.selectFrom('kitJob').select(VIEW);
  return {
    async enqueue(db, job) {
      const id = nextId();
      const { kind, subject, createBy, notBefore } = job;
      for (let asked = 0; asked < MAX_ASKED; asked++) {
        const made = await db
          .insertInto('kitJob')
          .values({ id, kind, subject, payload: JSON.stringify(job.payload), createBy, notBefore })
          .onConflict((conflict) => conflict.columns(['kind', 'subject']).where('state', 'in', ['waiting', 'running']).doNothing())
          .returning('id')
          .executeTakeFirst();
        if (made) return made.id;
        const open = await db
          .selectFrom('kitJob')
          .select('id')
          .where('kind', '=', job.kind)
          .where('subject', '=', job.subject)
          .where('state', 'in', ['waiting', 'running'])
          .executeTakeFirst();
        // none: it ended between the two statements
        if (open) return open.id;
      }
      throw new Error(`job ${job.kind} of ${job.subject} could not be queued`);
    },
    async latest(db, kind, subject) {
      const row = await view(db)
        .where('kind', '=', kind)
        .where('subject', '=', subject)
        .orderBy('createTime', 'desc')
        .limit(1)
        .executeTakeFirst();
      return (row as JobView | undefined) ?? null;
    },
    async get(db, id) {
      return ((await view(db).where('id', '=', id).executeTakeFirst()) as JobView | undefined) ?? null;
    },
    async cancel(db, id) {
      const waiting = await db
        .updateTable('kitJob')
        .set({ state: 'cancelled', text: '已取消', endTime: sql<Date>`now()` })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returning(['kind', 'subject', 'payload'])
        .executeTakeFirst();
      if (waiting) {
        if (app) await tellAbandoned(app(), db, { id, ...waiting });
        return true;
      }
      const running = await db
        .updateTable('kitJob')
        .set({ cancelRequested: true })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .executeTakeFirst();
      return running.numUpdatedRows > 0n;
    },
  };
}
