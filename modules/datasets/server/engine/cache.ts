import { namedCache } from '#kit/server/named-cache.ts';
import type { Shaped } from '../../core/query/shape.ts';

/** Rows of one statement as a source gave them, with the answers made of them. */
export interface CachedAnswer {
  readonly rows: readonly (readonly unknown[])[];
  readonly masked: readonly boolean[];
  /** more rows were there than the engine takes */
  readonly truncated: boolean;
  /** epoch ms */
  readonly at: number;
  readonly ms: number;
  /** the last attempt to renew it failed */
  isLastGood: boolean;
  readonly shaped: Map<string, Shaped>;
  readonly bytes: number;
}

const MAX_BYTES = 64 * 1_048_576;

/** A rough size: what strings and numbers take in memory. */
export function sizeOf(rows: readonly (readonly unknown[])[]): number {
  let bytes = 200;
  for (const row of rows) {
    bytes += 40;
    for (const value of row) bytes += typeof value === 'string' ? 16 + value.length * 2 : 8;
  }
  return bytes;
}

/** Answers of this node, within 64 MiB; each is counted twice, as rows and as the answer made of them. */
export const answers = namedCache<CachedAnswer>(
  {
    name: 'visual.answers',
    label: '图表查询结果',
    summary: '图表、看板和大屏的查询结果，按查询内容和查看人的数据权限分别保存，清除后会重新查询数据源',
    max: 20_000,
  },
  { most: MAX_BYTES, of: ({ bytes }) => bytes * 2 },
);

const generations = new Map<string, number>();
/** Part of the keys of everything that belongs to a data set or a source: raising it leaves the older answers to themselves. */
export const generationOf = (id: string): number => generations.get(id) ?? 0;
export const raiseGeneration = (id: string): void => void generations.set(id, generationOf(id) + 1);
