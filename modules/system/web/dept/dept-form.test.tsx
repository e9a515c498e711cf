import { screen } from '@testing-library/react';
import { Form } from 'antd';
import { expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { deptFields } from './dept-fields.tsx';

const dept = { id: '5', parentId: '1', deptName: '市场部' } as Parameters<typeof deptFields>[1];
const PREVIEW = {
  problem: null,
  fromPath: ['总公司', '市场部'],
  toPath: ['总公司', '设计院', '市场部'],
  deptCount: 3,
  userCount: 42,
  gaining: 2,
  losing: 5,
};
const parent = deptFields([], dept).find(({ field }) => field === 'parentId')!;

it('another parent in the form shows what moves along and whose data range changes, before anything is saved', async () => {
  signInWith();
  const input = (value: string) => <Form>{parent.render!({ value, onChange: () => undefined, id: 'parentId' } as never, {}, null)}</Form>;
  const page = openPage(input('9'), { answers: { 'GET /system/depts/5/move-preview': PREVIEW } });
  expect(await screen.findByText('3 个部门、42 名用户')).toBeTruthy();
  expect(screen.getByText('总公司 / 设计院 / 市场部')).toBeTruthy();
  expect(screen.getByText('2 名用户将能看到这些部门的数据，5 名用户将不再能看到')).toBeTruthy();
  expect(page.sent.map(({ key, query }) => [key, query])).toContainEqual(['GET /system/depts/5/move-preview', { parentId: '9' }]);
  page.unmount();
  // the parent that it has is no move
  const still = openPage(input('1'));
  expect(screen.queryByText('一同移动')).toBeNull();
  expect(still.sent.filter(({ key }) => key.includes('/move'))).toEqual([]);
});
