import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Refusal, signInWith } from '#kit/test/web-page.tsx';
import { open, grant, tree, panel, arrow, box, named, row, stateOf, foot, SAVE, SUBJECT } from './test-studio.tsx';

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
    expect((await named('数仓')).textContent).toBe('数仓1 / 40');
    expect((await named('dwd')).textContent).toBe('dwd 明细层1 / 3');
    expect((await row('合同')).getAttribute('aria-selected')).toBe('true');
  });

  it('opens and closes level by level, and all at once', async () => {
    const { user } = await open();
    await box('合同');
    await user.click(await arrow('hr'));
    expect(await stateOf('人员')).toBe('none');
    await user.click(await arrow('hr'));
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
    await user.click(await arrow('dwd'));
    expect(await stateOf('合同')).toBe('all');
    expect((await box('合同')).getAttribute('aria-disabled')).toBe('true');
    expect((await box('dwd')).getAttribute('aria-disabled')).toBe('false');
    expect((await named('dwd')).textContent).toBe('dwd 明细层3 / 3');
    await user.click(await named('合同'));
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
    expect((await named('合同')).textContent).toBe('合同字段 2 / 3');
  });

  it('may be read and not changed without the right to', async () => {
    signInWith('metadata:dataauthorize:list');
    await open();
    expect((await box('staff')).getAttribute('aria-disabled')).toBe('true');
    expect((await box('合同')).getAttribute('aria-disabled')).toBe('true');
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
