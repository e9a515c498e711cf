import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { numberProblem } from '../core/config-value.ts';
import { applySeeds } from './seed/apply.ts';

const app = startApp();

itKeepsCrudPromises(app, {
  base: '/system/posts',
  code: 'system:post',
  sample: (n) => ({ postName: `工程师${n}`, postCode: `eng_${n}`, sortNo: n, status: '1', remark: null }),
  duplicate: '岗位名称已存在',
});

itKeepsCrudPromises(app, {
  base: '/system/dicts',
  code: 'system:dict',
  sample: (n) => ({ dictName: `字典${n}`, dictCode: `test_dict_${n}`, status: '1', remark: null }),
  duplicate: '字典编码已存在',
});

describe('items', () => {
  let dictId = '';
  beforeAll(async () => {
    dictId = (await app.admin('POST', '/system/dicts', { dictName: '项的字典', dictCode: 'with_items' })).data.id;
  });
  itKeepsCrudPromises(app, {
    base: '/system/dict/items',
    code: 'system:dict',
    sample: (n) => ({ dictId, itemText: `c${n}`, itemValue: `名称${n}`, itemSort: n, status: '1', remark: null }),
    duplicate: '字典项编码已存在',
  });
});

itKeepsCrudPromises(app, {
  base: '/system/configs',
  code: 'system:config',
  sample: (n) => ({
    configName: `参数${n}`,
    configKey: `test.key${n}`,
    configValue: `v${n}`,
    configType: 'text',
    isPublic: '0',
    status: '1',
    remark: null,
  }),
  duplicate: '参数键名已存在',
});

describe('posts', () => {
  it('in use are not deleted, and the answer names who uses them', async () => {
    const post = (await app.admin('POST', '/system/posts', { postName: '占用岗位' })).data.id;
    const user = await app.make.user({ nickname: '张三' });
    await app.database.db.insertInto('sysUserPost').values({ userId: user.id, postId: post }).execute();
    const answer = await app.admin('DELETE', `/system/posts/${post}`);
    expect(answer).toMatchObject({ status: 409, error: 'entity.inUse' });
    expect(answer.msg).toContain('张三');
  });

  it('are sorted by every column that the page offers to sort by', async () => {
    for (const name of ['阿尔法岗', '贝塔岗'])
      await app.admin('POST', '/system/posts', { postName: name, postCode: `z_${name.length}_${name === '贝塔岗'}` });
    for (const field of ['postName', 'postCode', 'sortNo', 'status', 'createTime', 'updateTime'])
      expect((await app.admin('GET', `/system/posts/page?sort=-${field}`)).status, field).toBe(200);
    const { data } = await app.admin('GET', '/system/posts/page?sort=-postCode&postCode=z_');
    expect(data.data.map((row: { postCode: string }) => row.postCode)).toEqual(['z_4_false', 'z_3_true']);
  });

  it('are everybody’s with the permission, whoever made them and whatever data scope a role has', async () => {
    await app.admin('POST', '/system/posts', { postName: '全员可见岗' });
    const narrow = app.as((await app.make.user({ perms: ['system:post:list', 'system:post:export'], dataScope: '5' })).token);
    expect((await narrow('GET', '/system/posts/page?postName=全员可见岗')).data.total).toBe(1);
  });

  it('refuse a code with other signs, a state that is none, and take an empty code as none', async () => {
    const refused = await app.admin('POST', '/system/posts', { postName: '坏编码', postCode: '1-2' });
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('岗位编码由字母、数字和下划线组成') });
    expect((await app.admin('GET', '/system/posts/page?status=9')).status).toBe(400);
    const { id } = (await app.admin('POST', '/system/posts', { postName: '无编码', postCode: '' })).data;
    expect((await app.admin('GET', `/system/posts/${id}`)).data).toMatchObject({ postCode: null, status: '1', sortNo: 0 });
  });

  it('are offered to everyone signed in, by name only', async () => {
    const anyone = app.as((await app.make.user()).token);
    const { status, data } = await anyone('GET', '/system/posts/list');
    expect(status).toBe(200);
    expect(Object.keys(data[0]).sort()).toEqual(['id', 'postName', 'status']);
  });
});

