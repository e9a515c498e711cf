import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ScreenConfig } from '../../contract/screen-config.ts';
import { sampleOf } from '../../core/sample-data.ts';
import { WIDGET_LIST } from '../../core/widgets.ts';
import { WidgetBody } from '../stage/WidgetBody.tsx';
import { gapsOf } from './GapBars.tsx';
import { tableOf } from './read.ts';
import { gradeOf } from './RiskList.tsx';
import { column, data, feedOf } from './test-feed.ts';

const chart = { dataSetId: '1', chartType: 'table', rows: [{ col: 'x' }] };
const show = (type: string, answer: ReturnType<typeof data>, props: object = {}) => {
  const config = ScreenConfig.parse({ v: 1, nodes: { a: { id: 'a', z: 0, x: 0, y: 0, w: 900, h: 480, type, props, chart } } });
  render(<WidgetBody node={config.nodes.a!} config={config} feed={feedOf({ a: { status: 'ready', data: answer } })} />);
};

describe('drawings of walls', () => {
  it('a pace line tells how far a figure is from where it should be', () => {
    const columns = [column('d0', '月'), column('m0', '合同额'), column('m1', '目标'), column('m2', '应到')];
    show('paceLine', data(columns, [['1月', 40, 50, 90], ['2月', 80, 100, 90], ['3月', null, 150, 90]])); // prettier-ignore
    expect(screen.getByRole('img', { name: '合同额 80，目标 150，落后序时 10' })).toBeDefined();
    expect(screen.getByText('落后序时 10')).toBeDefined();
  });
  it('without an amount it says so', () => {
    const columns = [column('d0', '月'), column('m0', '合同额'), column('m1', '目标')];
    show('paceLine', data(columns, [['1月', null, 50]]));
    expect(screen.getByText('没有已发生的数据')).toBeDefined();
  });
  it('gaps stand worst first, and add up to that of the whole', () => {
    const answer = data([column('d0', '单位'), column('m0', '实际'), column('m1', '应到')], [['甲', 110, 100], ['乙', 40, 100], ['丙', 95, 100]]); // prettier-ignore
    expect(gapsOf(tableOf(answer)).map(({ name, gap, severity }) => [name, gap, severity])).toEqual([
      ['乙', -60, 4],
      ['丙', -5, 2],
      ['甲', 10, 1],
    ]);
    show('gapBars', answer);
    expect(screen.getByText('合计 −55')).toBeDefined();
  });
  it('risks are graded by the words of the setting, by what they say, and quiet where they say nothing', () => {
    const levels = ['严重', '高', '中', '低'];
    expect(['高', '逾期', '华中'].map((word) => gradeOf(word, levels))).toEqual([1, 0, 3]);
    const columns = [column('d0', '事项'), column('d1', '级别')];
    show('riskList', data(columns, [['一般事项', '低'], ['要紧事项', '严重']])); // prettier-ignore
    expect(screen.getAllByText(/事项$/).map((one) => one.textContent)).toEqual(['要紧事项', '一般事项']);
  });
  it('a process tells the conversion of each step', () => {
    show('stageFlow', data([column('d0', '阶段'), column('m0', '数量')], [['线索', 200], ['签约', 50]])); // prettier-ignore
    expect(screen.getByText('25.0%')).toBeDefined();
    expect(screen.getByRole('img', { name: '线索 200，签约 50' })).toBeDefined();
  });
  it('a pipeline stands in the order of its setting', () => {
    show('pipeline', data([column('d0', '上游'), column('d1', '下游'), column('m0', '数')], [['ADS', '应用', 3], ['ODS', 'ADS', 9]])); // prettier-ignore
    expect(screen.getAllByText(/^(?:ODS|ADS|应用)$/).map((one) => one.textContent)).toEqual(['ODS', 'ADS', '应用']);
  });
});

describe('a widget without data', () => {
  const inBuilder = (type: string) => {
    const config = ScreenConfig.parse({ v: 1, nodes: { a: { id: 'a', z: 0, x: 0, y: 0, w: 600, h: 400, type } } });
    render(<WidgetBody node={config.nodes.a!} config={config} feed={feedOf({})} isEditing />);
  };
  it.each(WIDGET_LIST.filter(({ type, shelves }) => shelves && type !== 'chart').map(({ type }) => [type]))('%s has a sample', (type) => {
    const sample = sampleOf({ type, chartType: null });
    const { dims, measures } = tableOf(sample!.data);
    const { rows, measures: amounts } = WIDGET_LIST.find((one) => one.type === type)!.shelves!;
    expect(dims.length >= rows.min && dims.length <= rows.max, `${dims.length} names`).toBe(true);
    expect(measures.length >= amounts.min && measures.length <= amounts.max, `${measures.length} amounts`).toBe(true);
  });
  it('shows it in the builder, and says that it is one', () => {
    inBuilder('rank');
    expect(screen.getByText('示例数据')).toBeDefined();
    expect(screen.getByText('华东')).toBeDefined();
  });
});
