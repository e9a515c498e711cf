import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FlowQuestion } from '#kit/contract/flow.ts';
import { openPage, Refusal, signInWith, type Sent } from '#kit/test/web-page.tsx';
import { setSlots } from '#kit/web/slots/slots.ts';
import { slots } from '../slots.ts';
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
const QUESTION: FlowQuestion = {
  name: '通用申请',
  steps: [
    { id: 'n1', name: '主管审批', kind: 'task', people: ['徐凤英'], note: null, isConditional: false },
    { id: 'c1', name: '抄送财务', kind: 'copy', people: ['罗宁'], note: null, isConditional: true },
  ],
  picks: [],
  problem: null,
};
/** Asks as the server does: until picks come along that it takes. */
const asking =
  (question: FlowQuestion, problem: (picks: object) => string | null = () => null) =>
  ({ submission }: Sent) => {
    const given = submission?.startsWith('picks=') ? (JSON.parse(decodeURIComponent(submission.slice(6))) as object) : null;
    const wrong = given && problem(given);
    if (!given || wrong) throw new Refusal(202, 'flow.asked', '提交前请确认审批人', { ...question, problem: wrong });
    return { processInstanceId: '9', flowStatus: '3' };
  };
const open = (submit: unknown) =>
  openPage(<RequestList />, {
    at: '/workflow/instance/mystarted?tab=requests',
    answers: {
      'GET /workflow/requests/page': { pageNum: 1, pageSize: 20, total: 1, data: [ROW] },
      [SUBMIT]: submit,
    },
  });
const dialog = async () => {
  await screen.findByText('提交审批：通用申请');
  return within(document.querySelector<HTMLElement>('.ant-modal')!);
};
const ok = /^提\s*交$/;
const submitted = (sent: readonly Sent[]) => sent.filter(({ key, submission }) => key === SUBMIT && submission?.startsWith('picks='));

beforeEach(() => {
  signInWith('workflow:request:submit');
  setSlots([slots]);
});
afterEach(() => setSlots([]));

it('shows where it goes, copies and open conditions included, and submits once however often it is pressed', async () => {
  const { user, sent } = open(asking(QUESTION));
  await user.click(await screen.findByText('提交'));
  const asked = await dialog();
  expect(asked.getByText('徐凤英')).toBeTruthy();
  expect(asked.getByText('抄送')).toBeTruthy();
  expect(asked.getByText('视条件')).toBeTruthy();
  await user.dblClick(asked.getByRole('button', { name: ok }));
  await screen.findByText('已提交，可在“已提交的流程”中查看进展');
  expect(submitted(sent)).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('提交审批：通用申请')).toBeNull());
});

it('leaves the record alone when the person does not want to, without a word, and asks again the next time', async () => {
  const { user, sent } = open(asking(QUESTION));
  await user.click(await screen.findByText('提交'));
  await user.click((await dialog()).getByRole('button', { name: /^取\s*消$/ }));
  await waitFor(() => expect(screen.queryByText('提交审批：通用申请')).toBeNull());
  expect(submitted(sent)).toEqual([]);
  expect(screen.queryByText('没有提交')).toBeNull();
  await user.click(await screen.findByText('提交'));
  await dialog();
});

it('says which node misses somebody, and submits with those who were picked last', async () => {
  const picks = [
    { node: 'n1', name: '主管审批', picked: ['11'] },
    { node: 'n9', name: '财务审批', picked: [] },
  ];
  const { user, sent } = open(asking({ ...QUESTION, picks }));
  await user.click(await screen.findByText('提交'));
  const asked = await dialog();
  expect(asked.getByLabelText('财务审批的审批人')).toBeTruthy();
  await user.click(asked.getByRole('button', { name: ok }));
  expect(await screen.findByText('请选择“财务审批”的审批人')).toBeTruthy();
  expect(submitted(sent)).toEqual([]);
});

it('asks again when somebody who was picked cannot act any more', async () => {
  let tries = 0;
  const once = () => ((tries += 1) === 1 ? '“主管审批”的审批人包含已禁用或不存在的账号，请重新选择' : null);
  const { user, sent } = open(asking({ ...QUESTION, picks: [{ node: 'n1', name: '主管审批', picked: ['11'] }] }, once));
  await user.click(await screen.findByText('提交'));
  await user.click((await dialog()).getByRole('button', { name: ok }));
  await screen.findByText(/包含已禁用或不存在的账号/);
  await user.click((await dialog()).getByRole('button', { name: ok }));
  await screen.findByText('已提交，可在“已提交的流程”中查看进展');
  expect(submitted(sent).map(({ submission }) => JSON.parse(decodeURIComponent(submission!.slice(6))) as object)).toEqual([
    { n1: ['11'] },
    { n1: ['11'] },
  ]);
});

it('submits at once what nobody asks about', async () => {
  const { user } = open({ processInstanceId: '9', flowStatus: '3' });
  await user.click(await screen.findByText('提交'));
  await screen.findByText('已提交，可在“已提交的流程”中查看进展');
  expect(screen.queryByText('提交审批：通用申请')).toBeNull();
});
