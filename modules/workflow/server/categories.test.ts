import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';

const app = startApp();

it('a category that processes use cannot be deleted, and says which; without them it can', async () => {
  const { data: category } = await app.admin('POST', '/workflow/categorys', { name: '行政' });
  const tree = { type: 'start', id: 'start', next: null };
  const body = { key: 'sealing', name: '用章申请', categoryId: category.id, kind: 'simple', tree };
  const { data: model } = await app.admin('POST', '/workflow/models', body);
  expect(await app.admin('DELETE', `/workflow/categorys/${category.id}`)).toMatchObject({
    status: 409,
    error: 'entity.inUse',
    msg: '分类正在被流程 用章申请 使用，不能删除',
  });
  expect((await app.admin('DELETE', `/workflow/models/${model.id}`)).status).toBe(200);
  expect((await app.admin('DELETE', `/workflow/categorys/${category.id}`)).status).toBe(200);
});
