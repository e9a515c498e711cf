import { screen, waitFor } from '@testing-library/react';
import * as z from 'zod';
import { expect, it } from 'vitest';
import { crudRoutes } from '#kit/contract/crud.ts';
import { requiredText, rowFields } from '#kit/contract/fields.ts';
import { defineContract } from '#kit/contract/route.ts';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { createClient } from '../client.ts';
import { send } from '../send.ts';
import { hasUnsaved } from '../unsaved.tsx';
import { defineEntityPage } from './define-entity-page.tsx';

const Input = z.object({ postName: requiredText(30, '岗位名称'), postCode: requiredText(30, '岗位编码') });
const post = defineContract(
  crudRoutes('/system/posts', '岗位', 'system:post', { row: Input.extend(rowFields), input: Input, search: z.object({}) }),
);
const Page = defineEntityPage({
  title: '岗位管理',
  api: createClient({ post }, send).post,
  columns: [{ field: 'postName', title: '岗位名称' }],
  form: [
    { field: 'postName', label: '岗位名称' },
    { field: 'postCode', label: '岗位编码' },
  ],
});
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`), { selector: '.ant-drawer input' });

it('a form goes on empty after 保存并继续新增, and nothing of it is unsaved', async () => {
  signInWith();
  const { user, sent, address } = openPage(<Page />, {
    at: '/post?open=new',
    answers: {
      'GET /system/posts/page': { pageNum: 1, pageSize: 20, total: 0, data: [] },
      'POST /system/posts': { id: '99' },
    },
  });
  await screen.findByText('新增岗位', { selector: '.ant-drawer-title' });
  const fill = async (name: string, code: string) => {
    await user.type(input('岗位名称'), name);
    await user.type(input('岗位编码'), code);
  };
  await fill('工程师', 'eng');
  await user.click(screen.getByText('保存并继续新增'));
  await waitFor(() => expect(input('岗位名称').value).toBe(''));
  expect(address()).toBe('/post?open=new');
  await waitFor(() => expect(hasUnsaved()).toBe(false));
  await fill('设', 'des');
  expect(hasUnsaved()).toBe(true);
  await user.clear(input('岗位名称'));
  await user.clear(input('岗位编码'));
  await waitFor(() => expect(hasUnsaved()).toBe(false));
  await fill('设计师', 'des');
  await user.click(screen.getByText('保存'));
  await waitFor(() => expect(address()).toBe('/post'));
  expect(sent.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body)).toMatchObject([
    { postName: '工程师', postCode: 'eng' },
    { postName: '设计师', postCode: 'des' },
  ]);
});
