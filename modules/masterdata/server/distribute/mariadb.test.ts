import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hasMariadb, startMariadb } from '#kit/test/mariadb.ts';
import { synchronised } from '#modules/sources/server/test-source.ts';
import { builtModel, CUSTOMER, MODELS } from '../test-model.ts';
import { makeTarget, settled, TARGETS } from './test-receiver.ts';

describe.runIf(hasMariadb)('records that are written into a table of MariaDB', () => {
  const app = startApp({ managed: true });
  const mariadb = startMariadb(
    `create table client (id varchar(32) primary key, name varchar(10), code varchar(18), changed datetime, note varchar(20) default '本地')`,
  );
  let over = {};
  let modelId = '';
  const rows = () =>
    mariadb.sql(
      'select id, name, code, note, abs(timestampdiff(second, changed, utc_timestamp() + interval 8 hour)) < 300 as dated from client order by name',
    );
  const add = async (values: object): Promise<string> => {
    const { status, msg, data } = await app.admin('POST', `${MODELS}/${modelId}/datas`, { values });
    expect(status, msg).toBe(200);
    return data.id as string;
  };

  beforeAll(async () => {
    const { host, port, database: dbName } = mariadb;
    const dbSchema = { host, port, dbName, ...mariadb.owner, sid: null, sslMode: 'disable' };
    const body = { sourceName: '订单库', dbType: '2', status: '1', remark: null, schemas: [], dbSchema };
    const { data } = await app.admin('POST', '/data/metadata/sources', body);
    await synchronised(app, data.id);
    const found = await app.admin('GET', `/data/metadata/tables/list?sourceId=${data.id}&tableName=client`);
    modelId = await builtModel(app.admin, CUSTOMER);
    const columns = [
      { from: 'customer_name', to: 'name' },
      { from: 'credit_code', to: 'code' },
      { from: '$time', to: 'changed' },
    ];
    over = { kind: 'table', sourceId: data.id, tableId: found.data[0].id, keyColumn: 'id', columns, address: null, secret: null };
  }, 120_000);

  it('are added, changed and deleted, whatever characters they hold; one that does not fit waits for a person', async () => {
    const id = await makeTarget(app.admin, modelId, over);
    const odd = await add({ customer_name: `O'\\"😀` });
    const long = await add({ customer_name: '一个比目标表的列要长的客户名称' });
    const plain = await add({ customer_name: '甲', credit_code: 'X1' });
    await settled(app.admin, id, 60_000);
    expect(await rows()).toEqual([
      { id: odd, name: `O'\\"😀`, code: null, note: '本地', dated: 1 },
      { id: plain, name: '甲', code: 'X1', note: '本地', dated: 1 },
    ]);
    expect((await app.admin('GET', `${TARGETS}/${id}/deliveries?recordId=${long}`)).data.data).toMatchObject([{ state: 'retry' }]);
    await mariadb.sql(`update client set note = '改过'`);
    expect((await app.admin('PUT', `${MODELS}/${modelId}/datas/${plain}`, { values: { customer_name: '乙' }, version: 0 })).status).toBe(
      200,
    );
    await app.admin('DELETE', `${MODELS}/${modelId}/datas/batch/${odd}`);
    await settled(app.admin, id, 60_000);
    expect(await rows()).toEqual([{ id: plain, name: '乙', code: 'X1', note: '改过', dated: 1 }]);
  }, 120_000);
});
