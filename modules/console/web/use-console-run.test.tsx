import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import type { SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import type { ConsoleTab } from '../contract/saved-query.ts';
import { useConsoleRun } from './use-console-run.ts';

const tab = (tabKey: string): ConsoleTab => ({ tabKey, tabName: tabKey, sourceId: '1', sqlText: 'select 1', params: {}, queryId: null });

it('the outcome of a run stays with its tab when another one is opened meanwhile', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const reply = (data: unknown) => new Response(JSON.stringify({ success: true, code: 200, msg: '', data }));
  const failed = { success: false, kind: 'read', error: { message: '表不存在', position: { offset: 7 } } };
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/console/sql/run')) return reply(null);
    await answered;
    return reply([failed]);
  });
  const marks: (number | null)[] = [];
  const editor = {
    current: { text: () => 'select 1', selection: () => null, mark: (offset: number | null) => void marks.push(offset) } as SqlEditorHandle,
  };
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { result, rerender } = renderHook(({ active }) => useConsoleRun({ active, sourceId: '1', editor }), {
    wrapper,
    initialProps: { active: tab('a') },
  });
  act(() => {
    result.current.start();
  });
  expect(result.current.isRunning).toBe(true);
  rerender({ active: tab('b') });
  answer();
  await waitFor(() => expect(result.current.isRunning).toBe(false));
  // nothing of it on the other tab: no outcome, no mark at a place of another text
  expect([result.current.outcome, result.current.resultTab]).toEqual([null, 'messages']);
  expect(marks).toEqual([null]);
  rerender({ active: tab('a') });
  expect(result.current.outcome?.problem).toEqual({ message: '表不存在', offset: 7 });
});
