import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { PreferenceProvider, usePreference, type PreferenceStore } from './use-preference.ts';

const definition = { key: 'list:post', schemaVersion: 2, schema: z.enum(['middle', 'compact']), fallback: 'middle' as const };

afterEach(() => void vi.useRealTimers());

function open(stored: unknown, write: PreferenceStore['write'] = () => Promise.resolve()) {
  const written: [string, unknown][] = [];
  const store: PreferenceStore = {
    read: (key) => Promise.resolve(key === 'list:post' ? stored : null),
    write: (key, value) => {
      written.push([key, value]);
      return write(key, value);
    },
  };
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <PreferenceProvider value={store}>{children}</PreferenceProvider>
    </QueryClientProvider>
  );
  return { ...renderHook(() => usePreference<'middle' | 'compact'>(definition), { wrapper }), written };
}

it('is the stored value once it has come, and the fallback before', async () => {
  const { result } = open({ schemaVersion: 2, value: 'compact' });
  expect(result.current[0]).toBe('middle');
  expect(result.current[2]).toBe(false);
  await waitFor(() => expect(result.current[2]).toBe(true));
  expect(result.current[0]).toBe('compact');
});

it.each([null, { schemaVersion: 1, value: 'compact' }, { schemaVersion: 2, value: 'tiny' }, 'compact'])(
  'is the fallback where %j is stored',
  async (stored) => {
    const { result } = open(stored);
    await waitFor(() => expect(result.current[2]).toBe(true));
    expect(result.current[0]).toBe('middle');
  },
);

it('shows a choice at once and stores the last of several a moment later, once', async () => {
  const { result, written } = open(null);
  await waitFor(() => expect(result.current[2]).toBe(true));
  vi.useFakeTimers();
  act(() => result.current[1]('compact'));
  act(() => result.current[1]('middle'));
  act(() => result.current[1]('compact'));
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(result.current[0]).toBe('compact');
  await act(() => vi.advanceTimersByTimeAsync(490));
  expect(written).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(written).toEqual([['list:post', { schemaVersion: 2, value: 'compact' }]]);
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(written).toHaveLength(1);
});

it('stores what waits when the page goes away, and nothing when nothing waits', async () => {
  const one = open(null);
  await waitFor(() => expect(one.result.current[2]).toBe(true));
  act(() => one.result.current[1]('compact'));
  one.unmount();
  expect(one.written).toEqual([['list:post', { schemaVersion: 2, value: 'compact' }]]);
  const other = open(null);
  await waitFor(() => expect(other.result.current[2]).toBe(true));
  other.unmount();
  expect(other.written).toEqual([]);
});

it('keeps a choice in the page that could not be stored', async () => {
  const { result, written } = open(null, () => Promise.reject(new Error('offline')));
  await waitFor(() => expect(result.current[2]).toBe(true));
  vi.useFakeTimers();
  act(() => result.current[1]('compact'));
  await act(() => vi.advanceTimersByTimeAsync(700));
  expect(written).toHaveLength(1);
  expect(result.current[0]).toBe('compact');
});
