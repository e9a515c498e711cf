import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { Tree } from '../../contract/tree.ts';
import { writeTree } from '../../core/tree/write.ts';
import DefinitionPage from './DefinitionPage.tsx';

const tree = Tree.parse({
  type: 'start',
  next: {
    type: 'exclusive',
    id: 'g',
    name: '金额',
    branches: [
      {
        id: 'b1',
        name: '大额',
        condition: '${amount > 5}',
        next: { type: 'approve', id: 'n1', name: '总监审批', who: [{ kind: 'starterDeptLeader' }] },
      },
      { id: 'b2', name: '其他', next: null },
    ],
  },
});
const ROW = {
  id: '31',
  key: 'fee',
  name: '费用报销',
  versionNo: 4,
  categoryId: null,
  kind: 'simple',
  suspensionState: '1',
  createBy: null,
  createTime: '2026-01-02T03:04:05.000Z',
};
const answers = {
  'GET /workflow/definitions/page': { pageNum: 1, pageSize: 20, total: 1, data: [ROW] },
  'GET /workflow/definitions/31/text': {
    id: '31',
    key: 'fee',
    name: '费用报销',
    versionNo: 4,
    bpmnXml: writeTree({ key: 'fee', name: '费用报销' }, tree),
  },
  'GET /workflow/business/types': [{ code: 'fee', name: '报销', fields: [{ name: 'amount', label: '金额' }] }],
};

it('the name of a version opens what was published, drawn, at an address of its own', async () => {
  signInWith('workflow:definition:list');
  const { user, address, sent } = openPage(<DefinitionPage />, { at: '/workflow/definition', answers });
  await user.click(await screen.findByRole('button', { name: '费用报销' }));
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('费用报销 · 第 4 版')).toBeTruthy();
  const drawing = await within(drawer).findByRole('region', { name: '费用报销的流程图' });
  expect(within(drawing).getByText('总监审批')).toBeTruthy();
  expect(within(drawing).getByText('大额')).toBeTruthy();
  expect(address()).toContain('open=31');
  // the kinds of records are for those who may know them
  expect(sent.some(({ key }) => key.endsWith('/types'))).toBe(false);
  await user.click(within(drawer).getByRole('button', { name: /关闭|Close/ }));
  await waitFor(() => expect(address()).not.toContain('open='));
});
