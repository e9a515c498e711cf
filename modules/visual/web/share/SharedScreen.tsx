import type { ScreenView } from '../../contract/view-calls.ts';
import { ScreenStage } from '../screen/stage/ScreenStage.tsx';
import type { TileFeed } from '../view/tiles.ts';
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
