import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { seriesColours } from '#kit/core/chart/palette.ts';
import { CallError } from '../send.ts';
import { palette, providerProps } from '../theme.ts';
import { DateText } from './DateText.tsx';
import { Delta } from './Delta.tsx';
import { FigureStrip } from './FigureStrip.tsx';
import { LayerTag, SeverityMark } from './marks.tsx';
import { Meter, paceTone } from './Meter.tsx';
import { momentText, urgencyOf } from './moment.ts';
import { NameLink } from './NameLink.tsx';
import { Panel } from './Panel.tsx';
import { PersonText } from './PersonText.tsx';
import { Score } from './Score.tsx';
import { StateView } from './StateView.tsx';

const inProgram = (node: ReactNode) => (
  <ConfigProvider {...providerProps}>
    <MemoryRouter>{node}</MemoryRouter>
  </ConfigProvider>
);
const show = (node: ReactNode) => render(inProgram(node)).container;
const textOf = (node: ReactNode): string => {
  const { container, unmount } = render(inProgram(node));
  const text = container.textContent ?? '';
  unmount();
  return text;
};

describe('a moment', () => {
  const now = Date.parse('2026-11-23T15:00:00+08:00');
  it.each([
    ['2026-11-23T14:59:40+08:00', '刚刚'],
    ['2026-11-23T14:48:00+08:00', '12 分钟前'],
    ['2026-11-23T15:20:30+08:00', '20 分钟后'],
    ['2026-11-23T00:10:00+08:00', '今天 00:10'],
    ['2026-11-22T18:06:00+08:00', '昨天 18:06'],
    ['2026-11-24T12:00:00+08:00', '明天 12:00'],
    ['2026-11-18T09:12:00+08:00', '11-18 09:12'],
    ['2025-12-30T09:12:00+08:00', '2025-12-30'],
    ['', null],
    [null, null],
    ['no date', null],
  ])('%s reads %s', (value, text) => expect(momentText(value, now)).toBe(text));

  it('goes by the calendar of China, whatever the zone of the value', () => {
    // 16:30 UTC of the 22nd is half past midnight of the 23rd in China
    expect(momentText('2026-11-22T16:30:00Z', now)).toBe('今天 00:30');
  });

  it('keeps seconds in logs and says how late a term is', () => {
    expect(momentText('2026-11-23T10:49:07+08:00', now, 'log')).toBe('2026-11-23 10:49:07');
    expect(momentText('2026-11-23T13:00:00+08:00', now, 'due')).toBe('逾期 2 小时');
    expect(momentText('2026-11-20T14:00:00+08:00', now, 'due')).toBe('逾期 3 天');
    expect(momentText('2026-11-23T18:00:00+08:00', now, 'due')).toBe('今天 18:00');
    expect([-3_600_000, 3_600_000, 86_400_000].map((ms) => urgencyOf(now + ms, now))).toEqual(['late', 'today', null]);
  });

  it('shows the full time under the pointer, and a dash where there is none', () => {
    show(<DateText value="2020-05-06T07:08:09+08:00" />);
    expect(screen.getByText('2020-05-06').getAttribute('title')).toBe('2020-05-06 07:08:09');
    expect(textOf(<DateText value={null} />)).toBe('—');
    expect(textOf(<DateText value="2026-11-18" kind="day" />)).toBe('2026-11-18');
  });
});

describe('names', () => {
  it('a person is a name with a department; nobody is a dash', () => {
    expect(screen.queryByText('薪酬绩效组')).toBeNull();
    show(<PersonText name="尹斌" note="薪酬绩效组" />);
    expect(screen.getByText('尹斌')).toBeTruthy();
    expect(screen.getByText('薪酬绩效组')).toBeTruthy();
    expect(textOf(<PersonText name="尹斌" bare isYou />)).toBe('你');
    expect(textOf(<PersonText name={null} />)).toBe('—');
  });

  it('a name opens its thing; one without the right can be asked for; a deleted one is no link', async () => {
    const asked: string[] = [];
    show(
      <>
        <NameLink name="员工" to="/table/1" code="dwd.hr_employee" />
        <NameLink name="薪酬明细" locked onRequest={() => asked.push('薪酬明细')} />
        <NameLink name="回款旧表" to="/table/2" deletedAt="2026-11-12T01:00:00Z" />
      </>,
    );
    expect(screen.getByRole('link', { name: '员工' }).getAttribute('href')).toBe('/table/1');
    expect(screen.getAllByRole('link')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: '申请“薪酬明细”的权限' }));
    expect(asked).toEqual(['薪酬明细']);
    expect(screen.getByText('回款旧表').tagName).toBe('DEL');
  });
});

