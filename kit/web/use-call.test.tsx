import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';
import { createClient } from './client.ts';
import { useCall, useRefresh } from './use-call.ts';

const reply = z.number();
const stock = defineContract({
  page: route.get('/api/stock/page', { summary: '库存分页', access: signedIn, reply }),
  stat: route.get('/api/stock/stat', { summary: '库存统计', access: signedIn, reply }),
  reserved: route.get('/api/reserved/stat', { summary: '预留统计', access: signedIn, reply }),
});

it('reads the figures of an entity again together with its list, and leaves other entities alone', async () => {
  const asked = { list: 0, stat: 0, reserved: 0 };
  const { api } = createClient({ api: stock }, async ({ path }) => {
    const name = path === '/api/stock/page' ? 'list' : path === '/api/stock/stat' ? 'stat' : 'reserved';
    return ++asked[name];
  });
  function Page() {
    const refresh = useRefresh();
    const [list, stat, reserved] = [useCall(api.page), useCall(api.stat), useCall(api.reserved)];
    return <button onClick={() => void refresh(api.page)}>{`${list.data} ${stat.data} ${reserved.data}`}</button>;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: '1 1 1' }));
  expect((await screen.findByText(/^2 2/)).textContent).toBe('2 2 1');
});
