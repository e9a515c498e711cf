import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage, Refusal, signInWith, type Answers } from '#kit/test/web-page.tsx';
import { CopyDialog } from './CopyDialog.tsx';

const CREATE = 'POST /workflow/models';
const bpmnXml =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"><process id="seal" isExecutable="true"/></definitions>';
const MODEL = { id: '7', key: 'seal', name: '用章申请', kind: 'bpmn', tree: null, bpmnXml, categoryId: '3', remark: null };
const open = (answers: Answers) => {
  const closed = vi.fn();
  const page = openPage(<CopyDialog model={MODEL} onClose={closed} />, { answers: { 'GET /workflow/models/7': MODEL, ...answers } });
  return { ...page, closed };
};
const copy = () => screen.findByRole('button', { name: /^复\s*制$/ });

beforeEach(() => signInWith());

it('makes a model under a name and a key of its own, which its text has too', async () => {
  const { user, last, closed } = open({ [CREATE]: { id: '8' } });
  await user.clear(await screen.findByLabelText('流程名称'));
  await user.type(screen.getByLabelText('流程名称'), '合同用章');
  await user.click(await copy());
  await waitFor(() => expect(closed).toHaveBeenCalledWith('8'));
  expect(last(CREATE)?.body).toMatchObject({ name: '合同用章', key: 'seal_copy', kind: 'bpmn', categoryId: '3' });
  expect(JSON.stringify(last(CREATE)?.body)).toContain('id=\\"seal_copy');
});

it('stays open with what is wrong beside its field', async () => {
  const taken = new Refusal(409, 'entity.duplicate', '流程标识已存在', [{ path: 'key', message: '流程标识已存在' }]);
  const { user, closed } = open({
    [CREATE]: () => {
      throw taken;
    },
  });
  await user.click(await copy());
  await screen.findByText('流程标识已存在');
  expect(closed).not.toHaveBeenCalled();
});
