import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, Refusal, signInWith, type Answers, type Sent } from '#kit/test/web-page.tsx';
import { GrantStudio } from './GrantStudio.tsx';

const object = (type: string, id: string, name: string, more: object = {}) => ({
  id,
  type,
  name,
  comment: null,
  level: null,
  children: 0,
  mask: null,
  ...more,
});
const OBJECTS: Record<string, unknown[]> = {
  '': [object('database', '1', '数仓', { children: 40 }), object('database', '2', '备用库', { children: 3 })],
  'database:1': [object('schema', '1.dwd', 'dwd', { children: 3, comment: '明细' }), object('schema', '1.hr', 'hr', { children: 2 })],
  'database:2': [],
  'schema:1.dwd': [
    object('table', '7', 'contract', { comment: '合同', children: 3 }),
    object('table', '8', 'staff', { children: 4 }),
    object('table', '9', 'payment', { comment: '付款', children: 2 }),
  ],
  'schema:1.hr': [object('table', '5', 'person', { comment: '人员', children: 2 })],
  'table:7': [
    object('column', '71', 'id', { comment: '编号' }),
    object('column', '72', 'mobile', { comment: '手机号', level: 'L3', mask: '保留前3后4' }),
    object('column', '73', 'amount', { comment: '金额' }),
  ],
  'table:9': [object('column', '91', 'id'), object('column', '92', 'money')],
};
const grant = (id: string, more: object = {}) => ({
  id,
  version: 1,
  subjectType: 'role',
  subjectId: '100',
  subjectName: '分析师',
  objectType: 'table',
  objectId: '7',
  objectName: 'dwd.contract',
  sourceId: '1',
  sourceName: '数仓',
  tableId: '7',
  actions: ['meta', 'preview', 'query'],
  rowFilter: null,
  beginTime: null,
  endTime: null,
  requestId: null,
  status: '1',
  state: 'active',
  remark: null,
  createBy: null,
  updateBy: null,
  createTime: '2026-11-01T00:00:00Z',
  updateTime: '2026-11-01T00:00:00Z',
  ...more,
});
const SUBJECT = {
  id: '100',
  type: 'role',
  name: '分析师',
  grants: 1,
  people: 1200,
  members: [
    { id: '11', name: '林若彤' },
    { id: '12', name: '周明' },
  ],
  tables: 1,
  columns: 3,
  sensitive: 1,
  changedBy: '管理员',
  changeTime: '2026-11-02T00:00:00Z',
  places: [
    { id: '1', type: 'database', tables: 1 },
    { id: '1.dwd', type: 'schema', tables: 1 },
  ],
  parts: [],
};
const because = (text: string, endTime: string | null = null) => [{ kind: 'grant', grantId: '1', endTime, text }];
const EFFECTIVE = {
  user: { id: '11', username: 'lin', nickname: '林若彤', isActive: true },
  table: { id: '7', name: 'contract', sourceName: '数仓' },
  actions: [
    {
      action: 'query',
      isAllowed: true,
      columns: null,
      rows: ['org = 1', 'org = 2'],
      because: because('角色分析师的授权', '2027-05-01T04:00:00Z'),
    },
    { action: 'export', isAllowed: false, columns: null, rows: null, because: because('没有导出的授权') },
  ],
  columns: [
    { id: '71', name: 'id', cnName: '编号', level: null, shown: 'clear', mask: null },
    { id: '72', name: 'mobile', cnName: '手机号', level: 'L3', shown: 'masked', mask: '保留前3后4' },
    { id: '73', name: 'amount', cnName: null, level: null, shown: 'hidden', mask: null },
  ],
};

async function open({
  grants = [grant('1')],
  subject = {},
  answers = {},
  ready = true,
}: { grants?: object[]; subject?: object; answers?: Answers; ready?: boolean } = {}) {
  const page = openPage(<GrantStudio subject={{ type: 'role', id: '100' }} />, {
    answers: {
      'GET /data/metadata/authorizes/subject/role/100': { ...SUBJECT, ...subject },
      'GET /data/metadata/authorizes/page': { pageNum: 1, pageSize: 200, total: grants.length, data: grants },
      'GET /data/metadata/authorizes/objects': ({ query }: Sent) =>
        OBJECTS[query['parentType'] ? `${query['parentType']}:${query['parentId']}` : ''],
      'GET /data/metadata/authorizes/effective': EFFECTIVE,
      'POST /data/metadata/authorizes/subject': { added: 1, changed: 0, removed: 0 },
      ...answers,
    },
  });
  if (ready) await screen.findByRole('region', { name: '授权范围' });
  return page;
}
const tree = () => within(screen.getByRole('region', { name: '授权范围' }));
const panel = () => within(document.querySelector<HTMLElement>('.rights-panel')!);
const box = (name: string) => tree().findByLabelText<HTMLInputElement>(`授权${name}`);
const stateOf = async (name: string) => {
  const input = await box(name);
  const isPart = input.closest('.ant-checkbox')!.classList.contains('ant-checkbox-indeterminate');
  return input.checked ? 'all' : isPart ? 'part' : 'none';
};
const foot = () => document.querySelector('.grant-foot');
const SAVE = 'POST /data/metadata/authorizes/subject';

