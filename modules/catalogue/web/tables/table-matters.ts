import type { LineageGraph, LineageNode } from '#modules/lineage/contract/lineage.ts';
import type { TableDetail } from './TableView.tsx';

/** Something about a table that waits for its steward. */
export interface Matter {
  readonly text: string;
  /** the tab where it is dealt with; null = the form of the table */
  readonly tab: 'columns' | 'changes' | null;
}

/** What is missing or waits at a table, most urgent first. */
export function mattersOf(table: TableDetail, openChanges: number): Matter[] {
  const columns = (holds: (column: TableDetail['columns'][number]) => boolean) => table.columns.filter(holds).length;
  const doubtful = columns(({ levelBy }) => levelBy === 'pending' || levelBy === 'renamed');
  const unlevelled = columns(({ level }) => level === null);
  const unnamed = columns(({ cnName, columnComment }) => !cnName && !columnComment);
  const found: [boolean, Matter][] = [
    [openChanges > 0, { text: `${openChanges} 项变更待确认`, tab: 'changes' }],
    [doubtful > 0, { text: `${doubtful} 个字段级别待确认`, tab: 'columns' }],
    [unlevelled > 0, { text: `${unlevelled} 个字段未分级`, tab: 'columns' }],
    [unnamed > 0, { text: `${unnamed} 个字段没有中文名`, tab: 'columns' }],
    [table.ownerId === null, { text: '没有指定负责人', tab: null }],
    [table.domainId === null, { text: '没有归入主题域', tab: null }],
    [!table.description, { text: '没有说明', tab: null }],
  ];
  return found.flatMap(([isOpen, matter]) => (isOpen ? [matter] : []));
}

/** Neighbours that the rail names, in each direction. */
const MAX = 4;

/** The neighbours of the start of a graph with how many there are in all; tables that the caller may not see are counted, not named. */
export function neighboursOf(graph: Pick<LineageGraph, 'focus' | 'nodes'>): {
  upCount: number;
  downCount: number;
  nodes: LineageNode[];
} {
  const start = graph.nodes.find((node) => node.key === graph.focus);
  const named = graph.nodes.filter((node) => node.key !== graph.focus && node.type !== 'hidden');
  const up = named.filter((node) => node.distance < 0).slice(0, MAX);
  const down = named.filter((node) => node.distance > 0).slice(0, MAX);
  return { upCount: start?.upCount ?? 0, downCount: start?.downCount ?? 0, nodes: [...up, ...down] };
}
