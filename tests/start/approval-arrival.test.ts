import { afterAll, beforeAll, expect, it } from 'vitest';
import { readEvents, type Reader } from '#kit/test/events.ts';
import { Office } from '../journeys/people.ts';
import { copyInstallation, PREPARED_PASSWORD } from './prepared.ts';
import { dataFolder, Product, signIn } from './product.ts';

/** From the step to whoever has to know of it. */
const LIMIT_MS = 2000;
const ROUNDS = 5;
const folder = dataFolder();
let product: Product;
const readers: Reader[] = [];

interface Who {
  readonly username: string;
  readonly password: string;
}
const ADMIN: Who = { username: 'admin', password: PREPARED_PASSWORD };

/** A person with a session: calls, and the stream of events of an open browser. */
async function person(who: Who) {
  const token = await signIn(product, who.username, who.password);
  const call = async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await product.send(method, path, token, body);
    const answer = (await reply.json()) as { data: T; msg: string };
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${answer.msg}`);
    return answer.data;
  };
  const listen = async (): Promise<Reader> => {
    const reader = await readEvents(product.port, '/system/push/stream', { authorization: `Bearer ${token}` });
    readers.push(reader);
    await reader.wait('open');
    return reader;
  };
  return { call, listen };
}
/** Milliseconds until the next events of all kinds have come to a reader. */
async function arrival(reader: Reader, kinds: readonly string[], step: () => Promise<unknown>): Promise<number> {
  const before = kinds.map((kind) => reader.received.filter(({ event }) => event === kind).length);
  const began = performance.now();
  await Promise.all([step(), ...kinds.map((kind, n) => reader.wait(kind, before[n]! + 1))]);
  return performance.now() - began;
}

beforeAll(async () => {
  await copyInstallation(folder.path);
  product = await Product.start({ DATA_DIR: folder.path, CAPTCHA: 'off' });
  await product.ready();
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await product.interrupt();
  folder.remove();
});

it('a step is in the todos, the badge and the bell of whom it concerns within two seconds', async () => {
  const office = await Office.open(async (who = ADMIN) => (await person(who)).call);
  const deptId = await office.dept('审批时限部', 'SX');
  const may = (permission: string) => /^workflow:(?:task|request|instance:my)/.test(permission);
  const [asks, decides] = [
    await office.person({ username: 'asks', nickname: '申请人', deptId, may }),
    await office.person({ username: 'decides', nickname: '审批人', deptId, may }),
  ];
  const admin = await person(ADMIN);
  const { data: users } = await admin.call<{ data: { id: string }[] }>('GET', '/system/users/page?pageSize=100&username=decides');
  const next = {
    type: 'approve',
    id: 'n1',
    name: '审批',
    who: [{ kind: 'user', ids: users.map(({ id }) => id) }],
    mode: 'any',
    next: null,
  };
  const tree = { type: 'start', id: 'start', next };
  const model = await admin.call<{ id: string }>('POST', '/workflow/models', { key: 'arrival', name: '时限', kind: 'simple', tree });
  const { definitionId } = await admin.call<{ definitionId: string }>('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
  await admin.call('POST', '/workflow/business', {
    businessCode: '8099',
    businessName: '时限',
    businessType: 'workflow.request',
    processDefinitionId: definitionId,
    businessTempalte: '{title}',
  });
  const [starter, approver] = [await person(asks), await person(decides)];
  const [his, hers] = [await starter.listen(), await approver.listen()];
  const took: number[] = [];
  for (let n = 1; n <= ROUNDS; n += 1) {
    const title = `第 ${n} 份`;
    const { id } = await starter.call<{ id: string }>('POST', '/workflow/requests', {
      businessCode: '8099',
      title,
      text: '',
      amount: null,
    });
    took.push(await arrival(hers, ['todo', 'bell'], () => starter.call('POST', `/workflow/requests/${id}/submit`, {})));
    const { todos } = await approver.call<{ todos: { title: string }[] }>('GET', '/system/home');
    expect(todos.map((todo) => todo.title).join()).toContain(title);
    const { data: tasks } = await approver.call<{ data: { id: string }[] }>('GET', '/workflow/tasks/pageTodo');
    expect(tasks).toHaveLength(1);
    const taskId = tasks[0]?.id ?? '';
    const agree = { taskId, action: 'complete', variables: { approved: true } };
    took.push(await arrival(his, ['bell'], () => approver.call('POST', `/workflow/tasks/execute/${taskId}`, agree)));
  }
  expect(Math.max(...took), `${took.map(Math.round).join(', ')} ms`).toBeLessThanOrEqual(LIMIT_MS);
});