beforeEach(() => signInWith());

describe('the tree of what a subject may use', () => {
  it('is open where the grants are, with what is granted, in part or not at all', async () => {
    await open();
    expect(await stateOf('合同')).toBe('all');
    expect(await stateOf('staff')).toBe('none');
    expect(await stateOf('dwd')).toBe('part');
    expect(await stateOf('数仓')).toBe('part');
    expect(await stateOf('备用库')).toBe('none');
    expect(await stateOf('hr')).toBe('none');
    expect(tree().queryByText('人员')).toBeNull();
    expect(tree().getByRole('button', { name: /^数仓/ }).textContent).toBe('数仓1 / 40');
    expect(tree().getByRole('button', { name: /^dwd/ }).textContent).toBe('dwd 明细层1 / 3');
    expect(tree().getByRole('button', { name: /^合同/ }).getAttribute('aria-current')).toBe('true');
  });

  it('opens and closes level by level, and all at once', async () => {
    const { user } = await open();
    await box('合同');
    await user.click(tree().getByRole('button', { name: '展开hr' }));
    expect(await stateOf('人员')).toBe('none');
    await user.click(tree().getByRole('button', { name: '收起hr' }));
    expect(tree().queryByText('人员')).toBeNull();
    await user.click(tree().getByRole('button', { name: '全部收起' }));
    expect(tree().queryByText('合同')).toBeNull();
    expect(tree().queryByText('dwd 明细层')).toBeNull();
  });

  it('shows only what is granted when asked', async () => {
    const { user } = await open();
    await box('合同');
    await user.click(tree().getByLabelText('只看已授权'));
    await waitFor(() => expect(tree().queryByText('staff')).toBeNull());
    expect(tree().queryByText('备用库')).toBeNull();
    expect(tree().queryByText('合同')).not.toBeNull();
  });

  it('asks for tables by a part of their name', async () => {
    const { user, sent } = await open();
    await box('合同');
    await user.type(tree().getByRole('textbox', { name: /表名/ }), '合');
    await waitFor(() => expect(sent.some(({ query }) => query['keyword'] === '合' && query['parentId'] === '1.dwd')).toBe(true));
    expect(sent.some(({ query }) => query['keyword'] === '合' && query['parentType'] === 'database')).toBe(false);
  });

  it('covers what lies below a granted place, which cannot be ticked alone', async () => {
    const { user } = await open({ grants: [grant('1', { objectType: 'schema', objectId: '1.dwd', objectName: 'dwd', tableId: null })] });
    expect(await stateOf('dwd')).toBe('all');
    await user.click(tree().getByRole('button', { name: '展开dwd' }));
    const table = await box('合同');
    expect(table.checked).toBe(true);
    expect(table.disabled).toBe(true);
    expect((await box('dwd')).disabled).toBe(false);
    expect(tree().getByRole('button', { name: /^dwd/ }).textContent).toBe('dwd 明细层3 / 3');
    await user.click(tree().getByRole('button', { name: /^合同/ }));
    expect(panel().getByText('没有单独授权，随“dwd”')).toBeTruthy();
    expect(panel().getByRole('button', { name: '单独授权' })).toBeTruthy();
  });

  it('counts the columns of a table that is granted in part', async () => {
    await open({
      grants: [
        grant('2', { objectType: 'column', objectId: '72', objectName: 'dwd.contract.mobile' }),
        grant('1', { objectType: 'column', objectId: '71', objectName: 'dwd.contract.id' }),
      ],
    });
    expect(await stateOf('合同')).toBe('part');
    expect(tree().getByRole('button', { name: /^合同/ }).textContent).toBe('合同字段 2 / 3');
  });

  it('may be read and not changed without the right to', async () => {
    signInWith('metadata:dataauthorize:list');
    await open();
    expect((await box('staff')).disabled).toBe(true);
    expect((await box('合同')).disabled).toBe(true);
    expect(panel().queryByRole('button', { name: '移除授权' })).toBeNull();
    expect(panel().getByLabelText('导出')).toHaveProperty('disabled', true);
  });
});

