import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { CallError } from '../send.ts';
import { DesignGate } from './DesignGate.tsx';

interface Row {
  canEdit: boolean;
  text: string;
}
/** What stays in the designer from the moment it is opened. */
function Designer({ row }: { row: Row }) {
  const [text] = useState(row.text);
  return <p>{text}</p>;
}
function Page({ load }: { load: () => Promise<Row> }) {
  const found = useQuery<Row, CallError>({ queryKey: ['row'], queryFn: load, retry: false });
  return (
    <DesignGate found={found} list={{ path: '/list', name: '列表' }}>
      {(row) => <Designer row={row} />}
    </DesignGate>
  );
}
const show = (client: QueryClient, load: () => Promise<Row>) =>
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Page load={load} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('opens the document of this moment, not what was read for another page', async () => {
  const client = new QueryClient();
  client.setQueryData(['row'], { canEdit: true, text: 'old' }, { updatedAt: Date.now() - 1000 });
  show(client, () => Promise.resolve({ canEdit: true, text: 'new' }));
  expect(await screen.findByText('new')).toBeTruthy();
  expect(screen.queryByText('old')).toBeNull();
});

it('keeps what is open when reading it again fails', async () => {
  const client = new QueryClient();
  let isLost = false;
  const lost = new CallError({ status: 0, key: 'client.noResponse', message: '网络连接失败' });
  show(client, () => (isLost ? Promise.reject(lost) : Promise.resolve({ canEdit: true, text: 'mine' })));
  await screen.findByText('mine');
  isLost = true;
  await client.invalidateQueries({ queryKey: ['row'] });
  await waitFor(() => expect(client.getQueryState(['row'])?.status).toBe('error'));
  expect(screen.getByText('mine')).toBeTruthy();
});

it('says why there is nothing to design, with a way on', async () => {
  show(new QueryClient(), () => Promise.resolve({ canEdit: false, text: 'theirs' }));
  expect(await screen.findByText('没有编辑权限')).toBeTruthy();
  expect(screen.getByRole('button', { name: '返回列表' })).toBeTruthy();
  expect(screen.queryByText('theirs')).toBeNull();
});
