import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { App } from 'antd';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { excelRoutes } from '#kit/contract/excel.ts';
import { createClient } from '../client.ts';
import { send, setSendHost } from '../send.ts';
import ImportDialog from './ImportDialog.tsx';

const search = z.object({});
const { part, whole } = {
  part: createClient(excelRoutes('/part', '元数据', 'a:part', { search, skips: true }), send),
  whole: createClient(excelRoutes('/whole', '岗位', 'a:whole', { search }), send),
};
const ERRORS = [{ row: 3, column: '字段名', message: '字段不存在、未同步或不在可维护的范围内' }];
const json = (data: unknown) => new Response(JSON.stringify({ code: 200, data }), { headers: { 'content-type': 'application/json' } });
/** addresses that a file was sent to */
let sent: string[] = [];

beforeEach(() => {
  sent = [];
  setSendHost({
    error: () => undefined,
    overlay: () => () => undefined,
    signedOut: () => undefined,
    locked: () => undefined,
    mustChangePassword: () => undefined,
  });
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address);
    return json({ total: 664, valid: 661, errors: ERRORS });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(calls: typeof part) {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <App>
          <ImportDialog calls={calls as never} label="元数据" onDone={async () => undefined} onClose={onClose} />
        </App>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  fireEvent.change(input, { target: { files: [new File(['x'], 'a.xlsx')] } });
  return onClose;
}

it('takes the good rows when the person chooses so, and keeps the wrong ones on the screen with their reasons', async () => {
  const onClose = open({ ...part, importJob: undefined } as never);
  await screen.findByText(/3 条有错误/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /导\s?入$/ }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: '跳过有误的行' }));
  fireEvent.click(await screen.findByRole('button', { name: '导入 661 条' }));
  await screen.findByText(/已导入 661 条，3 条有误未导入/);
  expect(screen.getByText(ERRORS[0]!.message)).toBeTruthy();
  expect(screen.getByRole('button', { name: '下载错误清单' })).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(sent.at(-1)).toContain('commit=1');
  expect(sent.at(-1)).toContain('wrongRows=skip');
});

it('knows no such choice where a file is taken whole or not at all', async () => {
  open(whole as never);
  await screen.findByText(/全部正确才会导入/);
  expect(screen.queryByRole('radio', { name: '跳过有误的行' })).toBeNull();
  expect(sent.at(-1)).not.toContain('wrongRows');
});