describe('changes of grants', () => {
  it('are ticked, told in words, saved together and then gone from the foot', async () => {
    const { user, last } = await open();
    await user.click(await box('付款'));
    expect(await stateOf('付款')).toBe('all');
    expect(foot()!.textContent).toContain('1 处未保存：付款 新增授权');
    expect(foot()!.textContent).toContain('保存后 1,200 人下一次查询时生效');
    await user.click(await box('合同'));
    expect(foot()!.textContent).toContain('2 处未保存：付款 新增授权；合同 移除授权');
    await user.click(screen.getByText('保存授权'));
    await waitFor(() => expect(foot()).toBeNull());
    const terms = { actions: ['meta', 'preview', 'query'], rowFilter: null, endTime: null };
    expect(last(SAVE)!.body).toEqual({
      subjectType: 'role',
      subjectId: '100',
      grant: [],
      revoke: [],
      change: [{ id: null, objectType: 'table', objectId: '9', ...terms }],
      end: ['1'],
    });
    expect(await screen.findByText('已保存：新增1项，修改0项，移除0项，立即生效')).toBeTruthy();
  });

  it('are none when what was ticked is ticked off again, and are dropped by 放弃', async () => {
    const { user } = await open();
    await user.click(await box('付款'));
    await user.click(await box('付款'));
    expect(foot()).toBeNull();
    await user.click(await box('合同'));
    await user.click(await box('合同'));
    expect(foot()).toBeNull();
    await user.click(await box('付款'));
    await user.click(screen.getByText(/放\s*弃/));
    expect(foot()).toBeNull();
    expect(await stateOf('付款')).toBe('none');
  });

  it('stay when they could not be saved', async () => {
    const refuse = () => {
      throw new Refusal(422, 'metadata.grant.refused', '不能授权');
    };
    const { user, last } = await open({ answers: { [SAVE]: refuse } });
    await user.click(await box('付款'));
    await user.click(screen.getByText('保存授权'));
    await waitFor(() => expect(last(SAVE)).toBeTruthy());
    await waitFor(() => expect(document.querySelector('.grant-foot .ant-btn-loading')).toBeNull());
    expect(foot()!.textContent).toContain('1 处未保存');
  });
});

