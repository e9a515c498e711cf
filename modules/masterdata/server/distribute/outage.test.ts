import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';
import { makeTarget, reachOnly, Receiver, register, targetOf, TARGETS } from './test-receiver.ts';

const app = startApp({ managed: true });
const MINUTE = 60_000;
const [RECORDS, CHANGES, MINUTES] = [50, 20, 10];
let receiver: Receiver;

beforeAll(async () => {
  receiver = new Receiver();
  reachOnly(app.node.app, await receiver.open());
  await register(app.admin);
}, 60_000);
afterAll(() => receiver.close());

it('a thousand changes while the target is down for ten minutes arrive by themselves once it is back, in order per record, each once', async () => {
  const modelId = await builtModel(app.admin, CUSTOMER);
  const id = await makeTarget(app.admin, modelId, { batchSize: 50 });
  receiver.answer = () => 503;
  const began = new Date();
  const ids = await Promise.all(
    Array.from({ length: RECORDS }, async (_, at) => {
      const { status, msg, data } = await app.admin('POST', `${MODELS}/${modelId}/datas`, { values: { customer_name: `客户 ${at}` } });
      expect(status, msg).toBe(200);
      return data.id as string;
    }),
  );
  for (let version = 0; version < CHANGES - 1; version++) {
    await Promise.all(
      ids.map(async (one) => {
        const values = { customer_name: `${one} ${version}` };
        expect((await app.admin('PUT', `${MODELS}/${modelId}/datas/${one}`, { values, version })).status).toBe(200);
      }),
    );
    app.clock.now = new Date(began.getTime() + ((version + 1) * MINUTES * MINUTE) / (CHANGES - 1));
  }
  const held = await until(
    () => targetOf(app.admin, id),
    ({ tries }) => tries > 1,
  );
  expect(held).toMatchObject({ state: 'running', backlog: RECORDS * CHANGES, records: 0 });
  expect(receiver.taken).toEqual([]);
  receiver.answer = () => 200;
  // time goes on and nobody does anything: the longest pause between two tries is five minutes
  const later = () => {
    app.clock.now = new Date(app.clock.now.getTime() + 10_000);
    return targetOf(app.admin, id);
  };
  expect(await until(later, ({ backlog }) => backlog === 0, 90_000)).toMatchObject({ problem: null, tries: 0, dead: 0, records: RECORDS });
  expect(receiver.taken.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: RECORDS * CHANGES }, (_, at) => at + 1));
  expect(receiver.disordered).toEqual([]);
  expect(receiver.atOnce).toBe(1);
  for (const one of ids) {
    const versions = receiver.taken.filter((message) => message.id === one).map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: CHANGES }, (_, at) => String(at + 1)));
    expect(receiver.records.get(one)?.values).toMatchObject({ name: `${one} ${CHANGES - 2}` });
  }
  expect((await app.admin('GET', `${TARGETS}/${id}/compare`)).data).toMatchObject({ current: RECORDS, missing: 0, behind: 0 });
}, 240_000);
