import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import MyAccessPage from './MyAccessPage.tsx';

const OWN = 'GET /data/metadata/authorizes/requests/own';
const request = (id: string, more: object = {}) => ({
  id,
  version: 0,
  sourceId: '1',
  sourceName: '数仓',
  tableId: '7',
  tableName: `dwd.t${id}`,
  userId: '11',
  userName: '林若彤',
  deptName: null,
  columnIds: ['71'],
  columnNames: ['mobile'],
  actions: ['unmask'],
  purpose: '核对',
  days: 7,
  endTime: null,
  state: 'open',
  flowStatus: '3',
  processInstanceId: '91',
  reason: null,
  decidedName: null,
  decidedTime: null,
  createTime: '2026-11-01T00:00:00Z',
  waiting: [{ name: '数据责任人审批', people: ['黄悦宁'] }],
  ...more,
});
const ROWS = [
  request('1'),
  request('2', { flowStatus: '2' }),
  request('3', { state: 'granted', flowStatus: '4', endTime: '2099-01-01T00:00:00Z', decidedName: '张健', waiting: null }),
  request('4', { state: 'granted', flowStatus: '4', endTime: '2020-01-01T00:00:00Z', waiting: null }),
  request('5', { state: 'open', flowStatus: null, processInstanceId: null, waiting: null }),
  request('6', { state: 'refused', flowStatus: '5', waiting: null }),
];
const row = (id: string) => within(document.querySelector<HTMLElement>(`tr[data-row-key="${id}"]`)!);
const open = async (answers = {}) => {
  const page = openPage(<MyAccessPage />, {
    at: '/metadata/myaccess',
    answers: { [OWN]: { pageNum: 1, pageSize: 20, total: ROWS.length, data: ROWS }, ...answers },
  });
  await screen.findByText('dwd.t1');
  return page;
};

beforeEach(() => signInWith());

describe('own requests for rights on data', () => {
  it('say who decides now, and what came of them', async () => {
    await open();
    row('1').getByText('审核中');
    row('1').getByText('黄悦宁（数据责任人审批）');
    row('2').getByText('已退回');
    row('3').getByText('已授权');
    row('3').getByText('张健');
    row('4').getByText('已到期');
    row('5').getByText('待处理');
    row('5').getByText('数据授权人');
    row('6').getByText('不通过');
  });

  it('offer what their state admits', async () => {
    await open();
    const offered = (id: string) =>
      row(id)
        .getAllByRole('button')
        .map((button) => button.textContent)
        .filter((text) => text !== `dwd.t${id}` && text !== '');
    expect(offered('1')).toEqual(['撤销']);
    expect(offered('2')).toEqual(['修改并提交', '撤销']);
    expect(offered('3')).toEqual(['续期', '交还权限']);
    expect(offered('4')).toEqual(['再次申请']);
    expect(offered('5')).toEqual(['撤销']);
    expect(offered('6')).toEqual(['再次申请']);
  });

  it('are corrected and submitted again in one go', async () => {
    const UPDATE = 'PUT /data/metadata/authorizes/requests/2';
    const SUBMIT = 'POST /data/metadata/authorizes/requests/2/submit';
    const { sent } = await open({ [UPDATE]: { version: 1 }, [SUBMIT]: { flowStatus: '3', processInstanceId: '91' } });
    await userEvent.click(row('2').getByRole('button', { name: '修改并提交' }));
    const purpose = await screen.findByRole('textbox', { name: '用途' });
    await userEvent.clear(purpose);
    await userEvent.type(purpose, '给财务核对');
    await userEvent.click(screen.getByRole('button', { name: '重新提交' }));
    await screen.findByText('已重新提交');
    const writes = sent.filter(({ key }) => key === UPDATE || key === SUBMIT);
    expect(writes.map(({ key }) => key)).toEqual([UPDATE, SUBMIT]);
    expect(writes[0]?.body).toEqual({ actions: ['unmask'], days: 7, reason: '给财务核对', columnIds: ['71'], version: 0 });
  });
});
