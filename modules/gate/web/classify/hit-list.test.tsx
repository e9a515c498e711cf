import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, signInWith, type Answers } from '#kit/test/web-page.tsx';
import { HitList } from './HitList.tsx';

const hit = (id: string, more: object = {}) => ({
  id,
  sourceId: '1',
  sourceName: '数仓',
  tableId: '7',
  tableName: 'dwd.contract',
  columnId: `7${id}`,
  columnName: `mobile${id}`,
  columnComment: null,
  classId: '3',
  className: '手机号',
  classLevel: 'L3',
  level: null,
  levelBy: null,
  byName: '1',
  matchRate: 0.9,
  sampleSize: 100,
  reason: '字段名含 mobile',
  samples: ['138****5678', '139****0000', '137****1111'],
  state: 'proposed',
  decidedBy: null,
  decidedTime: null,
  createTime: '2026-11-01T00:00:00Z',
  ...more,
});
const ROWS = [
  hit('1', { columnComment: '联系电话' }),
  hit('2', { state: 'accepted', level: 'L2', levelBy: 'inherited', samples: [] }),
  hit('3', { state: 'rejected' }),
];
const BASE = '/data/metadata/classes';
const DECIDE = `POST ${BASE}/hits/decide`;

async function open({ at = '/classes', answers = {} }: { at?: string; answers?: Answers } = {}) {
  const page = openPage(<HitList />, {
    at,
    answers: {
      [`GET ${BASE}/hits/page`]: { pageNum: 1, pageSize: 20, total: ROWS.length, data: ROWS },
      'GET /data/metadata/sources/list': [{ id: '1', sourceName: '数仓' }],
      [DECIDE]: { decided: 1, set: 1, kept: 0 },
      ...answers,
    },
  });
  await screen.findByText('mobile1');
  return page;
}
const row = (name: string) => screen.getByText(name).closest('tr')!;

beforeEach(() => signInWith());

describe('what a recognition found', () => {
  it('says where, what, why, two masked samples, and what the column has now', async () => {
    await open();
    expect(row('mobile1').textContent).toContain('dwd.contract · 联系电话');
    expect(row('mobile1').textContent).toContain('L3 敏感');
    expect(row('mobile1').textContent).toContain('字段名含 mobile');
    expect(row('mobile1').textContent).toContain('138****5678139****0000');
    expect(row('mobile1').textContent).not.toContain('137****1111');
    expect(within(row('mobile2')).getByTitle('沿血缘继承').textContent).toBe('L2 内部');
  });
  it('is accepted or rejected one by one, while it is open', async () => {
    const { user, last } = await open();
    expect(within(row('mobile2')).queryByText('采纳')).toBeNull();
    expect(within(row('mobile3')).queryByText('忽略')).toBeNull();
    await user.click(within(row('mobile1')).getByText('采纳'));
    await waitFor(() => expect(last(DECIDE)!.body).toEqual({ ids: ['1'], decision: 'accept' }));
    expect(await screen.findByText('已采纳1条')).toBeTruthy();
    await user.click(within(row('mobile1')).getByText('忽略'));
    await waitFor(() => expect(last(DECIDE)!.body).toEqual({ ids: ['1'], decision: 'reject' }));
    expect(await screen.findByText('已忽略1条')).toBeTruthy();
  });
  it('leaves what people set by hand, and says so', async () => {
    const { user } = await open({ answers: { [DECIDE]: { decided: 2, set: 1, kept: 1 } } });
    await user.click(within(row('mobile1')).getByText('采纳'));
    expect(await screen.findByText('已采纳1条，1个字段的级别由人工设置，保持不变')).toBeTruthy();
  });
  it('may only be read without the right to decide', async () => {
    signInWith('metadata:classify:list');
    await open();
    expect(screen.queryByText('采纳')).toBeNull();
    expect(screen.queryByText('忽略')).toBeNull();
  });
});

describe('a recognition', () => {
  const job = (state: string, text = '发现 3 个字段') => ({
    job: { id: '9', state, percent: 41.6, text, createTime: '2026-11-01T00:00:00Z', endTime: null },
    proposed: 1,
    accepted: 1,
    rejected: 1,
  });
  const STATUS = `GET ${BASE}/recognise/1`;
  it('needs a source', async () => {
    await open();
    expect(screen.getByRole('button', { name: /开始识别/ })).toMatchObject({ disabled: true, title: '请先选择数据源' });
  });
  it('runs, says how far it is and what came of it, and the list is read again', async () => {
    let state = 'done';
    const { user, sent } = await open({
      at: '/classes?q=sourceId:1',
      answers: {
        [STATUS]: () => job(state),
        [`POST ${BASE}/recognise/1`]: () => {
          state = 'running';
          return { jobId: '9' };
        },
      },
    });
    const lists = () => sent.filter(({ key }) => key.endsWith('/hits/page')).length;
    await user.click(screen.getByText('开始识别'));
    expect(await screen.findByText('取消识别')).toBeTruthy();
    expect(screen.getByLabelText('识别进度').textContent).toContain('42');
    expect(screen.queryByText('开始识别')).toBeNull();
    const before = lists();
    state = 'done';
    expect(await screen.findByText('发现 3 个字段')).toBeTruthy();
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
    expect(screen.getByText('开始识别')).toBeTruthy();
  });
  it('can be cancelled, and says why it failed', async () => {
    let state = 'waiting';
    const { user, last } = await open({
      at: '/classes?q=sourceId:1',
      answers: {
        [STATUS]: () => job(state, '数据源连接失败'),
        [`POST ${BASE}/recognise/cancel/1`]: () => {
          state = 'failed';
          return null;
        },
      },
    });
    await user.click(await screen.findByText('取消识别'));
    expect(await screen.findByText('识别失败：数据源连接失败')).toBeTruthy();
    expect(last(`POST ${BASE}/recognise/cancel/1`)).toBeTruthy();
  });
});
