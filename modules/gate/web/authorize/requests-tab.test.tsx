import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith, type Answers, type Sent } from '#kit/test/web-page.tsx';
import { RequestsTab } from './RequestsTab.tsx';

const request = (id: string, more: object = {}) => ({
  id,
  version: 1,
  sourceId: '1',
  sourceName: '数仓',
  tableId: '7',
  tableName: `dwd.t${id}`,
  userId: '11',
  userName: `林若彤${id}`,
  deptName: '财务部',
  columnIds: [],
  columnNames: [],
  actions: ['query', 'export'],
  purpose: '月度核对',
  days: null,
  endTime: null,
  state: 'open',
  flowStatus: null,
  processInstanceId: null,
  reason: null,
  decidedName: null,
  decidedTime: null,
  createTime: '2026-11-01T00:00:00Z',
  ...more,
});
const ROWS = [
  request('1', { columnIds: ['71', '72'], columnNames: ['id', 'mobile'] }),
  request('2', { state: 'refused', reason: '用途不清', decidedName: '管理员', decidedTime: '2026-11-02T02:00:00Z' }),
  request('3', { tableId: null, tableName: null }),
];
const PAGE = 'GET /data/metadata/authorizes/requests/page';
const DECIDE = 'POST /data/metadata/authorizes/requests/decide';

async function open(at = '/grants?tab=requests', answers: Answers = {}) {
  const page = openPage(<RequestsTab />, {
    at,
    answers: {
      [PAGE]: ({ query }: Sent) => {
        const data = ROWS.filter((row) => !query['id'] || row.id === query['id']);
        return { pageNum: 1, pageSize: 20, total: data.length, data };
      },
      [DECIDE]: { grants: 1 },
      ...answers,
    },
  });
  await screen.findAllByText(/林若彤1|林若彤2/);
  return page;
}
const row = (id: string) => document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`)!;
const dialog = () => document.querySelector<HTMLElement>('.ant-modal')!;
const press = (text: RegExp) => within(dialog()).getByText(text);

beforeEach(() => signInWith());

describe('requests for rights', () => {
  it('say who asks for what; at first those that wait', async () => {
    const { last } = await open();
    expect(last(PAGE)!.query).toMatchObject({ state: 'open' });
    expect(row('1').textContent).toContain('id、mobile');
    expect(row('1').textContent).toContain('查询、导出');
    expect(row('2').textContent).toContain('整张表');
    expect(row('3').textContent).toContain('数仓（整个数据源）');
    expect([within(row('1')).queryByText('处理'), within(row('2')).queryByText('查看')].every(Boolean)).toBe(true);
  });

  it('are granted as asked or changed, once, and the dialog goes', async () => {
    const { user, address, sent, last } = await open();
    await user.click(within(row('1')).getByText('处理'));
    await waitFor(() => expect(dialog()).not.toBeNull());
    expect(address()).toContain('request=1');
    await user.click(within(dialog()).getByLabelText('导出'));
    await user.dblClick(press(/同意并授权/));
    await waitFor(() => expect(last(DECIDE)).toBeTruthy());
    expect(last(DECIDE)!.body).toMatchObject({ id: '1', decision: 'grant', actions: ['query'], reason: '' });
    expect(await screen.findByText('已授权，申请人会收到消息')).toBeTruthy();
    await waitFor(() => expect(address()).not.toContain('request='));
    expect(sent.filter(({ key }) => key === DECIDE)).toHaveLength(1);
  });

  it('are not granted without an action', async () => {
    const { user, last } = await open('/grants?tab=requests&request=1');
    await waitFor(() => expect(dialog()).not.toBeNull());
    await user.click(within(dialog()).getByLabelText('导出'));
    await user.click(within(dialog()).getByLabelText('查询'));
    await user.click(press(/同意并授权/));
    expect(await screen.findByText('请至少选择一个动作')).toBeTruthy();
    expect(last(DECIDE)).toBeUndefined();
  });

  it('are refused with a reason', async () => {
    const { user, last } = await open('/grants?tab=requests&request=1', { [DECIDE]: { grants: 0 } });
    await waitFor(() => expect(dialog()).not.toBeNull());
    await user.click(press(/^拒\s*绝$/));
    expect(await screen.findByText('请填写拒绝的原因')).toBeTruthy();
    fireEvent.change(within(dialog()).getByLabelText('说明'), { target: { value: '  ' } });
    await user.click(press(/^拒\s*绝$/));
    expect(last(DECIDE)).toBeUndefined();
    fireEvent.change(within(dialog()).getByLabelText('说明'), { target: { value: '用途不清' } });
    await user.click(press(/^拒\s*绝$/));
    await waitFor(() => expect(last(DECIDE)!.body).toMatchObject({ id: '1', decision: 'refuse', reason: '用途不清' }));
    expect(await screen.findByText('已拒绝，申请人会收到消息')).toBeTruthy();
  });

  it('that are decided say how, and cannot be decided again', async () => {
    await open('/grants?tab=requests&request=2');
    await waitFor(() => expect(dialog()).not.toBeNull());
    expect(dialog().textContent).toMatch(/已拒绝：管理员 .*11-02/);
    expect(dialog().textContent).toContain('用途不清');
    expect(within(dialog()).queryByText(/同意并授权/)).toBeNull();
  });

  it('say that there are none', async () => {
    openPage(<RequestsTab />, { at: '/grants', answers: { [PAGE]: { pageNum: 1, pageSize: 20, total: 0, data: [] } } });
    expect(await screen.findByText('没有待处理的申请')).toBeTruthy();
  });
});
