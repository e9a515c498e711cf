import type { ReplyOf } from '#kit/web/client.ts';
import { Delta } from '#kit/web/parts/Delta.tsx';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { count } from '#kit/web/format.ts';
import type { api } from '../api.ts';
import { stayText } from '../stay.ts';

type Figures = ReplyOf<typeof api.running.overview>;
const HOUR = 3_600;
const DAY = 24 * HOUR;

/** A duration in its own unit, and the difference to another one in the same. */
function unitOf(seconds: number): readonly [unit: string, size: number] {
  if (seconds < HOUR) return ['分钟', 60];
  return seconds < 2 * DAY ? ['小时', HOUR] : ['天', DAY];
}

/** How much runs, how much of it is late, how long it takes, how often it is sent back. */
export function RunningFigures({ figures }: { figures: Figures }) {
  const { running, endedToday, overdue, longest, median, medianBefore, returnRate } = figures;
  const [unit, size] = unitOf(median ?? 0);
  return (
    <FigureStrip
      label="运行概况"
      figures={[
        { label: '运行中', value: count(running), unit: '个', note: `今天办结 ${endedToday}` },
        {
          label: '逾期',
          value: count(overdue),
          unit: '个',
          ...(overdue > 0 && { tone: 'bad' as const }),
          note: longest === null ? '没有逾期' : `最久 ${stayText(longest)}`,
        },
        {
          label: '办结用时（中位数）',
          value: median === null ? null : median < 60 ? '<1' : (median / size).toFixed(1),
          unit,
          note:
            median === null ? (
              '近 30 天没有办结'
            ) : medianBefore === null ? (
              '近 30 天'
            ) : (
              <Delta value={(median - medianBefore) / size} unit={unit} goodWhen="down" label="较前 30 天" />
            ),
        },
        {
          label: '退回率',
          value: returnRate === null ? null : (returnRate * 100).toFixed(1),
          unit: '%',
          note: returnRate === null ? '近 30 天没有办结' : '近 30 天办结的流程',
        },
      ]}
    />
  );
}
