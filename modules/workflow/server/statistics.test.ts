import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { EMPLOYEE, testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
/** What one tick of the clock is: sessions must live through the test. */
const TICK = 300_000;
const DAY = 86_400_000;
let staff!: Person;
let anna!: Person;
let bert!: Person;
let code = '';
let day = '';
let first!: Date;
const tick = (count: number) => (app.clock.now = new Date(app.clock.now.getTime() + count * TICK));
const step = (id: string, who: Person, next: unknown = null) => ({
  type: 'approve',
  id,
  name: `节点${id}`,
  who: [{ kind: 'user', ids: [who.id] }],
  mode: 'any',
  next,
});
/** The clock goes on while calls are made. */
const near = (seconds: number) => expect.closeTo(seconds, -2) as number;
const figures = async (query = '') => (await app.admin('GET', `/workflow/statistics?businessCode=${code}${query}`)).data;

beforeAll(async () => {
  // all of it is one day's work, in China too
  const untilMidnight = DAY - ((Date.now() + 8 * 3_600_000) % DAY);
  if (untilMidnight < 5 * TICK) tick(Math.ceil(untilMidnight / TICK));
  first = app.clock.now;
  day = first.toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
  staff = await flow.person();
  anna = await flow.person();
  bert = await flow.person();
  code = await flow.business(step('n1', anna, step('n2', bert)));
  const made = [];
  for (let n = 0; n < 4; n += 1) made.push(await flow.submitted(staff, code));
  const [passed, refused, returned] = made;
  tick(1);
  await flow.approve(anna, passed!.instance); // n1 after 1
  await flow.approve(anna, refused!.instance); // n1 after 1
  tick(1);
  await flow.approve(bert, passed!.instance); // n2 after 1: the end after 2
  await flow.act(anna, returned!.instance, { action: 'return', to: 'start', mode: 'again', message: '补充' }); // n1 after 2
  tick(2);
  await flow.approve(bert, refused!.instance, false); // n2 after 3: the end after 4
});

describe('figures of approvals', () => {
  it('agree with what was counted by hand', async () => {
    const data = await figures();
    expect(data).toMatchObject({ started: 4, ended: 2, running: 2, overdue: 0 });
    // finished at n1 after 1, 1 and 2 ticks, at n2 after 1 and 3; one of three was returned
    expect(data.nodes).toMatchObject([
      { nodeKey: 'n1', name: '节点n1', open: 1, done: 3, median: near(300), p90: near(540), returned: 1, passed: 0, late: 0 },
      { nodeKey: 'n2', open: 0, done: 2, median: near(600), p90: near(840), returned: 0 },
    ]);
    expect(data.nodes[0].returnRate).toBeCloseTo(1 / 3);
    expect(data.processes).toMatchObject([
      { running: 2, ended: 2, approved: 1, rejected: 1, cancelled: 0, median: near(900), returned: 0, returnRate: 0 },
    ]);
    expect(data.people).toMatchObject([
      { userId: anna.id, open: 1, done: 3, median: near(300) },
      { userId: bert.id, open: 0, done: 2, median: near(600) },
    ]);
    expect(data.trend.length).toBe(30);
    expect(data.trend.at(-1)).toEqual({ day, started: 4, ended: 2, done: 5 });
  });

  it('are those of the period, of the data scope and for who may see them', async () => {
    const before = new Date(first.getTime() - DAY).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const past = await figures(`&from=${before}&to=${before}`);
    // what is open is open now
    expect(past).toMatchObject({ started: 0, ended: 0, running: 2, trend: [{ day: before, done: 0 }] });
    expect(past.nodes).toMatchObject([{ nodeKey: 'n1', open: 1, done: 0, median: null, returnRate: null }]);
    expect((await app.admin('GET', `/workflow/statistics?from=${day}&to=${before}`)).status).toBe(400);
    expect((await staff.call('GET', '/workflow/statistics')).status).toBe(403);
    const own = await flow.person({ perms: [...EMPLOYEE, 'workflow:statistics:list'] });
    expect((await own.call('GET', '/workflow/statistics')).data).toMatchObject({ started: 0, running: 0, nodes: [] });
  });

  it('leave as a file', async () => {
    const { status, raw } = await app.admin('GET', `/workflow/statistics/export?businessCode=${code}`);
    expect(status).toBe(200);
    const [head, one] = raw.toString().split('\r\n');
    expect(head).toContain('退回率');
    expect(one).toMatch(/节点n1,1,0,3,3\d\d,5\d\d,1,/);
  });
});
