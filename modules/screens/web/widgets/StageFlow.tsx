import { inOneScale } from '#modules/charts/core/index.ts';
import { stageFlowOf, type FlowJudge, type FlowSource, type StageFlow as Flow, type StageRow } from '../../core/drawings/stage-flow.ts';
import { flag, partsOf, str, textOf, valueOf, type Column, type Table } from './read.ts';
import type { DataProps } from './types.ts';
import { shortened } from './wall-parts.ts';

const BAR = 14;
/** Right ends of name, count and bar of a source, and what its ribbon needs at least. */
const NAME = 116;
const COUNT = 170;
const EDGE = 226;
const SOURCES = { least: 380, most: 470, share: 0.3 };
const HEAD = 72;
const FOOT = 44;
/** Room behind the last stage for its words. */
const TAIL = { money: 120, plain: 64 };

/** Rows of an answer as stages of a process. */
export function stageRowsOf({ dims, measures, rows }: Table): StageRow[] {
  const [stage, source] = dims;
  const [count, lost, open, before, amount] = measures;
  return rows.map((row) => ({
    stage: textOf(row, stage),
    source: source ? textOf(row, source) : '',
    count: valueOf(row, count) ?? 0,
    lost: valueOf(row, lost) ?? 0,
    open: valueOf(row, open) ?? 0,
    before: before ? valueOf(row, before) : null,
    amount: amount ? valueOf(row, amount) : null,
  }));
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
/** Worst step red, one that fell amber, others plain. */
function toneOf({ stages, judge, worst }: Flow, at: number): string {
  const { conversion, conversionBefore } = stages[at]!;
  if (judge !== 'conversion') return 'var(--s-text)';
  if (worst === at) return 'var(--severity-4)';
  return conversion !== null && conversionBefore !== null && conversion < conversionBefore - 0.002 ? 'var(--severity-2)' : 'var(--s-text)';
}

/** A process from left to right in true proportions, with the conversion of each step and what was lost in it. */
export function StageFlow({ node, props, table, onRow }: DataProps) {
  const rows = stageRowsOf(table);
  const hasSources = flag(props, 'sources') && rows.some(({ source }) => source !== '');
  const left = hasSources ? Math.min(SOURCES.most, Math.max(SOURCES.least, node.w * SOURCES.share)) : 8;
  const hasExits = str(props, 'look') === 'full' && table.measures.length > 1;
  const foot = hasExits ? FOOT : 8;
  const tail = table.measures[4] ? TAIL.money : TAIL.plain;
  const room = { x: left, y: HEAD, w: node.w - left - tail, h: (node.h - HEAD - foot) * (hasExits ? 0.8 : 1), bar: BAR };
  const flow = stageFlowOf(rows, room, str(props, 'judge') as FlowJudge);
  const amount = table.measures[4];
  const money: Column | undefined = amount?.format
    ? { ...amount, format: inOneScale({ ...amount.format, scale: 'auto' }, [Math.max(...flow.stages.map((stage) => stage.amount ?? 0))]) }
    : amount;
  const first = (name: string) => table.rows.find((row) => textOf(row, table.dims[0]) === name);
  const click = (name: string) => {
    const row = first(name);
    return onRow && row ? () => onRow(row) : undefined;
  };
  return (
    <svg
      className="sw-flow"
      width={node.w}
      height={node.h}
      role="img"
      aria-label={flow.stages.map(({ name, count }) => `${name} ${whole(count)}`).join('，')}
    >
      <defs>
        <linearGradient id={`flow-${node.id}`} x1="0" x2="1">
          <stop offset="0" stopColor="var(--s-accent2)" stopOpacity=".72" />
          <stop offset="1" stopColor="var(--s-accent2)" stopOpacity=".5" />
        </linearGradient>
      </defs>
      {hasSources && <Sources flow={flow} left={left} title={table.dims[1]?.name ?? ''} />}
      {flow.stages.map((stage, i) => (
        <g key={stage.name} onClick={click(stage.name)} className="sw-flow-stage">
          <Band flow={flow} at={i} fill={`url(#flow-${node.id})`} beforeLabel={str(props, 'beforeLabel')} />
          {hasExits && <Exits flow={flow} at={i} foot={node.h - foot} words={[str(props, 'lostLabel'), str(props, 'openLabel')]} />}
          <rect
            x={stage.x}
            y={stage.y}
            width={BAR}
            height={Math.max(2, stage.h)}
            className="sw-flow-bar"
            data-last={i === flow.stages.length - 1 ? '' : undefined}
          />
          <StageHead stage={stage} money={money} />
        </g>
      ))}
    </svg>
  );
}

function StageHead({ stage, money }: { stage: Flow['stages'][number]; money: Column | undefined }) {
  return (
    <>
      <text x={stage.x} y={HEAD - 46} className="sw-flow-name">
        {stage.name}
      </text>
      <text x={stage.x} y={HEAD - 14} className="sw-flow-count">
        {whole(stage.count)}
        {money && stage.amount !== null && (
          <tspan dx="10">
            {partsOf(stage.amount, money).digits}
            {partsOf(stage.amount, money).unit}
          </tspan>
        )}
      </text>
    </>
  );
}

interface BandProps {
  flow: Flow;
  at: number;
  fill: string;
  beforeLabel: string;
}
/** What goes on to the next stage, with the conversion in it. */
function Band({ flow, at, fill, beforeLabel }: BandProps) {
  const stage = flow.stages[at]!;
  const next = flow.stages[at + 1];
  if (!next || stage.conversion === null) return null;
  const isWorst = flow.judge === 'conversion' && flow.worst === at;
  const size = Math.min(isWorst ? 44 : 32, Math.max(18, next.h * 0.5));
  const middle = (stage.x + BAR + next.x) / 2;
  // a band that is too thin carries its words below
  const hasBefore = stage.conversionBefore !== null;
  const isThin = next.h < size + (hasBefore ? 30 : 4);
  const plate = Math.min(next.x - stage.x - BAR, Math.max(128, size * 3));
  const y = isThin ? stage.y + next.h + size : stage.y + next.h / 2 + size * (hasBefore ? 0.2 : 0.36);
  return (
    <>
      <rect x={stage.x + BAR} y={stage.y} width={next.x - stage.x - BAR} height={next.h} fill={fill} />
      {hasBefore && <rect className="sw-flow-plate" x={middle - plate / 2} y={y - size} width={plate} height={size + 36} rx="8" />}
      <text x={middle} y={y} textAnchor="middle" className="sw-flow-rate" style={{ fontSize: size, fill: toneOf(flow, at) }}>
        {percent(stage.conversion)}
      </text>
      {hasBefore && (
        <text x={middle} y={y + 24} textAnchor="middle" className="sw-flow-before">
          {beforeLabel} {percent(stage.conversionBefore ?? 0)}
        </text>
      )}
    </>
  );
}

interface ExitsProps {
  flow: Flow;
  at: number;
  foot: number;
  words: readonly [lost: string, open: string];
}
/** What does not go on leaves downwards, as wide as the bars are high. */
function Exits({ flow, at, foot, words: [lostLabel, openLabel] }: ExitsProps) {
  const stage = flow.stages[at]!;
  const next = flow.stages[at + 1];
  if (!next || stage.lost + stage.open === 0) return null;
  const from = stage.x + BAR;
  const top = stage.y + next.h;
  const isWorst = flow.worst === at;
  // the open ones leave outside, the lost ones inside of the bend
  const bend = (y: number, inner: number, width: number): string => {
    const outer = inner + width;
    return `M${from} ${y}H${from + inner * 0.4}Q${from + outer} ${y} ${from + outer} ${y + outer}V${foot}H${from + inner}V${y + width + inner}Q${from + inner} ${y + width} ${from + inner * 0.4} ${y + width}H${from}Z`;
  };
  const gap = 24;
  return (
    <>
      {stage.openH > 0 && <path d={bend(top, gap + stage.lostH, stage.openH)} className="sw-flow-open" />}
      {stage.lostH > 0 && (
        <path d={bend(top + stage.openH, gap, stage.lostH)} className="sw-flow-lost" data-worst={isWorst ? '' : undefined} />
      )}
      <text x={from + 4} y={foot + 28} className="sw-flow-exit" data-worst={isWorst ? '' : undefined}>
        {stage.lost > 0 && (
          <tspan>
            {lostLabel} {whole(stage.lost)}
          </tspan>
        )}
        {stage.open > 0 && (
          <tspan dx={stage.lost > 0 ? 14 : 0} className="sw-flow-still">
            {openLabel} {whole(stage.open)}
          </tspan>
        )}
      </text>
    </>
  );
}

const MIN_SHARE = 0.03;
/** Line of the words above the columns of the sources. */
const HEADS = 8;
function Sources({ flow, left, title }: { flow: Flow; left: number; title: string }) {
  // a handful of cases says nothing about a source
  const all = flow.sources.reduce((sum, { count }) => sum + count, 0);
  const best = Math.max(...flow.sources.map(({ conversion, count }) => (count >= all * MIN_SHARE ? (conversion ?? 0) : 0)));
  const ribbon = ({ y, h, into }: FlowSource): string => {
    const middle = (EDGE + 10 + left) / 2;
    return `M${EDGE + 10} ${y}C${middle} ${y} ${middle} ${into} ${left} ${into}V${into + h}C${middle} ${into + h} ${middle} ${y + h} ${EDGE + 10} ${y + h}Z`;
  };
  // names stand beside their ribbons, a line apart where those are thin
  const lines = flow.sources.reduce<number[]>(
    (before, { y, h }) => [...before, Math.max((before.at(-1) ?? HEADS) + 26, y + h / 2 + 6)],
    [],
  );
  const [first, last] = [flow.stages[0]!, flow.stages.at(-1)!];
  return (
    <>
      <g className="sw-flow-heads">
        <text y={HEADS}>{title}</text>
        <text x={COUNT} y={HEADS} textAnchor="end">
          {shortened(first.name, 48, 16)}
        </text>
        <text x={EDGE - 10} y={HEADS} textAnchor="end">
          {shortened(last.name, 48, 16)}
        </text>
      </g>
      {flow.sources.map((source, i) => {
        const textY = lines[i]!;
        return (
          <g key={source.name}>
            <path d={ribbon(source)} className="sw-flow-source" />
            <rect x={EDGE} y={source.y} width="10" height={Math.max(1, source.h)} className="sw-flow-bar" />
            <text x="0" y={textY} className="sw-flow-from">
              {shortened(source.name, NAME, 16)}
            </text>
            <text x={COUNT} y={textY} textAnchor="end" className="sw-flow-many">
              {whole(source.count)}
            </text>
            <text
              x={EDGE - 10}
              y={textY}
              textAnchor="end"
              className="sw-flow-share"
              data-best={source.conversion === best && source.count >= all * MIN_SHARE ? '' : undefined}
            >
              {source.conversion === null ? '—' : `${Math.round(source.conversion * 100)}%`}
            </text>
          </g>
        );
      })}
    </>
  );
}