describe('figures', () => {
  it('a change says its way in words too, and no change reads 持平', () => {
    expect(textOf(<Delta value={4.8} label="同比" />)).toBe('↑4.8%同比');
    expect(textOf(<Delta value={0.04} label="同比" />)).toBe('持平同比');
    expect(textOf(<Delta value={null} />)).toBe('—');
    const container = show(<Delta value={4} unit="个" goodWhen="down" />);
    expect(screen.getByRole('img', { name: '上升' })).toBeTruthy();
    expect(container.querySelector('.poor')).not.toBeNull();
  });

  it('a bar has a name and judges by the plan only', () => {
    show(<Meter label="完成" value={79.8} target={90} pace={89.6} />);
    expect(screen.getByRole('meter', { name: '完成' }).getAttribute('aria-valuetext')).toBe('79.8%，目标 90%');
    expect([79.8, 82.9, 99.8].map((value) => paceTone(value, 89.6))).toEqual(['poor', 'near', 'good']);
    expect(paceTone(10, undefined)).toBe('plain');
  });

  it('a score has one decimal', () => {
    expect(textOf(<Score value={86.94} />)).toBe('86.9');
    expect(textOf(<Score value={null} />)).toBe('—');
  });

  it('a missing figure says why instead of showing nought', () => {
    show(<FigureStrip label="经营" figures={[{ label: '本月回款', value: null, unit: '亿元', note: '数据未更新，预计 14:00' }]} />);
    const strip = screen.getByRole('region', { name: '经营' });
    expect(strip.textContent).toBe('本月回款—数据未更新，预计 14:00');
  });

  it.each(['light', 'dark'] as const)('a single series has the accent of the %s page', (mode) => {
    expect(seriesColours(mode, 1)[0]).toBe(palette[mode].accent);
  });

  it('layers and severities are told in words', () => {
    expect(textOf(<LayerTag layer="dwd" />)).toBe('DWD 明细');
    expect(textOf(<LayerTag layer="public" />)).toBe('其他');
    expect(textOf(<SeverityMark severity={4} />)).toBe('严重');
  });
});

describe('faces', () => {
  it('a panel is found by its title', () => {
    show(
      <Panel title="近期任务" link={{ text: '全部', to: '/todo' }}>
        x
      </Panel>,
    );
    expect(screen.getByRole('region', { name: '近期任务' })).toBeTruthy();
    expect(screen.getByRole('link', { name: '全部' })).toBeTruthy();
  });

  it('a failure tells cause and number, and is tried again', async () => {
    let tries = 0;
    const error = new CallError({ status: 502, key: 'source.unreachable', message: '数据源无法连接', requestId: '7f3a91c2' });
    show(<StateView kind="error" what="拓客线索库没有读出来" error={error} onRetry={() => tries++} />);
    expect(screen.getByRole('alert').textContent).toContain('数据源无法连接');
    expect(screen.getByRole('alert').textContent).toContain('7f3a91c2');
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    expect(tries).toBe(1);
  });

  it('a missing right is no failure: it offers the request', async () => {
    const error = new CallError({ status: 403, key: 'auth.noPermission', message: '没有权限' });
    expect(textOf(<StateView kind="error" error={error} onRetry={() => undefined} />)).toBe('没有查看权限请联系管理员授权。');
    let asked = false;
    show(<StateView kind="forbidden" what="你没有“员工”的查询权限" onRequest={() => (asked = true)} />);
    await userEvent.click(screen.getByRole('button', { name: '申请权限' }));
    expect(asked).toBe(true);
  });

  it('what a filter hides comes back with one press', async () => {
    let cleared = false;
    show(<StateView kind="filtered" noun="用户" why="状态 已锁定。全部用户有 145 人。" onClear={() => (cleared = true)} />);
    expect(screen.getByText('没有符合条件的用户')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '清除筛选' }));
    expect(cleared).toBe(true);
  });

  it('waiting is told to screen readers', () => {
    show(<StateView kind="loading" shape="form" rows={3} />);
    expect(screen.getByRole('status', { name: '数据加载中' })).toBeTruthy();
  });
});
