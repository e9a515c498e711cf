import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session, type SessionUser } from '#kit/web/session.ts';
import { providerProps } from '#kit/web/theme.ts';
import { CronBuilder } from './cron/CronBuilder.tsx';
import { ParamsForm } from './job/ParamsForm.tsx';

// a busy machine draws antd slowly
configure({ asyncUtilTimeout: 8_000 });

const task = {
  key: 'demo.all',
  name: '样例',
  summary: '样例任务',
  schema: {
    type: 'object',
    required: ['text'],
    properties: {
      text: { type: 'string', title: '内容' },
      lines: { type: 'integer', title: '行数', default: 5 },
      isLoud: { type: 'boolean', title: '大声', default: false },
    },
  },
};

/** What the server answers, by the end of the path. */
const answers: Record<string, unknown> = {
  '/quartz/tasks': [task],
  '/quartz/cron/preview': { text: '', times: ['2026-11-22T18:00:00.000Z', '2026-11-23T18:00:00.000Z'] },
};

beforeEach(() => {
  const user = { id: '1', username: 'planner', nickname: '计划员', roles: [] } as unknown as SessionUser;
  session.setAccount({ user, menus: [], perms: ['scheduler:job:add'] });
  vi.stubGlobal('fetch', (address: string) => {
    const data = Object.entries(answers).find(([path]) => address.endsWith(path))?.[1];
    return Promise.resolve(new Response(JSON.stringify({ success: true, code: 200, msg: '', data })));
  });
});

function show(children: (value: string, set: (next: string) => void) => React.ReactNode, start: string) {
  function Host() {
    const [value, setValue] = useState(start);
    return (
      <>
        {children(value, setValue)}
        <output data-testid="value">{value}</output>
      </>
    );
  }
  render(
    <ConfigProvider {...providerProps}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Host />
      </QueryClientProvider>
    </ConfigProvider>,
  );
  return { value: () => screen.getByTestId('value').textContent ?? '', user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

describe('the plan builder', () => {
  const open = (start: string) => show((value, set) => <CronBuilder value={value} onChange={set} timeZone="Asia/Shanghai" />, start);

  it('opens at the tab of the plan and says in words what it means', async () => {
    open('0 30 2 * * ?');
    expect(screen.getByText('每天 02:30')).toBeTruthy();
    expect(screen.getByLabelText('时')).toHaveProperty('value', '2');
    expect(await screen.findByText('2026-11-23 02:00:00')).toBeTruthy();
  });

  it('takes the time of day along to another tab', async () => {
    const { value, user } = open('0 30 2 * * ?');
    await user.click(screen.getByText('每周'));
    expect(value()).toBe('0 30 2 ? * 2');
    await user.click(screen.getByText('每月'));
    expect(value()).toBe('0 30 2 1 * ?');
    await user.click(screen.getByText('每隔'));
    expect(value()).toBe('0 0/10 * * * ?');
  });

  it('writes single fields, and says what is wrong with a text', async () => {
    const { value, user } = open('0 30 2 * * ?');
    await user.click(screen.getByText('自定义'));
    fireEvent.change(screen.getByLabelText('cron 表达式'), { target: { value: '0 99 2 * * ?' } });
    expect(value()).toBe('0 99 2 * * ?');
    expect(screen.getByText('“分”应在 0 到 59 之间：99')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('cron 表达式'), { target: { value: '0 0 0 L * ?' } });
    expect(screen.getByText('每月最后一天 00:00')).toBeTruthy();
    // the tab stays although 每月 could show it
    expect(screen.getByLabelText('日的写法')).toHaveProperty('value', 'L');
  });
});

describe('the form of parameters', () => {
  it('has an input for each field of the schema and writes JSON', async () => {
    const { value, user } = show((text, set) => <ParamsForm value={text} onChange={set} beanName="demo.all" />, '{"text":"旧"}');
    const text = await screen.findByLabelText(/内容/);
    expect(text).toHaveProperty('value', '旧');
    expect(screen.getByLabelText('行数')).toHaveProperty('value', '5');
    fireEvent.change(text, { target: { value: '新' } });
    await user.click(screen.getByLabelText('大声'));
    expect(JSON.parse(value())).toEqual({ text: '新', isLoud: true });
    fireEvent.change(screen.getByLabelText(/内容/), { target: { value: '' } });
    expect(JSON.parse(value())).toEqual({ isLoud: true });
  });

  it('drops what another task left behind', async () => {
    const { value } = show((text, set) => <ParamsForm value={text} onChange={set} beanName="demo.all" />, '{"text":"a","old":1}');
    await screen.findByLabelText(/内容/);
    expect(JSON.parse(value())).toEqual({ text: 'a' });
  });

  it('waits for a task', () => {
    show((text, set) => <ParamsForm value={text} onChange={set} beanName={undefined} />, '{}');
    expect(screen.getByText('选择任务类型后填写参数')).toBeTruthy();
  });
});
