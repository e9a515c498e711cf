import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { beforeEach, expect, it, vi } from 'vitest';
import { session, type SessionUser } from '#kit/web/session.ts';
import { providerProps } from '#kit/web/theme.ts';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { shapeOfBoard } from '#modules/boards/core/index.ts';
import { SubscribeDialog } from './SubscribeDialog.tsx';

beforeEach(() => {
  const user = { id: '1', username: 'maker', nickname: '制作人', roles: [] } as unknown as SessionUser;
  session.setAccount({ user, menus: [], perms: ['visual:board:subscribe'] });
  vi.stubGlobal('fetch', (address: string) => {
    const data = address.includes('/list') ? [] : { mail: false };
    return Promise.resolve(new Response(JSON.stringify({ success: true, code: 200, msg: '', data })));
  });
});

const measures = [
  { col: 'amount', alias: '合同额', format: { kind: 'number', unit: '元', scale: 'auto' } },
  { col: 'rate', alias: '完成率', format: { kind: 'percent', digits: 1 } },
];
const chart = { v: 1, chartType: 'kpi', dataSetId: '1', rows: [], columns: [], measures };
const shape = shapeOfBoard(
  BoardConfig.parse({
    v: 1,
    tabs: [{ id: 'm', name: '首页', layout: [{ i: 'a', x: 0, y: 0, w: 6, h: 4, kind: 'chart', title: '经营', chart }] }],
  }),
);

it('a threshold stands beside the unit of its measure, and is told as the chart writes it', async () => {
  render(
    <ConfigProvider {...providerProps}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SubscribeDialog
          entity="board"
          id="b"
          name="经营看板"
          shape={shape}
          feed={{ get: () => ({ status: 'idle', data: null }) as never }}
          filters={{}}
          open
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </ConfigProvider>,
  );
  const choose = async (name: string) => {
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: '指标' }));
    await userEvent.click(await screen.findByText(name, { selector: '.ant-select-item-option-content' }));
  };
  await choose('经营 · 合同额');
  const value = await screen.findByRole('spinbutton', { name: '数值' });
  const field = value.closest<HTMLElement>('.subscribe-if')!;
  expect(within(field).getByText('元')).toBeDefined();
  await userEvent.type(value, '50000000');
  expect(await within(field).findByText(/^即 5,?000\s?万元$/)).toBeDefined();
  await choose('经营 · 完成率');
  await userEvent.clear(value);
  await userEvent.type(value, '0.9');
  expect(await within(field).findByText('即 90.0%')).toBeDefined();
  expect(within(field).queryByText('元')).toBeNull();
});