describe('dictionaries', () => {
  it('seeds the 24 groups and 112 items of the product family', async () => {
    const { data } = await app.admin('GET', '/system/dicts/page?pageSize=200');
    expect(data.total).toBeGreaterThanOrEqual(24);
    const scopes = await app.admin('GET', '/system/dicts/code/sys_data_scope');
    expect(scopes.data.map((item: { itemText: string }) => item.itemText)).toEqual(['1', '2', '3', '4', '5']);
    expect(scopes.data[3].itemValue).toBe('本部门及以下数据权限');
  });

  it('answers an unknown code with no items and never with an SQL error', async () => {
    const anyone = app.as((await app.make.user()).token);
    for (const code of ['nowhere', "x' or 1=1--", 'sys_user,password', '%'])
      expect(await anyone('GET', `/system/dicts/code/${encodeURIComponent(code)}`)).toMatchObject({ status: 200, data: [] });
  });

  it('shows only enabled items, in order, at once after a change', async () => {
    const dictId = (await app.admin('POST', '/system/dicts', { dictName: '颜色', dictCode: 'colour' })).data.id;
    await app.admin('POST', '/system/dict/items', { dictId, itemText: 'b', itemValue: '蓝', itemSort: 2 });
    await app.admin('POST', '/system/dict/items', { dictId, itemText: 'r', itemValue: '红', itemSort: 1 });
    await app.admin('POST', '/system/dict/items', { dictId, itemText: 'x', itemValue: '禁用', itemSort: 0, status: '0' });
    const { data } = await app.admin('GET', '/system/dicts/code/colour');
    expect(data.map((item: { itemValue: string }) => item.itemValue)).toEqual(['红', '蓝']);
    expect((await app.admin('GET', '/system/dicts/refresh')).status).toBe(200);
  });

  it('that are built in keep their code and are not deleted; others take their items along', async () => {
    const builtIn = (await app.admin('GET', '/system/dicts/page?dictCode=sys_yes_no')).data.data[0];
    expect(await app.admin('PUT', `/system/dicts/${builtIn.id}`, { ...builtIn, dictCode: 'other' })).toMatchObject({ status: 422 });
    expect(await app.admin('DELETE', `/system/dicts/${builtIn.id}`)).toMatchObject({ status: 422 });
    const dictId = (await app.admin('POST', '/system/dicts', { dictName: '临时', dictCode: 'for_now' })).data.id;
    const item = (await app.admin('POST', '/system/dict/items', { dictId, itemText: 'a', itemValue: '甲' })).data.id;
    expect((await app.admin('DELETE', `/system/dicts/${dictId}`)).status).toBe(200);
    expect((await app.admin('GET', `/system/dict/items/${item}`)).status).toBe(404);
  });

  it('refuses items of an unknown dictionary', async () => {
    expect(await app.admin('POST', '/system/dict/items', { dictId: '424242', itemText: 'a', itemValue: '甲' })).toMatchObject({
      status: 422,
    });
  });
});

