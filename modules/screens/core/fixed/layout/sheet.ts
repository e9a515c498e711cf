import type * as z from 'zod';
import { ScreenConfig, type ScreenNode } from '../../../contract/screen-config.ts';
import type { Action } from '#modules/charts/contract/view-filter.ts';
import { HEADER, row, WIDTH, type Box } from './frame.ts';
import { chartOf, HUES, setId, type Ask, type FieldInput } from './query.ts';

type NodeInput = z.input<typeof ScreenNode>;
type ActionInput = z.input<typeof Action>;
type Rest = Pick<NodeInput, 'props' | 'actions' | 'parent' | 'refreshSec'>;

/** Charts whose colours tell kinds apart and mean nothing else. */
const KINDS: ReadonlySet<string> = new Set(['pie', 'sankey', 'wordCloud']);

/** Short names of the screens on the tabs. */
const TABS = [
  ['cockpit', '驾驶舱'],
  ['leaderView', '领导'],
  ['overview', '总览'],
  ['engineering', '工程'],
  ['inbound', '获客'],
  ['human', '人力'],
  ['subCompany', '子公司'],
  ['marketView', '市场'],
  ['smartData', '数据'],
] as const;
export const toScreen = (code: string) => ({ to: 'page' as const, path: `/${code}` });
export const toPage = (path: string) => ({ to: 'page' as const, path });

/** A jump with clicked values as filters: `col>filter`. */
export const jump = (link: ReturnType<typeof toPage>, ...pairs: string[]): ActionInput => ({
  do: 'jump',
  link,
  map: pairs.map((pair) => {
    const [col, filter] = pair.split('>') as [string, string];
    return { col, filter };
  }),
});
export interface Figure {
  readonly label: string;
  readonly set?: string;
  /** main measure, change and target, or main measure and figures beside it */
  readonly measures: readonly FieldInput[];
  readonly color?: string;
  readonly goodWhen?: 'up' | 'down' | 'none';
  readonly to?: ActionInput;
  readonly props?: Rest['props'];
  readonly filters?: Ask['filters'];
}

/** Puts a screen together node by node; ids are stable, so that an update of the product changes only what differs. */
export class Sheet {
  readonly #nodes: Record<string, NodeInput> = {};
  readonly #year: Set<string> = new Set();
  #z = 0;

