import { randomBytes } from 'node:crypto';
import { may } from '#kit/contract/access.ts';
import { target } from '#modules/masterdata/contract/target.ts';
import { callsAs } from './governance-calls.ts';
import type { Work } from './governance-work.ts';
import { registerPartners } from './partners/register.ts';
import { SALES_HOST } from './partners/server.ts';

const MODEL = 'customer';
/** Messages of one call: what the partner takes at once has a limit. */
const BATCH = 200;

/** The model of the customers, when its table is there and nobody has sent its records anywhere yet, deleted targets too. */
async function unsent({ app }: Work): Promise<string | null> {
  const stored = await app.db
    .selectFrom('masterdataModel')
    .select('id')
    .where('modelLogicTable', '=', MODEL)
    .where('isSync', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!stored) return null;
  const sent = await app.db.selectFrom('masterdataTarget').select('id').where('modelId', '=', stored.id).limit(1).executeTakeFirst();
  return sent ? null : stored.id;
}

const PARTNER = { host: SALES_HOST, hostName: '演示销售协同平台', remark: '接收主数据推送', isFlowAllowed: '0' } as const;

/** Strategic and important customers are pushed to the sales platform of a partner, from the first record on; once. */
export async function distributeCustomers(work: Work): Promise<void> {
  const { app, signal, chief } = work;
  if (!may(chief, target.create.access)) return;
  const modelId = await unsent(work);
  if (modelId === null || !(await registerPartners(work, [PARTNER]))) return;
  const columns = [
    ['customer_code', 'code'],
    ['customer_name', 'name'],
    ['credit_code', 'creditCode'],
    ['customer_level', 'level'],
    ['industry', 'industry'],
    ['$status', 'status'],
  ].map(([from, to]) => ({ from, to }));
  const body = {
    modelId,
    targetName: '销售协同平台',
    kind: 'http',
    address: `http://${SALES_HOST}/customers`,
    secret: randomBytes(24).toString('base64url'),
    columns,
    conditions: [{ column: 'customer_level', kind: 'in', value: '1,2' }],
    batchSize: BATCH,
    startFrom: 'all',
    remark: '战略客户与重点客户，变更后即时推送',
  };
  await callsAs(app, chief, signal, (call) => call(target.create, { body }));
}
