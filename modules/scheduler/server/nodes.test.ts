import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { productModules, startApp } from '#kit/test/app.ts';
import { nodeProcesses, type NodeProcess } from '#kit/test/node-process.ts';
import { until } from '#kit/test/until.ts';
import { schedulerFixture } from './test-fixture.ts';
import { testTasks } from './test-tasks.ts';

const app = startApp({ modules: [...productModules, testTasks] });
const { create, run, runs, runNow, ended, running, overdue } = schedulerFixture(app);
const startNode = nodeProcesses(app, fileURLToPath(new URL('./test-node.ts', import.meta.url)));
/** the nodes by their numbers */
const children = new Map<number, NodeProcess>();

beforeAll(async () => {
  for (let i = 0; i < 2; i++) {
    const child = await startNode();
    children.set(child.ready, child);
  }
}, 120_000);

/** A run that only the children can take: the task is not known to the node of the test. */
async function onChild(over: object = {}): Promise<string> {
  const id = await create({ beanName: 'test.slow', cronExpression: '* * * * * ?', status: '0', methodParams: { seconds: 4 }, ...over });
  await app.database.db.updateTable('schedulerJob').set({ beanName: 'child.slow', status: '1' }).where('id', '=', id).execute();
  await overdue(id, 0);
  const [first] = await until(
    () => runs(id),
    (rows) => rows.some((one) => one.state === 'running'),
    30_000,
  );
  // one run is enough
  await app.database.db.updateTable('schedulerJob').set({ status: '0', nextTime: null }).where('id', '=', id).execute();
  return first!.id;
}

describe('several nodes on one database', () => {
  it('fire each due time exactly once', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => create({ cronExpression: '* * * * * ?', overlapPolicy: 'parallel' })));
    await until(
      () => Promise.all(ids.map((id) => runs(id))),
      (all) => all.every((rows) => rows.filter((one) => one.state === 'done').length >= 12),
      60_000,
    );
    for (const id of ids) await app.admin('POST', `/quartz/jobs/pause/${id}`);
    const rows = await until(
      () =>
        app.database.db
          .selectFrom('schedulerRun')
          .select(['jobId', 'dueTime', 'state', 'claims', 'lineCount', 'node'])
          .where('jobId', 'in', ids)
          .orderBy('dueTime')
          .execute(),
      (all) => all.every((one) => ['done', 'cancelled'].includes(one.state)),
      30_000,
    );
    for (const id of ids) {
      const due = rows.filter((row) => row.jobId === id).map((row) => row.dueTime.getTime());
      expect(due.length).toBeGreaterThanOrEqual(12);
      // no second twice, none left out
      expect(due).toEqual(Array.from({ length: due.length }, (_, index) => due[0]! + index * 1000));
    }
    const done = rows.filter((row) => row.state === 'done');
    // begun once and written once: nobody ran what another node was running
    expect(done.every((row) => row.claims === 1 && row.lineCount === 1)).toBe(true);
    expect(new Set(done.map((row) => row.node)).size).toBeGreaterThan(1);
  }, 120_000);

  it('cancel what runs on another node', async () => {
    const id = await onChild({ methodParams: { seconds: 600 } });
    expect((await run(id)).node).not.toBe(app.node.app.node);
    await app.admin('POST', `/quartz/logs/cancel/${id}`);
    expect(await ended(id)).toMatchObject({ state: 'cancelled', msg: '已取消' });
  }, 60_000);

  it('take over within 15 seconds what a killed node was running', async () => {
    const id = await onChild();
    const { node, rootId } = await run(id);
    const killed = children.get(node);
    const died = Date.now();
    await killed?.kill();
    await until(
      () => run(id),
      (one) => one.node !== node && one.state === 'running',
      40_000,
    );
    const seconds = (Date.now() - died) / 1000;
    expect(seconds).toBeLessThan(15);
    const done = await ended(id);
    expect(done).toMatchObject({ state: 'done', claims: 2, rootId, msg: '走完了' });
    const lines = await app.database.db
      .selectFrom('schedulerRunLine')
      .select(['seq', 'text'])
      .where('runId', '=', id)
      .orderBy('seq')
      .execute();
    expect(lines.map((line) => line.seq)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.some((line) => line.text.includes(`节点 ${node} 失去联系`))).toBe(true);
  }, 120_000);
});

describe('the live log', () => {
  interface Event {
    id: string | null;
    event: string;
    data: { seq?: number; state?: string; percent?: number; msg?: string | null };
  }
  /** Reads events until enough have come or the stream ends. */
  async function read(runId: string, headers: Record<string, string>, isEnough: (events: Event[]) => boolean): Promise<Event[]> {
    const { port } = app.node.http.server.address() as { port: number };
    const token = (await app.make.user({ perms: ['scheduler:log:detail'] })).token;
    const stop = new AbortController();
    const answer = await fetch(`http://127.0.0.1:${port}/sjzt-datax/quartz/logs/${runId}/stream`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      signal: stop.signal,
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const events: Event[] = [];
    let rest = '';
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? null;
        const event = field('event');
        if (event) events.push({ id: field('id'), event, data: JSON.parse(field('data') ?? '{}') as Event['data'] });
      }
      if (isEnough(events)) break;
    }
    stop.abort();
    return events;
  }
  const linesOf = (events: Event[]) => events.filter((one) => one.event === 'line');

  it('comes while the run goes on, goes on after a loss and ends with the run', async () => {
    await app.node.http.listen({ port: 0, host: '127.0.0.1' });
    const id = await create({ beanName: 'test.slow', methodParams: { seconds: 5 } });
    const one = await runNow(id);
    await running(one);
    const first = await read(one, {}, (events) => linesOf(events).length >= 3);
    expect((await run(one)).state).toBe('running');
    const seen = linesOf(first).at(-1)?.id ?? '';
    const second = await read(one, { 'last-event-id': seen }, () => false);
    const all = [...linesOf(first), ...linesOf(second)].map((line) => line.data.seq);
    expect(all).toEqual(Array.from({ length: 10 }, (_, index) => index + 1));
    expect(second.at(-1)?.event).toBe('end');
    expect(second.findLast((event) => event.event === 'progress')?.data).toMatchObject({ state: 'done', percent: 100, msg: '走完了' });
    // an old log is told at once
    const whole = await read(one, {}, () => false);
    expect(linesOf(whole)).toHaveLength(10);
    expect(whole.at(-1)?.event).toBe('end');
  }, 60_000);
});