  /** A node anywhere. Entrance is staggered by place in the file. */
  put(id: string, type: NodeInput['type'], [x, y, w, h]: Box, rest: Partial<NodeInput> = {}): this {
    if (this.#nodes[id]) throw new Error(`node ${id} stands twice`);
    const delay = Math.min(1200, this.#z * 40);
    this.#nodes[id] = { id, z: ++this.#z, x, y, w, h, type, enter: { kind: 'fade', delay, ms: 480 }, ...rest };
    return this;
  }
  /** A node with data. */
  data(id: string, type: NodeInput['type'], box: Box, ask: Ask, rest: Rest & { name?: string } = {}): this {
    if (!PLAIN.has(ask.set)) this.#year.add(ask.set);
    return this.put(id, type, box, { ...rest, chart: chartOf(ask) });
  }
  chart(id: string, box: Box, ask: Ask, rest: Rest & { name?: string } = {}): this {
    const isOfKinds =
      KINDS.has(ask.chartType ?? '') || (ask.chartType === 'bar' && ((ask.columns?.length ?? 0) > 0 || ask.seriesType === 'stackbar'));
    const options = isOfKinds && !ask.options?.colors ? { ...ask.options, colors: HUES } : ask.options;
    return this.data(id, 'chart', box, { ...ask, ...(options && { options }) }, { props: { pad: 4 }, ...rest });
  }
  /**
   * Named pages below a title that has nothing on its right: the tabs stand there. Each page is one node (a group where there are more)
   * that `fill` puts with the parent it is given.
   */
  pages(
    id: string,
    [x, y, w, h]: Box,
    title: string,
    pages: readonly (readonly [label: string, fill: (own: { parent: string }) => unknown])[],
  ): this {
    const lift = 38;
    this.put(id, 'carousel', [x, y - lift, w, h + lift], {
      parent: title,
      props: { seconds: 0, dots: false, tabs: pages.map(([label]) => ({ label })) },
    });
    for (const [, fill] of pages) fill({ parent: id });
    return this;
  }
  /** A title with nothing around it. */
  title(id: string, box: Box, title: string, sub = ''): this {
    return this.put(id, 'panel', box, { name: title, props: { title, sub, frame: 'bare' } });
  }
  /** A vertical hairline that parts a wall. */
  rule(id: string, x: number, from: number, to: number): this {
    return this.put(id, 'panel', [x, from, 1, to - from], { props: { title: '', frame: 'rule' } });
  }
  /** Figures side by side, in as many lines as there are boxes, each of the same count. */
  figures(boxes: readonly Box[], figures: readonly Figure[], size = 40): this {
    const perLine = Math.ceil(figures.length / boxes.length);
    const places = boxes.flatMap((box) => row(box, perLine));
    figures.forEach(({ label, set = 'company', measures, color = 'accent', goodWhen = 'up', to, props, filters }, i) => {
      this.data(
        `kpi${i + 1}`,
        'kpi',
        places[i]!,
        { set, measures, ...(filters && { filters }) },
        {
          name: label,
          // a figure is followed by its change and target, or by others that belong to it
          props: {
            label,
            color,
            size,
            goodWhen,
            targetLabel: '序时',
            align: 'top',
            second: typeof measures[1] === 'string' && measures[1].endsWith('_yoy') ? 'auto' : 'note',
            ...props,
          },
          ...(to && { actions: [to] }),
        },
      );
    });
    return this;
  }
  /** Header, tabs to the other screens (those without right are not shown), year and organisation. */
  head(title: string, filters: { year?: boolean; org?: boolean; steps?: boolean } = {}): this {
    this.put('head', 'header', [0, 0, WIDTH, HEADER], {
      name: '标题栏',
      props: { title, variant: 'flat', size: 30, spacing: 0, sweep: false, chevrons: false },
    });
    this.put('tabs', 'screenTabs', [288, 0, 720, HEADER], {
      name: '大屏切换',
      props: { items: TABS.map(([to, label]) => ({ label, link: toScreen(to) })), size: 16, align: 'left', look: 'text' },
    });
    const { year = true, org = true, steps = false } = filters;
    const wide = steps ? 268 : 200;
    const right = 1532;
    if (org)
      this.put('orgFilter', 'filter', [right - wide, 18, wide, 36], {
        name: '单位',
        props: { filter: 'org', size: 16, look: steps ? 'stepper' : 'select' },
      });
    if (year)
      this.put('yearFilter', 'filter', [right - (org ? wide + 16 : 0) - 176, 18, 176, 36], {
        name: '年份',
        props: { filter: 'year', size: 16 },
      });
    return this;
  }

  /** The document. */
  done(rest: Partial<z.input<typeof ScreenConfig>> = {}): ScreenConfig {
    const sets = [...this.#year].toSorted();
    const has = (id: string) => this.#nodes[id] !== undefined;
    const target = (param: string) => sets.map((set) => ({ dataSetId: setId(set), param }));
    return ScreenConfig.parse({
      v: 1,
      nodes: this.#nodes,
      refreshSec: 60,
      filters: [
        ...(has('yearFilter') ? [{ id: 'year', label: '年份', kind: 'year', emptyLabel: '本年度', targets: target('year') }] : []),
        // a jump may bring the organisation to a screen that does not offer it
        {
          id: 'org',
          label: '单位',
          kind: 'select',
          emptyLabel: '全集团',
          source: { dataSetId: setId('org'), col: 'short_name' },
          targets: target('org'),
          hidden: !has('orgFilter'),
        },
      ],
      ...rest,
    });
  }
}
/** Data sets over the platform, without parameters. */
export const PLAIN: ReadonlySet<string> = new Set([
  'sources',
  'tables',
  'classes',
  'changes',
  'syncs',
  'queries',
  'objects',
  'layers',
  'tasks',
  'calls',
  'callers',
  'operations',
  'logins',
  'certs',
  'board',
  'mine',
  'resources',
  'standards',
]);
