import { describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { startApp } from '#kit/test/app.ts';

const app = startApp();
const PERMS = ['monitor:loginlog:list', 'monitor:loginlog:detail'];
const DAY_MS = 86_400_000;

async function row(over: { userId?: string; userName?: string; deptId?: string | null; opDate?: Date; opIp?: string }) {
  const id = app.node.app.ids.next();
  await app.database.db
    .insertInto('sysLoginLog')
    .values({ id, event: 'login', result: '1', opDate: new Date(), ...over })
    .execute();
  return id;
}
const idsOf = (answer: { data: { data: { id: string }[] } }) => answer.data.data.map((each) => each.id);

describe('login log', () => {
  it('shows the last seven days unless asked otherwise', async () => {
    const [fresh, old] = [await row({ userName: 'timely' }), await row({ userName: 'timely', opDate: new Date(Date.now() - 8 * DAY_MS) })];
    expect(idsOf(await app.admin('GET', '/system/login/logs/page?userName=timely'))).toEqual([fresh]);
    const since = new Date(Date.now() - 30 * DAY_MS).toISOString();
    expect(idsOf(await app.admin('GET', `/system/login/logs/page?userName=timely&startTime=${since}`))).toEqual([fresh, old]);
  });

  it('what lies outside the data scope does not exist', async () => {
    const [mine, theirs] = [await app.make.dept(), await app.make.dept()];
    const reader = await app.make.user({ perms: PERMS, dataScope: '3', deptId: mine.id });
    const [seen, unseen, unknown] = [
      await row({ deptId: mine.id, userId: '11' }),
      await row({ deptId: theirs.id, userId: '12' }),
      await row({ userName: 'nobody' }),
    ];
    const call = app.as(reader.token);
    expect(idsOf(await call('GET', '/system/login/logs/page?pageSize=200'))).toEqual([seen]);
    expect((await call('GET', `/system/login/logs/${seen}`)).status).toBe(200);
    for (const id of [unseen, unknown]) expect((await call('GET', `/system/login/logs/${id}`)).status).toBe(404);
    const self = await app.make.user({ perms: PERMS, dataScope: '5' });
    const own = await row({ userId: self.id });
    expect(idsOf(await app.as(self.token)('GET', '/system/login/logs/page'))).toEqual([own]);
  });

  it('wildcards in a search are ordinary characters', async () => {
    const hit = await row({ userName: 'a%b_c' });
    await row({ userName: 'aXbYc' });
    expect(idsOf(await app.admin('GET', `/system/login/logs/page?userName=${encodeURIComponent('%b_')}`))).toEqual([hit]);
  });

  it('stops counting at 10,000', async () => {
    await app.database.pool.query(`insert into sys_login_log (id, event, result, user_name, op_date)
      select 'bulk' || n, 'login', '1', 'bulk', now() - n * interval '1 second' from generate_series(1, 10050) n`);
    const { data } = await app.admin('GET', '/system/login/logs/page?userName=bulk&pageSize=10');
    expect([data.total, data.totalCapped, data.data.length]).toEqual([10_000, true, 10]);
  });

  it('leaves as a workbook with regions, by the filter of the page and the reach of the caller', async () => {
    const dept = await app.make.dept();
    await row({ userName: 'leaver', opIp: '120.24.78.68', deptId: dept.id });
    await row({ userName: 'leaver', opIp: '::1', deptId: dept.id });
    await row({ userName: 'leaver', opDate: new Date(Date.now() - 8 * DAY_MS) });
    const page = (await app.admin('GET', '/system/login/logs/page?userName=leaver')).data.data;
    expect(page.map((each: { region: string }) => each.region)).toEqual(['本机', '广东省 深圳市']);
    const columns = ['userName', 'event', 'opIp', 'region'];
    const body = { userName: 'leaver', columns };
    const { rows } = await readSheet((await app.admin('POST', '/system/login/logs/export', body)).raw, 100);
    expect(rows.slice(0, -1).map((each) => each.cells)).toEqual([
      ['用户名', '事件', 'IP 地址', '地区'],
      ['leaver', '登录', '::1', '本机'],
      ['leaver', '登录', '120.24.78.68', '广东省 深圳市'],
    ]);
    const reader = app.as((await app.make.user({ perms: PERMS, dataScope: '3', deptId: dept.id })).token);
    expect((await reader('POST', '/system/login/logs/export', body)).status).toBe(403);
    const far = await app.make.user({ perms: ['monitor:loginlog:export'], dataScope: '3', deptId: (await app.make.dept()).id });
    const empty = await readSheet((await app.as(far.token)('POST', '/system/login/logs/export', body)).raw, 100);
    expect(empty.rows.slice(1, -1)).toEqual([]);
  });
});
