import type { Db } from '#kit/server/ctx.ts';
import { AppError } from '#kit/contract/errors.ts';
import { publishedForAll } from './published.ts';

const orNull = async (work: () => Promise<string>): Promise<string | null> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.key === 'entity.notFound') return null;
    throw error;
  }
};

/** The published board as a document of its own: its stored charts stand in the tiles. Null when it is not published. */
export const frozenBoard = (db: Db, id: string): Promise<string | null> =>
  orNull(async () => {
    const { config, charts } = await publishedForAll(db, 'board', id);
    const tabs = config.tabs.map((tab) => ({
      ...tab,
      layout: tab.layout.map((tile) => (tile.chartId ? { ...tile, chartId: null, chart: charts[tile.chartId] ?? null } : tile)),
    }));
    return JSON.stringify({ ...config, tabs });
  });

/** As `frozenBoard`, of a screen. */
export const frozenScreen = (db: Db, id: string): Promise<string | null> =>
  orNull(async () => {
    const { config, charts } = await publishedForAll(db, 'screen', id);
    const nodes = Object.fromEntries(
      Object.entries(config.nodes).map(([key, node]) => [
        key,
        node.chartId ? { ...node, chartId: null, chart: charts[node.chartId] ?? null } : node,
      ]),
    );
    return JSON.stringify({ ...config, nodes });
  });
