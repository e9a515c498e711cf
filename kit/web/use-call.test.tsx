import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';
import { createClient } from './client.ts';
import { useCall, useRefresh, useWrite } from './use-call.ts';

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

const order = defineContract({
  create: route.post('/api/orders', {
    summary: '新增订单',
    access: signedIn,
    body: z.object({ what: z.string() }),
    reply: z.null(),
    audit: '新增订单',
  }),
  mine: route.get('/api/orders/mine/:of', { summary: '我的订单', access: signedIn, params: z.object({ of: z.string() }), reply }),
  ordered: route.get('/api/ordersOfOthers/list', { summary: '他人订单', access: signedIn, reply }),
});

it('reads again what is read below the path of a write, and nothing whose path only begins alike', async () => {
  const asked = { mine: 0, ordered: 0 };
  const { api } = createClient({ api: order }, async ({ path }) => {
    if (path === '/api/orders') return null;
    return ++asked[path.startsWith('/api/orders/mine') ? 'mine' : 'ordered'];
  });
  function Page() {
    const create = useWrite(api.create);
    const mine = useCall(api.mine, { params: { of: 'desk' } });
    const ordered = useCall(api.ordered);
    return <button onClick={() => create.mutate({ body: { what: 'chair' } })}>{`${mine.data} ${ordered.data}`}</button>;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: '1 1' }));
  expect((await screen.findByText(/^2 /)).textContent).toBe('2 1');
});

it('does not take the answer of a read that left before the change', async () => {
  let stored = 1;
  const answers: (() => void)[] = [];
  const { api } = createClient({ api: stock }, async () => {
    const found = stored;
    await new Promise<void>((resolve) => answers.push(resolve));
    return found;
  });
  function Page() {
    const refresh = useRefresh();
    const list = useCall(api.page);
    return <button onClick={() => void refresh(api.page)}>{String(list.data)}</button>;
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(answers).toHaveLength(1));
  stored = 2;
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(answers).toHaveLength(2));
  for (const answer of answers.toReversed()) answer();
  expect(await screen.findByRole('button', { name: '2' })).toBeTruthy();
});
