import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { openPage, signInWith, type Answers } from '#kit/test/web-page.tsx';
import { RequestList } from './RequestList.tsx';

const ROW = {
  id: '1',
  version: 0,
  businessCode: '8099',
  businessName: '费用',
  title: '差旅费',
  text: '',
  amount: '100.00',
  files: null,
  flowStatus: '1',
  processInstanceId: null,
  createBy: '1',
  createTime: '2026-11-01T00:00:00Z',
  updateBy: '1',
  updateTime: '2026-11-01T00:00:00Z',
};
const SUBMIT = 'POST /workflow/requests/1/submit';
const open = (picks: readonly object[], answers: Answers = {}) =>
  openPage(<RequestList />, {
    at: '/workflow/instance/mystarted?tab=requests',
    answers: {
      'GET /workflow/requests/page': { pageNum: 1, pageSize: 20, total: 1, data: [ROW] },
      'GET /workflow/requests/1/picks': picks,
      [SUBMIT]: { processInstanceId: '9', flowStatus: '3' },
      ...answers,
    },
  });
const press = async (user: ReturnType<typeof open>['user']) => user.click(await screen.findByText('提交'));

beforeEach(() => signInWith('workflow:request:submit'));

it('submits at once what nobody has to be picked for', async () => {
  const { user, last } = open([]);
  await press(user);
  await waitFor(() => expect(last(SUBMIT)).toBeTruthy());
  expect(screen.queryByText('选择审批人')).toBeNull();
});

it('asks for approvers that the starter picks, says which node misses one, and submits them', async () => {
  const { user, last } = open([
    { node: 'n1', name: '主管审批', picked: ['11'] },
    { node: 'n2', name: '财务审批', picked: [] },
  ]);
  await press(user);
  await screen.findByText('选择审批人');
  const dialog = within(document.querySelector<HTMLElement>('.ant-modal')!);
  expect(dialog.getByLabelText('财务审批的审批人')).toBeTruthy();
  await user.click(dialog.getByText(/提\s*交/));
  expect(await screen.findByText('请选择“财务审批”的审批人')).toBeTruthy();
  expect(last(SUBMIT)).toBeUndefined();
});

it('submits again with those who were picked last', async () => {
  const { user, last } = open([{ node: 'n1', name: '主管审批', picked: ['11'] }]);
  await press(user);
  await screen.findByText('选择审批人');
  await user.click(within(document.querySelector<HTMLElement>('.ant-modal')!).getByText(/提\s*交/));
  await waitFor(() => expect(last(SUBMIT)?.body).toEqual({ picks: { n1: ['11'] } }));
});