describe('the rights on a table', () => {
  it('name it as people do, with layer and own name', async () => {
    await open();
    expect(await panel().findByText('dwd.contract')).toBeTruthy();
    expect(panel().getByRole('heading', { name: '合同' })).toBeTruthy();
  });

  it('take actions one by one; metadata is always among them', async () => {
    const { user } = await open();
    await box('合同');
    expect(panel().getByLabelText('查看元数据')).toMatchObject({ checked: true, disabled: true });
    await user.click(panel().getByLabelText('导出'));
    expect(foot()!.textContent).toContain('合同 增加导出');
    await user.click(panel().getByLabelText('预览'));
    expect(foot()!.textContent).toContain('合同 增加导出，去掉预览');
    expect(panel().getByLabelText('明文')).toHaveProperty('disabled', false);
  });

  it('give clear text only to whom may give it; who may not can still take it away', async () => {
    signInWith('metadata:dataauthorize:list', 'metadata:dataauthorize:edit');
    const one = await open();
    await box('合同');
    expect(panel().getByLabelText('明文')).toHaveProperty('disabled', true);
    expect(panel().getByLabelText(/授予明文需要/)).toBeTruthy();
    one.unmount();
    await open({ grants: [grant('1', { actions: ['meta', 'query', 'unmask'] })] });
    await box('合同');
    expect(panel().getByLabelText('明文')).toMatchObject({ checked: true, disabled: false });
  });

  it('try a condition on rows and forget the result when it changes', async () => {
    const { user, last } = await open({
      answers: { 'POST /data/metadata/authorizes/tryFilter': { before: '12000', after: '30', condition: '' } },
    });
    await box('合同');
    const rows = panel().getByLabelText('行范围');
    expect(panel().queryByText(/试\s*算/)).toBeNull();
    await user.type(rows, 'org = 1 ');
    expect(foot()!.textContent).toContain('合同 增加行范围');
    await user.click(panel().getByText(/试\s*算/));
    expect((await panel().findByRole('status')).textContent).toBe('匹配 30 / 12,000 行');
    expect(panel().getByRole('status').className).toBe('good');
    expect(last('POST /data/metadata/authorizes/tryFilter')!.body).toEqual({ tableId: '7', rowFilter: 'org = 1' });
    await user.type(rows, '2');
    expect(panel().queryByRole('status')).toBeNull();
    await user.clear(rows);
    expect(foot()).toBeNull();
  });

  it('say what is wrong with a condition', async () => {
    const refuse = () => {
      throw new Refusal(422, 'metadata.filter.wrong', '没有字段 orgg');
    };
    const { user } = await open({
      grants: [grant('1', { rowFilter: 'orgg = 1' })],
      answers: { 'POST /data/metadata/authorizes/tryFilter': refuse },
    });
    await box('合同');
    await user.click(panel().getByText(/试\s*算/));
    expect((await panel().findByRole('status')).textContent).toContain('没有字段 orgg');
    expect(panel().getByRole('status').className).toBe('problem');
  });

  it('end when they shall', async () => {
    const { user, last } = await open({ grants: [grant('1', { endTime: '2027-05-01T04:00:00Z' })] });
    await box('合同');
    expect(panel().getByRole('radio', { name: '自定义' })).toHaveProperty('checked', true);
    await user.click(panel().getByText('90 天'));
    const until = new Date(Date.now() + 90 * 86_400_000);
    expect(panel().getByText(/^至 20/)).toBeTruthy();
    await user.click(screen.getByText('保存授权'));
    await waitFor(() => expect(last(SAVE)).toBeTruthy());
    const { endTime } = last(SAVE)!.body.change[0];
    expect(Math.abs(new Date(endTime).getTime() - until.getTime())).toBeLessThan(86_400_000);
    expect(new Date(endTime).getSeconds()).toBe(59);
  });

  it('last for ever again', async () => {
    const { user } = await open({ grants: [grant('1', { endTime: '2027-05-01T04:00:00Z' })] });
    await box('合同');
    await user.click(panel().getByText('长期'));
    expect(foot()!.textContent).toContain('期限由2027-05-01改为 长期');
    expect(panel().queryByText(/^至 /)).toBeNull();
  });

  it('are taken away, or given, in the panel itself', async () => {
    const { user } = await open();
    await box('合同');
    await user.click(panel().getByRole('button', { name: '移除授权' }));
    expect(panel().getByText('没有授权“合同”')).toBeTruthy();
    expect(await stateOf('合同')).toBe('none');
    await user.click(panel().getByRole('button', { name: /^授\s*权$/ }));
    expect(foot()).toBeNull();
    expect(await stateOf('合同')).toBe('all');
  });

  it('say where grants differ and that others stand beside them', async () => {
    await open({
      grants: [
        grant('3', { objectType: 'column', objectId: '72', requestId: '5', actions: ['meta', 'export'] }),
        grant('2', { objectType: 'column', objectId: '72', rowFilter: 'a = 1' }),
        grant('1', { objectType: 'column', objectId: '71' }),
      ],
    });
    await box('合同');
    expect(panel().getByText(/各字段的动作、行范围或期限不同/)).toBeTruthy();
    expect(panel().getByText(/另有 1 项授权/)).toBeTruthy();
  });
});

describe('the columns of a granted table', () => {
  const column = (name: string) => panel().findByLabelText<HTMLInputElement>(`授权字段${name}`);
  const seen = async (name: string) => (await column(name)).closest('tr')!.lastElementChild!.textContent;
  it('tell what will be seen of each', async () => {
    const one = await open();
    expect(await seen('id')).toBe('原值');
    expect(await seen('mobile')).toContain('保留前3后4');
    expect((await column('mobile')).closest('tr')!.textContent).toContain('L3 敏感');
    one.unmount();
    const two = await open({ grants: [grant('1', { actions: ['meta'] })] });
    expect(await seen('mobile')).toBe('仅结构');
    two.unmount();
    await open({ grants: [grant('1', { actions: ['meta', 'query', 'unmask'] })] });
    expect(await seen('mobile')).toBe('原值');
  });

  it('are left out one by one, down to the last, and all taken again at once', async () => {
    const { user } = await open();
    await user.click(await column('amount'));
    expect(foot()!.textContent).toContain('合同 字段改为 2 个');
    expect(await seen('amount')).toBe('未授权');
    expect(panel().getByText('2 / 3')).toBeTruthy();
    await user.click(await column('mobile'));
    expect(await column('id')).toMatchObject({ checked: true, disabled: true });
    expect((await column('mobile')).disabled).toBe(false);
    const all = panel().getByLabelText<HTMLInputElement>('全部字段');
    expect(all.closest('.ant-checkbox')!.className).toContain('indeterminate');
    await user.click(all);
    expect(foot()).toBeNull();
    expect(panel().getByText('3 / 3')).toBeTruthy();
  });

  it('are shown by what they are', async () => {
    const { user } = await open();
    await column('id');
    await user.click(panel().getByText('敏感 1'));
    expect(panel().queryByLabelText('授权字段id')).toBeNull();
    await column('mobile');
    await user.click(panel().getByText('未选 0'));
    expect(panel().getByText('字段已全部授权')).toBeTruthy();
  });
});

