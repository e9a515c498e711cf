import type { ScreenView } from '../../contract/view-calls.ts';
import { ScreenStage } from '../screen/stage/ScreenStage.tsx';
import type { TileFeed } from '../view/tiles.ts';
import './share.css';

/** A shared screen fills the window. */
export function SharedScreen({ view, feed }: { view: ScreenView; feed: TileFeed }) {
  return (
    <main className="share-screen" aria-label={view.name}>
      <ScreenStage config={view.config} feed={feed} />
    </main>
  );
}
