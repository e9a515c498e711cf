import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';

let count = 0;
/** Due on 1 January: nothing fires by itself. */
export const NEVER = '0 0 0 1 1 ?';

/** A run as the list answers it. */
export interface Run {
  id: string;
  state: string;
  status: string | null;
  cause: string;
  attempt: number;
  msg: string | null;
  dueTime: string;
  node: number | null;
}

/** What the tests of the engine do again and again, from outside. */
export function schedulerFixture(app: TestApp) {
  const { admin } = app;
  const fixture = {
    async create(over: Record<string, unknown> = {}): Promise<string> {
      const body = { jobName: `任务${++count}`, beanName: 'test.quick', cronExpression: NEVER, ...over };
      const answer = await admin('POST', '/quartz/jobs', body);
      expect(answer, answer.msg).toMatchObject({ status: 200 });
      return answer.data.id;
    },
    async runNow(id: string, body: object = {}): Promise<string> {
      const answer = await admin('POST', `/quartz/jobs/run/${id}`, body);
      expect(answer, answer.msg).toMatchObject({ status: 200 });
      return answer.data.id;
    },
    job: async (id: string) => (await admin('GET', `/quartz/jobs/${id}`)).data,
    run: async (id: string) => (await admin('GET', `/quartz/logs/${id}`)).data,
    /** the runs of a job, oldest first */
    async runs(jobId: string): Promise<Run[]> {
      const { data } = await admin('GET', `/quartz/logs/page?jobId=${jobId}&pageSize=200&sort=createTime`);
      return data.data;
    },
    ended: (id: string, limitMs = 30_000) =>
      until(
        () => fixture.run(id),
        (run) => !['waiting', 'running'].includes(run.state),
        limitMs,
      ),
    running: (id: string) =>
      until(
        () => fixture.run(id),
        (run) => run.state === 'running',
        30_000,
      ),
    /** makes a job due since some seconds, as after a downtime */
    async overdue(id: string, seconds: number): Promise<void> {
      await app.database.db
        .updateTable('schedulerJob')
        .set({ nextTime: sql<Date>`date_trunc('second', now() - make_interval(secs => ${seconds}))` })
        .where('id', '=', id)
        .execute();
    },
  };
  return fixture;
}
