import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, withoutWorkOf } from '#kit/test/app.ts';
import { nodeProcesses } from '#kit/test/node-process.ts';
import { until } from '#kit/test/until.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';
import { makeTarget, Receiver, register, settled, targetOf } from './test-receiver.ts';

const app = startApp({ managed: true, modules: withoutWorkOf('masterdata') });
const startNode = nodeProcesses(app, fileURLToPath(new URL('./test-node.ts', import.meta.url)));
let receiver: Receiver;
let port = 0;

const startChild = () => startNode(String(port));

beforeAll(async () => {
  receiver = new Receiver();
  port = await receiver.open();
  await register(app.admin);
}, 120_000);
afterAll(() => receiver.close());

it('a node that is killed while it delivers loses nothing, and two nodes never send to a target at once', async () => {
  const modelId = await builtModel(app.admin, CUSTOMER);
  const first = await startChild();
  const id = await makeTarget(app.admin, modelId, { batchSize: 5 });
  const add = async (name: string): Promise<string> =>
    (await app.admin('POST', `${MODELS}/${modelId}/datas`, { values: { customer_name: name } })).data.id;
  const rename = async (one: string, version: number) => {
    const values = { customer_name: `${one} ${version}` };
    const changed = await app.admin('PUT', `${MODELS}/${modelId}/datas/${one}`, { values, version });
    expect(changed.status, changed.msg).toBe(200);
  };
  let letGo: (status: number) => void = () => undefined;
  let calls = 0;
  let unanswered = 0;
  // the third call is heard and never answered before the node dies
  receiver.answer = (messages) => {
    if (++calls !== 3) return 200;
    unanswered = messages.length;
    return new Promise<number>((resolve) => (letGo = resolve));
  };
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => add(`客户 ${at}`)));
  for (let version = 0; version < 3; version++) await Promise.all(ids.map((one) => rename(one, version)));
  await until(
    () => Promise.resolve(calls),
    (heard) => heard >= 3,
    30_000,
  );
  // an answer before its end would be written down
  await first.kill();
  letGo(200);
  await Promise.all([startChild(), startChild()]);
  for (let version = 3; version < 6; version++) await Promise.all(ids.map((one) => rename(one, version)));
  await settled(app.admin, id, 120_000);
  expect(receiver.atOnce).toBe(1);
  for (const one of ids) expect(receiver.records.get(one)).toMatchObject({ version: '7', values: { name: `${one} 5` } });
  // what was heard and not written down came twice, and nothing else did
  const told = receiver.taken.map(({ seq }) => seq);
  expect(new Set(told).size).toBe(12 * 7);
  expect(told.length - new Set(told).size).toBe(unanswered);
  expect(await targetOf(app.admin, id)).toMatchObject({ state: 'running', dead: 0, records: 12 });
}, 240_000);
