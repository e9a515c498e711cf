import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { requiredText, rowFields, Status } from '#kit/contract/fields.ts';
import { defineContract } from '#kit/contract/route.ts';
import { openPage, Refusal, signInWith, type Answers } from '#kit/test/web-page.tsx';
import { createClient } from '../client.ts';
import { useEntityPage, type EntityPageOptions } from '../entity-page/use-entity-page.ts';
import { send } from '../send.ts';
import { DetailDrawer, type Fact } from './DetailDrawer.tsx';

const PostInput = z.object({ postName: requiredText(30, '岗位名称'), status: Status.default('1') });
const Post = PostInput.extend(rowFields);
const post = defineContract(crudRoutes('/system/posts', '岗位', 'system:post', { row: Post, input: PostInput, search: z.object({}) }));
const api = createClient({ post }, send).post;
type Row = z.output<typeof Post>;

const rowOf = (id: string) => ({
  id,
  version: 1,
  postName: `岗位${id}`,
  status: '1',
  createBy: null,
  createTime: '2026-11-01T00:00:00Z',
  updateBy: null,
  updateTime: '2026-11-02T00:00:00Z',
});
const options: EntityPageOptions<Row> = { label: '岗位', nameField: 'postName', columns: [{ field: 'postName', title: '岗位名称' }] };

interface Shown {
  facts?: readonly Fact<Row>[];
  canEdit?: (row: Row) => boolean;
}
function Page(props: Shown) {
  const list = useEntityPage(api, options);
  return (
    <>
      <input aria-label="别处" />
      <DetailDrawer<Row> list={list} {...props} actions={(row: Row) => <button type="button">打印{row.postName}</button>} />
    </>
  );
}
async function open(id: string, { answers = {}, ...props }: Shown & { answers?: Answers } = {}) {
  const rows = ['1', '2', '3'].map(rowOf);
  const page = openPage(<Page {...props} />, {
    at: `/post?open=detail-${id}`,
    answers: {
      'GET /system/posts/page': { pageNum: 1, pageSize: 20, total: 3, data: rows },
      ...Object.fromEntries(rows.map((row) => [`GET /system/posts/${row.id}`, row])),
      ...answers,
    },
  });
  const title = () => document.querySelector('.ant-drawer-title')?.textContent;
  return { ...page, title, shows: (text: string) => waitFor(() => expect(title()).toBe(text)) };
}
const terms = () => [...document.querySelectorAll('.facts dt')].map((term) => term.textContent);

beforeEach(() => signInWith());

describe('the details of a row', () => {
  it('show its columns, then when it was made and changed', async () => {
    const page = await open('2');
    await page.shows('岗位2');
    expect(terms()).toEqual(['岗位名称', '创建时间', '更新时间']);
    expect(screen.getByText('打印岗位2')).toBeTruthy();
  });
  it('show what the page says instead, wide where it says so', async () => {
    const page = await open('2', {
      facts: [
        { field: 'postName', title: '名称', wide: true },
        { field: 'status', title: '状态', render: () => '启用中' },
      ],
    });
    await page.shows('岗位2');
    expect(terms()).toEqual(['名称', '状态']);
    expect([...document.querySelectorAll('.facts > div')].map((fact) => fact.className)).toEqual(['wide', '']);
    expect(screen.getByText('启用中')).toBeTruthy();
  });

  it('step through the list by buttons and keys, to its ends, and one step back leaves them', async () => {
    const page = await open('2');
    await page.shows('岗位2');
    const button = (name: string) => screen.getByLabelText<HTMLButtonElement>(name);
    await waitFor(() => expect(button('上一条').disabled).toBe(false));
    await page.user.click(button('下一条'));
    await page.shows('岗位3');
    expect(button('下一条').disabled).toBe(true);
    fireEvent.keyDown(document.body, { key: ']' });
    expect(page.address()).toContain('detail-3');
    fireEvent.keyDown(document.body, { key: '[' });
    await page.shows('岗位2');
    await page.user.click(button('上一条'));
    await page.shows('岗位1');
    expect(button('上一条').disabled).toBe(true);
    expect(page.router.state.historyAction).toBe('REPLACE');
  });
  it('stay when somebody types or means another key', async () => {
    const page = await open('2');
    await page.shows('岗位2');
    await waitFor(() => expect(screen.getByLabelText<HTMLButtonElement>('下一条').disabled).toBe(false));
    fireEvent.keyDown(screen.getByLabelText('别处'), { key: ']' });
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) fireEvent.keyDown(document.body, { key: ']', ...more });
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(page.address()).toContain('detail-2');
  });
  it('have no neighbours for a row that is not in the list', async () => {
    const page = await open('9', { answers: { 'GET /system/posts/9': rowOf('9') } });
    await page.shows('岗位9');
    await waitFor(() => expect(page.sent.some(({ key }) => key.endsWith('/page'))).toBe(true));
    expect(screen.getByLabelText('上一条')).toHaveProperty('disabled', true);
    expect(screen.getByLabelText('下一条')).toHaveProperty('disabled', true);
    fireEvent.keyDown(document.body, { key: ']' });
    expect(page.address()).toContain('detail-9');
  });

  it('lead to the form of whom and what may be changed', async () => {
    const edit = () => within(document.querySelector<HTMLElement>('.ant-drawer')!).queryByText(/修\s*改/);
    const one = await open('2');
    await one.shows('岗位2');
    await one.user.click(edit()!);
    expect(one.address()).toContain('edit-2');
    one.unmount();
    const two = await open('2', { canEdit: (row) => row.postName !== '岗位2' });
    await two.shows('岗位2');
    expect(edit()).toBeNull();
    two.unmount();
    signInWith('system:post:list', 'system:post:detail');
    const three = await open('2');
    await three.shows('岗位2');
    expect(edit()).toBeNull();
  });

  it('say that a row is gone and lead back to the list', async () => {
    const gone = () => {
      throw new Refusal(404, 'entity.notFound', '数据不存在');
    };
    const page = await open('2', { answers: { 'GET /system/posts/2': gone } });
    await page.user.click(await screen.findByText('返回列表'));
    expect(page.address()).toBe('/post');
  });
  it('say why they cannot be shown and try again', async () => {
    let isDown = true;
    const page = await open('2', {
      answers: {
        'GET /system/posts/2': () => {
          if (isDown) throw new Refusal(500, 'server.failure', '系统错误');
          return rowOf('2');
        },
      },
    });
    const again = await screen.findByText('重试');
    expect(page.title()).toBe('岗位详情');
    isDown = false;
    await page.user.click(again);
    await page.shows('岗位2');
  });
});
