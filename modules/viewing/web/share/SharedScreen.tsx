import type { ScreenView } from '../../contract/view-calls.ts';
import { ScreenStage } from '#modules/screens/web/parts.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import { ExportButton } from './ExportButton.tsx';
import './share.css';

/** A shared screen fills the window. */
export function SharedScreen({ view, feed, exportData }: { view: ScreenView; feed: TileFeed; exportData: () => Promise<void> }) {
  return (
    <main className="share-screen" aria-label={view.name}>
      <ScreenStage config={view.config} feed={feed} />
      {view.canExport && (
        <div className="share-corner">
          <ExportButton exportData={exportData} />
        </div>
      )}
    </main>
  );
}
