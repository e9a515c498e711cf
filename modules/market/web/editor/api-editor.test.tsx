import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage, Refusal, signInWith } from '#kit/test/web-page.tsx';
import { apiRow, pageOf } from '../test-api.ts';
import { ApiEditor } from './ApiEditor.tsx';

const COLUMNS = apiRow().executeConfig.fieldParams.map((field, i) => ({
  ...field,
  id: String(i),
  columnKey: '0',
  columnNullable: '1',
  columnPosition: i,
}));
const ANSWERS = {
  'GET /data/market/dataApis/7': apiRow(),
  'GET /data/market/dataApis/page': pageOf(),
  'GET /data/metadata/sources/list': [{ id: '1', sourceName: '数仓', dbType: '1' }],
  'GET /data/metadata/tables/list': [{ id: '2', schemaName: 'dwd', tableName: 'biz_customer', tableComment: '客户', tableKind: 'table' }],
  'GET /data/metadata/columns/list': COLUMNS,
};
const open = (id: string | null, answers: object = {}) => {
  const onClose = vi.fn();
  const onOpen = vi.fn();
  const page = openPage(<ApiEditor id={id} onClose={onClose} onOpen={onOpen} onShow={() => undefined} />, {
    answers: { ...ANSWERS, ...answers },
  });
  return { ...page, onClose, onOpen };
};

/** the field that a sentence stands at */
const fieldOf = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByText(text).map((element) => element.closest('.market-field'));
    return found.find((field) => field !== null) ?? expect.fail('at no field');
  });

beforeEach(() => signInWith('market:api:add', 'market:api:edit', 'market:api:debug'));

it('a new one that lacks things is not sent, and says what is missing at each field', async () => {
  const { user, sent } = open(null);
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(await screen.findByText('API名称不能为空')).toBeTruthy();
  expect(screen.getAllByText('请选择数据源').length).toBeGreaterThan(0);
  expect(sent.some(({ key }) => key === 'POST /data/market/dataApis')).toBe(false);
});

/** The page around it: a new one goes on under its id once it is stored. */
function Making() {
  const [id, setId] = useState<string | null>(null);
  return <ApiEditor id={id} onClose={() => undefined} onOpen={setId} onShow={() => undefined} />;
}
/** An answer that comes when the test says so. */
function held<T>(answer: T) {
  let give!: () => void;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give: () => give(), answer: () => given.then(() => answer) };
}

it('a new one keeps what is typed while columns are read and while it is stored, and what it answered', async () => {
  const [columns, made] = [held(COLUMNS), held({ id: '7' })];
  const { user, last } = openPage(<Making />, {
    answers: {
      ...ANSWERS,
      'GET /data/metadata/columns/list': columns.answer,
      'POST /data/market/dataApis': made.answer,
      'PUT /data/market/dataApis/7': { version: 1 },
    },
  });
  await user.type(screen.getByLabelText(/API路径/), '/customer');
  await user.click(await screen.findByRole('button', { name: '下一步：执行' }));
  await user.click(await screen.findByRole('combobox', { name: /数据源/ }));
  await user.click(await screen.findByText('数仓'));
  await user.click(await screen.findByRole('combobox', { name: /数据表/ }));
  await user.click(await screen.findByText(/biz_customer/));
  await user.type(screen.getByLabelText(/API名称/), '客户');
  columns.give();
  await screen.findAllByText('customer_id');
  expect(screen.getByLabelText<HTMLInputElement>(/API名称/).value).toBe('客户');

  await user.click(screen.getByRole('button', { name: '保存' }));
  await user.type(screen.getByLabelText(/API名称/), '查询');
  made.give();
  await waitFor(() => expect(screen.getByText('有未保存的修改')).toBeTruthy());
  expect(screen.getByLabelText<HTMLInputElement>(/API名称/).value).toBe('客户查询');
  await user.click(await screen.findByRole('button', { name: /保存$/ }));
  await waitFor(() => expect(last('PUT /data/market/dataApis/7')?.body).toMatchObject({ apiName: '客户查询', version: 0 }));
});

it('saves a change with the version that it was made from', async () => {
  const { user, last } = open('7', { 'PUT /data/market/dataApis/7': { version: 4 } });
  const [example] = await screen.findAllByRole('textbox', { name: 'name 示例值' });
  await user.clear(example!);
  await user.type(example!, '水务');
  await user.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(last('PUT /data/market/dataApis/7')).toBeTruthy());
  const { body } = last('PUT /data/market/dataApis/7')!;
  expect(body.version).toBe(3);
  expect(body.reqParams[0].exampleValue).toBe('水务');
});

it('shows what the server refuses at its field, until it is changed', async () => {
  const refuse = () => {
    throw new Refusal(409, 'entity.duplicate', '该路径和版本的API已存在', [{ path: 'apiUrl', message: '该路径和版本的API已存在' }]);
  };
  const { user } = open('7', { 'PUT /data/market/dataApis/7': refuse });
  await user.click(await screen.findByRole('button', { name: /属性/ }));
  await user.type(screen.getByLabelText(/API路径/), '2');
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect((await fieldOf('该路径和版本的API已存在')).querySelector('input')?.id).toBe('api-url');
  await user.type(screen.getByLabelText(/API路径/), '3');
  expect(screen.getByLabelText(/API路径/).closest('.market-field')?.textContent).not.toContain('已存在');
});

it('asks before changes are lost', async () => {
  const { user, onClose } = open('7');
  await user.click(await screen.findByRole('button', { name: /属性/ }));
  await user.type(screen.getByLabelText(/API名称/), '甲');
  await user.click(screen.getByRole('button', { name: '返回列表' }));
  expect(await screen.findByText('有未保存的修改，离开后将丢失。')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '离开' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

it('a released version is not edited: it says why, and a copy is offered', async () => {
  signInWith();
  const { user, onOpen } = open('7', {
    'GET /data/market/dataApis/7': apiRow({ status: '2' }),
    'POST /data/market/dataApis/7/copy': { id: '8' },
  });
  expect(await screen.findByText('已发布的版本不能修改，请复制为新版本后修改')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: '复制为新版本' }));
  await user.click(await screen.findByRole('button', { name: '复制' }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith('8'));
});