describe('what comes of it', () => {
  const facts = () => document.querySelector<HTMLElement>('.effective-panel')!;
  it('is told for one of the people, with the reasons', async () => {
    const { last } = await open();
    await waitFor(() => expect(facts().textContent).toContain('看到的行'));
    expect(last('GET /data/metadata/authorizes/effective')!.query).toEqual({ userId: '11', tableId: '7' });
    const text = facts().textContent!;
    for (const part of [
      '看到的行部分行org = 1 或 org = 2',
      '看到的字段2 / 31 个不可见',
      '脱敏1 个手机号',
      '导出不可以没有导出的授权',
      '到期2027-05-01',
      '为什么能查询角色分析师的授权',
      '1 个字段为什么不可见amount：没有授权包含这些字段',
      '仅列出前 2 人',
    ])
      expect(text).toContain(part);
  });

  it('may be nothing', async () => {
    const actions = [
      { ...EFFECTIVE.actions[0], isAllowed: false, rows: null, because: [] },
      { ...EFFECTIVE.actions[1], isAllowed: true, because: [] },
    ];
    await open({ subject: { people: 2 }, answers: { 'GET /data/metadata/authorizes/effective': { ...EFFECTIVE, actions, columns: [] } } });
    await waitFor(() => expect(facts().textContent).toContain('看到的行看不到'));
    const text = facts().textContent!;
    expect(text).toContain('导出可以');
    expect(text).toContain('为什么不能查询没有任何授权给出查询。');
    for (const absent of ['到期', '不可见', '仅列出前']) expect(text).not.toContain(absent);
  });

  it('is everything for ever where a grant says so', async () => {
    const actions = [
      { ...EFFECTIVE.actions[0], rows: null, because: [...because('甲', '2027-05-01T04:00:00Z'), { ...because('乙')[0], grantId: '2' }] },
      EFFECTIVE.actions[1],
    ];
    await open({ answers: { 'GET /data/metadata/authorizes/effective': { ...EFFECTIVE, actions } } });
    await waitFor(() => expect(facts().textContent).toContain('看到的行全部行'));
    expect(facts().textContent).toContain('到期长期');
  });

  it('is nothing for an account that may not sign in', async () => {
    await open({ answers: { 'GET /data/metadata/authorizes/effective': { ...EFFECTIVE, user: { ...EFFECTIVE.user, isActive: false } } } });
    await waitFor(() => expect(facts().textContent).toContain('该账号已禁用或过期'));
    expect(facts().textContent).not.toContain('看到的行');
  });

  it('needs a person and a table', async () => {
    const one = await open({ subject: { members: [], people: 0 } });
    await waitFor(() => expect(facts().textContent).toContain('还没有人受这些授权影响'));
    one.unmount();
    await open({ grants: [grant('1', { objectType: 'schema', objectId: '1.dwd', objectName: 'dwd', tableId: null })] });
    await waitFor(() => expect(facts().textContent).toContain('选择一张表，查看他实际能看到什么'));
  });
});

describe('the head of a subject', () => {
  it('says how much it has and whom it reaches', async () => {
    await open();
    await box('合同');
    const head = document.querySelector('.subject-head')!;
    expect(head.textContent).toContain('1 项授权 · 影响 1,200 人');
    expect(head.textContent).toContain('最近由管理员改于');
    expect(head.textContent).toContain('1 张表 · 3 个字段 · 敏感 1');
  });
});

it('a subject that cannot be read says so, and is read again', async () => {
  let isDown = true;
  const { user } = await open({
    ready: false,
    answers: {
      'GET /data/metadata/authorizes/subject/role/100': () => {
        if (isDown) throw new Refusal(500, 'server.error', '系统错误');
        return SUBJECT;
      },
    },
  });
  const again = await screen.findByRole('button', { name: /重\s*试|重新加载/ });
  isDown = false;
  await user.click(again);
  expect(await box('合同')).toBeTruthy();
});

it('nobody has grants at first: the panel says where to begin', async () => {
  await open({ grants: [], subject: { places: [] } });
  expect(await screen.findByText('还没有授权')).toBeTruthy();
});
