import { Suspense, useEffect, useMemo, useState } from 'react';
import { rebinding } from '#modules/charts/core/index.ts';
import type { PreviewProps } from '#modules/charts/web/builder-parts.ts';
import { draftFeed, FilterBar } from '#modules/charts/web/parts.ts';
import { shapeOfBoard } from '../../core/outline.ts';
import { readBoard } from '../../core/read-board.ts';
import { boundBoard } from '../../core/template.ts';
import { BoardGrid } from '../board/BoardGrid.tsx';
import { BoardTabs } from '../board/lazy.ts';
import { useFolded } from '../board/use-folded.ts';
import { surfaceStyle } from '../board/use-surface.ts';

/** The board that will be made, with the data that were chosen. */
export function BoardTemplatePreview({ template, bindings, setOf }: PreviewProps) {
  const config = useMemo(() => boundBoard(readBoard(template.config), rebinding(bindings, setOf)), [template, bindings, setOf]);
  const shape = useMemo(() => shapeOfBoard(config), [config]);
  const feed = useMemo(
    () =>
      draftFeed(
        () => Object.fromEntries([...shape.tiles].map(([key, { chart }]) => [key, chart])),
        () => shape,
      ),
    [shape],
  );
  useEffect(() => () => feed.close(), [feed]);
  const { folded, fold } = useFolded(config);
  const [tabId, setTab] = useState<string | null>(null);
  const tab = config.tabs.find(({ id }) => id === tabId) ?? config.tabs[0];
  if (!tab) return null;
  return (
    <div style={surfaceStyle(config.theme)}>
      {config.tabs.length > 1 && (
        <Suspense fallback={<div className="board-tabs-coming" />}>
          <BoardTabs tabs={config.tabs} active={tab.id} onChange={setTab} />
        </Suspense>
      )}
      {config.filters.length > 0 && <FilterBar feed={feed} filters={config.filters} apply={config.apply} />}
      <BoardGrid
        key={tab.id}
        layout={tab.layout}
        config={config}
        feed={feed}
        shape={shape}
        handlersOf={null}
        folded={folded}
        onFold={fold}
      />
    </div>
  );
}
