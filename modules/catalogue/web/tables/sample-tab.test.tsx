import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SampleTab } from './SampleTab.tsx';
import type { TableDetail } from './TableView.tsx';

it('a broken view says what is gone and what to do, and does not ask the source', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  const table = { id: '7', may: { preview: true }, brokenReason: 'View references invalid', missingParts: ['crm.customer.name'] };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SampleTab table={table as unknown as TableDetail} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('视图已失效，读不到样例数据')).toBeTruthy();
  expect(screen.getByText(/^它引用的 crm\.customer\.name 已不存在或已失效。请联系数据库负责人/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});
