import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { signInWith } from '#kit/test/web-page.tsx';
import { open, grant, panel, foot, EFFECTIVE, because } from './test-studio.tsx';

beforeEach(() => signInWith());

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
