/** One stage of a process, from one source. */
export interface StageRow {
  readonly stage: string;
  /** where it came from; '' = not told apart */
  readonly source: string;
  readonly count: number;
  /** of those that did not go on: lost for good, and still open */
  readonly lost: number;
  readonly open: number;
  /** the same a period before; null = not known */
  readonly before: number | null;
  readonly amount: number | null;
}
export interface FlowStage {
  readonly name: string;
  readonly count: number;
  readonly lost: number;
  readonly open: number;
  readonly amount: number | null;
  /** share of this stage that reached the next one; null for the last */
  readonly conversion: number | null;
  readonly conversionBefore: number | null;
  /** box of its bar; equal heights are equal counts */
  readonly x: number;
  readonly y: number;
  readonly h: number;
  /** widths of the ribbons that leave it, in the same measure as its height */
  readonly lostH: number;
  readonly openH: number;
}
export interface FlowSource {
  readonly name: string;
  readonly count: number;
  /** share of it that reached the last stage */
  readonly conversion: number | null;
  readonly y: number;
  readonly h: number;
  /** where its ribbon meets the first stage */
  readonly into: number;
}
/** What a step is judged by: how many go on, how many of those that stay are lost, or nothing. */
export type FlowJudge = 'conversion' | 'lost' | 'none';
export interface StageFlow {
  readonly stages: readonly FlowStage[];
  readonly sources: readonly FlowSource[];
  readonly judge: FlowJudge;
  /** place in `stages` of the step that is worst by `judge`; null without one */
  readonly worst: number | null;
}
export interface FlowRoom {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  /** width of a bar */
  readonly bar: number;
}

const total = (rows: readonly StageRow[], of: (row: StageRow) => number | null): number =>
  rows.reduce((sum, row) => sum + (of(row) ?? 0), 0);
const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Conversion: the step that fell most, else the lowest. */
function worstConversion(stages: readonly FlowStage[]): number | null {
  let worst: { at: number; by: number } | null = null;
  for (const [at, { conversion, conversionBefore }] of stages.entries()) {
    if (conversion === null) continue;
    const by = conversionBefore === null ? conversion - 1 : conversion - conversionBefore - 1;
    if (worst === null || by < worst.by) worst = { at, by };
  }
  return worst?.at ?? null;
}
/** The stage with most lost among those that went no further. */
function worstLoss(stages: readonly FlowStage[]): number | null {
  const shares = stages.map(({ lost, open }) => share(lost, lost + open) ?? 0);
  const most = Math.max(0, ...shares);
  return most > 0 ? shares.indexOf(most) : null;
}
const WORST: Readonly<Record<FlowJudge, (stages: readonly FlowStage[]) => number | null>> = {
  conversion: worstConversion,
  lost: worstLoss,
  none: () => null,
};

/**
 * A process from left to right: every height and every width of a ribbon is the same number of pixels per case. Stages and sources stand in
 * the order in which they come.
 */
export function stageFlowOf(rows: readonly StageRow[], room: FlowRoom, judge: FlowJudge = 'conversion'): StageFlow {
  const names = [...new Set(rows.map(({ stage }) => stage))];
  const of = (name: string) => rows.filter(({ stage }) => stage === name);
  const counts = names.map((name) => total(of(name), ({ count }) => count));
  const hasBefore = rows.some(({ before }) => before !== null);
  const before = names.map((name) => (hasBefore ? total(of(name), (row) => row.before) : null));
  const most = Math.max(1, ...counts);
  const unit = room.h / most;
  const step = names.length > 1 ? (room.w - room.bar) / (names.length - 1) : 0;
  const stages = names.map((name, i): FlowStage => {
    const own = of(name);
    const next = counts[i + 1];
    const lost = total(own, (row) => row.lost);
    const open = total(own, (row) => row.open);
    const hasAmount = own.some(({ amount }) => amount !== null);
    return {
      name,
      count: counts[i]!,
      lost,
      open,
      amount: hasAmount ? total(own, ({ amount }) => amount) : null,
      conversion: next === undefined ? null : share(next, counts[i]!),
      conversionBefore: next === undefined ? null : share(before[i + 1] ?? 0, before[i] ?? 0),
      x: room.x + i * step,
      y: room.y,
      h: counts[i]! * unit,
      lostH: lost * unit,
      openH: open * unit,
    };
  });
  return { stages, sources: sourcesOf(rows, names, room, unit), judge, worst: WORST[judge](stages) };
}

const SOURCE_GAP = 14;
function sourcesOf(rows: readonly StageRow[], names: readonly string[], room: FlowRoom, unit: number): FlowSource[] {
  const [first] = names;
  const last = names.at(-1);
  const entering = rows.filter(({ stage, source }) => stage === first && source !== '').toSorted((a, b) => b.count - a.count);
  let y = room.y - (Math.max(0, entering.length - 1) * SOURCE_GAP) / 2;
  let into = room.y;
  return entering.map(({ source, count }): FlowSource => {
    const arrived = total(
      rows.filter((row) => row.stage === last && row.source === source),
      (row) => row.count,
    );
    const h = count * unit;
    const found = { name: source, count, conversion: share(arrived, count), y, h, into };
    y += h + SOURCE_GAP;
    into += h;
    return found;
  });
}
