import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BarChart } from './BarChart.tsx';
import { LineChart } from './LineChart.tsx';
import { PieChart } from './PieChart.tsx';
import { chartTheme } from './theme.ts';
import { chartId } from './use-chart.ts';

// Drawing itself needs a canvas: it is looked at in the browser. Here: what surrounds the picture.
describe('charts', () => {
  it('have the default titles and size', () => {
    const { container } = render(
      <>
        <PieChart data={[]} />
        <LineChart x={[]} y={[]} />
        <BarChart x={[]} y={[]} title="合同额" width="100%" height={200} />
      </>,
    );
    const boxes = [...container.querySelectorAll<HTMLElement>('.chart-box')];
    expect(boxes.map((box) => [box.style.width, box.style.height])).toEqual([
      ['500px', '300px'],
      ['500px', '300px'],
      ['100%', '200px'],
    ]);
    expect(['数据来源', '服务调用次数', '合同额'].every((title) => screen.getByText(title))).toBe(true);
  });

  it('say that there is nothing, and describe what there is', () => {
    const { rerender } = render(<PieChart data={[{ name: '甲', percent: null }]} />);
    expect(screen.getByText('暂无数据')).toBeTruthy();
    rerender(
      <PieChart
        data={[
          { name: '甲', percent: 3 },
          { name: '乙', percent: 1 },
        ]}
      />,
    );
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('数据来源：甲 75%，乙 25%');
    rerender(<LineChart x={['1月', '2月', '3月']} y={[1, 9, 2]} />);
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('最高 2月 9');
  });

  it('have a random id of 16 characters', () => {
    const ids = new Set(Array.from({ length: 100 }, chartId));
    expect(ids.size).toBe(100);
    expect([...ids].every((id) => /^[a-z][a-z0-9]{15}$/.test(id))).toBe(true);
  });

  it('keep the colours, the width of legends and the least angle of slices in the theme', () => {
    expect(chartTheme('light')).toMatchObject({
      color: ['#2F5BFF', '#0A9E92', '#DD7A00', '#B02A50', '#38278A'],
      legend: { textStyle: { width: 120, overflow: 'truncate' } },
      pie: { minAngle: 3 },
    });
    expect(chartTheme('dark')).toMatchObject({ color: ['#4264FF', '#2FCBF2', '#FFD257', '#C8F0DA', '#FF5476'] });
  });
});