describe('settings', () => {
  const secretOf = async (id: string) =>
    (await app.database.db.selectFrom('sysConfig').select('configValue').where('id', '=', id).executeTakeFirstOrThrow()).configValue;

  it('never show a secret value, in no reply and no log, and keep it when the mask comes back', async () => {
    const id = (
      await app.admin('POST', '/system/configs', {
        configName: '网关密钥',
        configKey: 'test.secret',
        configValue: 'top-hush-42',
        configType: 'secret',
      })
    ).data.id;
    const { data } = await app.admin('GET', `/system/configs/${id}`);
    expect(data.configValue).toBe('******');
    const sealed = await secretOf(id);
    expect(sealed).not.toContain('top-hush');
    expect((await app.admin('PUT', `/system/configs/${id}`, { ...data, remark: '改备注' })).status).toBe(200);
    expect(app.node.app.secrets.open(await secretOf(id), 'sys_config:test.secret')).toBe('top-hush-42');
    const page = await app.admin('GET', '/system/configs/page?configKey=test.secret');
    expect(JSON.stringify(page.body)).not.toContain('v1.');
    const logs = await app.database.db.selectFrom('sysOperLog').select(['params', 'changes', 'note']).execute();
    expect(JSON.stringify(logs)).not.toContain('top-hush');
    expect(JSON.stringify(logs)).not.toContain(sealed);
    expect(await app.admin('GET', '/system/configs/key/test.secret')).toMatchObject({ status: 404 });
  });

  it('are answered by key: public ones to everyone signed in, others to holders of the permission, secrets to nobody', async () => {
    await app.admin('POST', '/system/configs', { configName: '公开', configKey: 'test.public', configValue: 'yes', isPublic: '1' });
    await app.admin('POST', '/system/configs', { configName: '内部', configKey: 'test.internal', configValue: 'inside' });
    const anyone = app.as((await app.make.user()).token);
    const holder = app.as((await app.make.user({ perms: ['system:config:detail'] })).token);
    expect(await anyone('GET', '/system/configs/key/test.public')).toMatchObject({ status: 200, data: 'yes' });
    expect(await anyone('GET', '/system/configs/key/test.internal')).toMatchObject({ status: 404, error: 'entity.notFound' });
    expect(await holder('GET', '/system/configs/key/test.internal')).toMatchObject({ status: 200, data: 'inside' });
    expect((await app.stranger('GET', '/system/configs/key/test.public')).status).toBe(401);
  });

  it('are checked by type', async () => {
    const put = (configType: string, configValue: string, isPublic = '0') =>
      app.admin('POST', '/system/configs', { configName: '类型', configKey: 'test.typed', configValue, configType, isPublic });
    expect((await put('number', 'abc')).status).toBe(400);
    expect((await put('boolean', 'maybe')).status).toBe(400);
    expect((await put('secret', 'x', '1')).status).toBe(400);
    expect((await put('number', '12.5')).status).toBe(200);
  });

  it('of the platform take only what is declared, and say the range', async () => {
    const set = async (key: string, configValue: string) => {
      const row = (await app.admin('GET', `/system/configs/page?configKey=${key}`)).data.data[0];
      return app.admin('PUT', `/system/configs/${row.id}`, { ...row, configValue });
    };
    for (const [key, values, range] of [
      ['sys.session.idleMinutes', ['0', '-5', '0.001', '1441', 'Infinity'], '请填写 1 到 1,440 分钟之间的整数'],
      ['sys.session.absoluteHours', ['0', '1e9'], '请填写 1 到 720 小时之间的整数'],
      ['sys.password.expireDays', ['-3', '0.5'], '请填写 0 到 3,650 天之间的整数'],
      ['file.maxMB', ['0', '2049'], '请填写 1 到 2,048 MB之间的整数'],
      ['log.operKeepDays', ['1', '179'], '请填写 180 到 3,650 天之间的整数'],
    ] as const)
      for (const value of values) expect(await set(key, value), `${key} ${value}`).toMatchObject({ status: 400, msg: range });
    expect((await set('sys.session.idleMinutes', '45')).status).toBe(200);
    const { data } = await app.admin('GET', '/system/configs/page?configKey=sys.session.idleMinutes');
    expect(data.data[0]).toMatchObject({
      configValue: '45',
      rule: { groupName: '登录与会话', defaultValue: '30', range: { min: 1, max: 1440, unit: '分钟', decimals: 0 } },
    });
    expect((await set('sys.sms.loginText', '没有占位')).msg).toBe('登录短信内容必须包含 {code}');
    expect((await set('sys.mail.server', 'http://mail')).status).toBe(400);
  });

  it('say in place what is missing before they can work', async () => {
    const ruleOf = async (key: string) => (await app.admin('GET', `/system/configs/page?configKey=${key}`)).data.data[0].rule;
    expect((await ruleOf('sys.sms.enabled')).missing).toContain('发送测试短信');
    expect((await ruleOf('sys.password.selfReset')).missing).toContain('登录页暂不提供');
    expect((await ruleOf('sys.session.idleMinutes')).missing).toBeNull();
    const { db } = app.database;
    const { id } = await db.selectFrom('sysConfig').select('id').where('configKey', '=', 'sys.sms.enabled').executeTakeFirstOrThrow();
    const { data } = await app.admin('GET', `/system/configs/${id}`);
    // what the page says is what a try is refused with
    const refused = await app.admin('PUT', `/system/configs/${id}`, { ...data, configValue: 'true' });
    expect(refused).toMatchObject({ status: 422, msg: data.rule.missing });
  });

  it('that every module declares have a default that they take themselves', () => {
    const wrong = app.node.app.modules
      .flatMap(({ configs }) => configs ?? [])
      .filter((seed) => (seed.type === 'number' ? numberProblem(seed.value, seed) !== null : Boolean(seed.problem?.(seed.value))));
    expect(wrong).toEqual([]);
  });

  it('that were stored out of their range before are corrected at the start, so that the page shows what holds', async () => {
    const { db } = app.database;
    const value = async (key: string) =>
      (await db.selectFrom('sysConfig').select('configValue').where('configKey', '=', key).executeTakeFirstOrThrow()).configValue;
    const store = (key: string, configValue: string) =>
      db.updateTable('sysConfig').set({ configValue }).where('configKey', '=', key).execute();
    await store('log.loginKeepDays', '1');
    await store('sys.session.absoluteHours', 'viel');
    await applySeeds(db, app.node.app.ids, app.node.app.modules);
    expect(await value('log.loginKeepDays')).toBe('180');
    expect(await value('sys.session.absoluteHours')).toBe('12');
  });

  it('that are built in keep key and type and are not deleted', async () => {
    const builtIn = (await app.admin('GET', '/system/configs/page?configKey=sys.site.title')).data.data[0];
    expect((await app.admin('PUT', `/system/configs/${builtIn.id}`, { ...builtIn, configKey: 'other.key' })).status).toBe(422);
    expect((await app.admin('DELETE', `/system/configs/batch/${builtIn.id}`)).status).toBe(422);
    expect((await app.admin('PUT', `/system/configs/${builtIn.id}`, { ...builtIn, configValue: '我的平台' })).status).toBe(200);
  });
});
