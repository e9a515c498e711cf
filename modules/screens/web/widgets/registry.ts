import type { ComponentType } from 'react';
import type { WidgetType } from '../../contract/screen-config.ts';
import { Progress, Scorecard, Segments } from './Bars.tsx';
import { Border } from './Border.tsx';
import { Cards } from './Cards.tsx';
import { Carousel } from './Carousel.tsx';
import { ChartWidget } from './ChartWidget.tsx';
import { Decoration } from './Decoration.tsx';
import { FilterWidget } from './FilterWidget.tsx';
import { Flip } from './Flip.tsx';
import { Gantt } from './Gantt.tsx';
import { Header } from './Header.tsx';
import { HeroMap } from './HeroMap.tsx';
import { Kpi } from './Kpi.tsx';
import { FrameWidget, ImageWidget, VideoWidget } from './Media.tsx';
import { Panel } from './Panel.tsx';
import { Rank } from './Rank.tsx';
import { Relation } from './Relation.tsx';
import { Ring } from './Ring.tsx';
import { ScreenTabs } from './ScreenTabs.tsx';
import { ScrollTable } from './ScrollTable.tsx';
import { StatusGrid } from './StatusGrid.tsx';
import { TextWidget, TimeWidget } from './Text.tsx';
import { Thumbs } from './Thumbs.tsx';
import { Ticker } from './Ticker.tsx';
import { Timeline } from './Timeline.tsx';
import { TitleBar } from './TitleBar.tsx';
import { CalloutMap } from './CalloutMap.tsx';
import { GapBars } from './GapBars.tsx';
import { PaceBars } from './PaceBars.tsx';
import { PaceLine } from './PaceLine.tsx';
import { Pipeline } from './Pipeline.tsx';
import { RiskList } from './RiskList.tsx';
import { StageFlow } from './StageFlow.tsx';
import type { DataProps, PlainProps } from './types.ts';

/** Widgets without data; a group is only a frame for its children. */
export const PLAIN: Readonly<Partial<Record<WidgetType, ComponentType<PlainProps>>>> = {
  header: Header,
  panel: Panel,
  border: Border,
  decoration: Decoration,
  titleBar: TitleBar,
  text: TextWidget,
  time: TimeWidget,
  image: ImageWidget,
  video: VideoWidget,
  frame: FrameWidget,
  carousel: Carousel,
  screenTabs: ScreenTabs,
  filter: FilterWidget,
  thumbs: Thumbs,
};
/** Widgets that show an answer. */
export const DATA: Readonly<Partial<Record<WidgetType, ComponentType<DataProps>>>> = {
  chart: ChartWidget,
  heroMap: HeroMap,
  relation: Relation,
  kpi: Kpi,
  flip: Flip,
  rank: Rank,
  scrollTable: ScrollTable,
  ticker: Ticker,
  timeline: Timeline,
  ring: Ring,
  segments: Segments,
  progress: Progress,
  scorecard: Scorecard,
  cards: Cards,
  gantt: Gantt,
  statusGrid: StatusGrid,
  paceLine: PaceLine,
  paceBars: PaceBars,
  gapBars: GapBars,
  calloutMap: CalloutMap,
  riskList: RiskList,
  stageFlow: StageFlow,
  pipeline: Pipeline,
};
