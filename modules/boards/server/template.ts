import { tileName } from '#modules/charts/core/index.ts';
import type { TemplateForm } from '#modules/charts/server/index.ts';
import type { BoardConfig } from '../contract/board-config.ts';
import { outlineOfBoard } from '../core/outline.ts';
import { readBoard } from '../core/read-board.ts';
import { boundBoard, withCharts } from '../core/template.ts';

/** Boards as templates. */
export const boardTemplates: TemplateForm<BoardConfig> = {
  kind: 'board',
  read: readBoard,
  outline: outlineOfBoard,
  nameOf({ tabs }, { key, chart }) {
    const title = tabs.flatMap(({ layout }) => layout).find(({ i }) => i === key)?.title;
    return chart ? tileName(title, chart) : (title ?? key);
  },
  withCharts,
  bind: boundBoard,
};
