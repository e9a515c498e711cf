import { useEffect, useRef } from 'react';
import { ScreenStage } from '../stage/ScreenStage.tsx';
import { Notice } from '../widgets/DataBody.tsx';
import { useScreen } from './use-screen.ts';

const NOTHING = { filters: {}, links: {}, drills: {} };
const LOOK_MS = 400;
/** Charts are drawn a moment after their figures came. */
const REST_MS = 1200;
/** What has not answered by then is shown as it is. */
const MOST_MS = 20_000;

/** A still copy of what an element shows: its nodes and the pixels of its canvases, without anything that goes on in it. */
function stillOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement;
  const copies = copy.querySelectorAll('canvas');
  for (const [i, canvas] of element.querySelectorAll('canvas').entries()) {
    if (canvas.width > 0 && canvas.height > 0) copies[i]?.getContext('2d')?.drawImage(canvas, 0, 0);
  }
  return copy;
}

interface Props {
  idOrCode: string;
  /** it is its turn: it is drawn from its data until it stands complete */
  isDue: boolean;
  onDone: () => void;
}
/**
 * Another screen in small. It lives only while it is due; then a still copy takes its place, which costs nothing. A wall of living screens
 * kept half of a processor busy.
 */
export function MiniScreen({ idOrCode, isDue, onDone }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const keep = (live: HTMLElement | null) => {
    if (live) place.current?.replaceChildren(stillOf(live));
    onDone();
  };
  return (
    <>
      <div ref={place} className="sw-still" aria-hidden />
      {isDue && <Live idOrCode={idOrCode} onSettled={keep} />}
    </>
  );
}

function Live({ idOrCode, onSettled }: { idOrCode: string; onSettled: (live: HTMLElement | null) => void }) {
  const root = useRef<HTMLDivElement>(null);
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  }, [onSettled]);
  const { shown, error } = useScreen(idOrCode, NOTHING);
  const hasFace = shown !== null || error !== null;
  useEffect(() => {
    const start = performance.now();
    let quiet = 0;
    const each = setInterval(() => {
      const element = root.current;
      const isBusy = !hasFace || !element?.firstElementChild || element.querySelector('[aria-busy="true"]') !== null;
      quiet = isBusy ? 0 : quiet + LOOK_MS;
      if (quiet < REST_MS && performance.now() - start < MOST_MS) return;
      clearInterval(each);
      settled.current(element);
    }, LOOK_MS);
    return () => clearInterval(each);
  }, [hasFace]);
  return (
    <div ref={root} className="sw-live">
      {error && !shown && (
        <Notice kind={error.status === 403 ? 'noRight' : 'empty'} title={error.status === 404 ? '尚未发布' : '无法打开'} />
      )}
      {shown && <ScreenStage config={shown.document.config} feed={shown.feed} fit="contain" mode="mini" />}
    </div>
  );
}
