import { lazy, Suspense, useCallback, useState } from 'react';
import { Link } from '../../../contract/view-filter.ts';
import { useEvery } from '../stage/clock.ts';
import { useStage } from '../stage/stage-context.ts';
import { Notice } from './DataBody.tsx';
import { items, num } from './read.ts';
import type { PlainProps } from './types.ts';

const MiniScreen = lazy(() => import('../view/MiniScreen.tsx').then((part) => ({ default: part.MiniScreen })));

/** Screen that a link opens: its id, or the code of a fixed one. */
function targetOf(link: unknown): { to: ReturnType<typeof Link.parse>; idOrCode: string } | null {
  const parsed = Link.safeParse(link);
  if (!parsed.success) return null;
  const to = parsed.data;
  if (to.to === 'screen') return { to, idOrCode: to.id };
  const code = to.to === 'page' ? /^\/(?:screen\/)?([A-Za-z]+)$/.exec(to.path)?.[1] : undefined;
  return code ? { to, idOrCode: code } : null;
}

/** How old a miniature may be before it is drawn anew when its turn comes. */
const FRESH_MS = 240_000;

/** Other screens in small, drawn one after the other and then still, one of them lit in turn; a click opens it. */
export function Thumbs({ node, props, isEditing }: PlainProps) {
  const { open, mayOpen, isMini } = useStage();
  const [lit, setLit] = useState(-1);
  const [rests, setRests] = useState(false);
  const shown = items(props, 'items').flatMap(({ label, link }) => {
    const target = targetOf(link);
    return target && mayOpen(target.to) ? [{ ...target, label: typeof label === 'string' ? label : '' }] : [];
  });
  // one at a time, the oldest first; nothing is drawn in a hidden tab
  const [due, setDue] = useState<string | null>(null);
  const [drawn, setDrawn] = useState<Readonly<Record<string, number>>>({});
  const done = useCallback((code: string) => {
    setDrawn((before) => ({ ...before, [code]: Date.now() }));
    setDue(null);
  }, []);
  useEvery(isMini || isEditing ? 0 : 1, due !== null, () => {
    const old = (code: string) => drawn[code] === undefined || Date.now() - drawn[code] > FRESH_MS;
    const next = shown.filter(({ idOrCode }) => old(idOrCode)).toSorted((a, b) => (drawn[a.idOrCode] ?? 0) - (drawn[b.idOrCode] ?? 0))[0];
    if (next) setDue(next.idOrCode);
  });
  useEvery(shown.length > 1 ? num(props, 'seconds') : 0, rests || isEditing, () => setLit((before) => (before + 1) % shown.length));
  if (shown.length === 0) return <Notice kind="empty" title={isEditing ? '在右侧添加大屏' : '没有可打开的大屏'} />;
  const columns = num(props, 'columns');
  const gap = num(props, 'gap');
  const lines = Math.ceil(shown.length / columns);
  const w = (node.w - gap * (columns - 1)) / columns;
  const h = (node.h - gap * (lines - 1)) / lines;
  return (
    <div
      className="sw-thumbs"
      style={{ gap, gridTemplateColumns: `repeat(${columns}, ${w}px)`, gridAutoRows: h }}
      onPointerEnter={() => setRests(true)}
      onPointerLeave={() => setRests(false)}
    >
      {shown.map(({ to, idOrCode, label }, i) => (
        <button key={idOrCode} data-lit={i === lit ? '' : undefined} onClick={() => !isEditing && open?.(to, {}, false)}>
          <span className="sw-thumb" data-waits={drawn[idOrCode] === undefined ? '' : undefined} inert>
            {!isMini && !isEditing && (
              <Suspense fallback={null}>
                <MiniScreen idOrCode={idOrCode} isDue={due === idOrCode} onDone={() => done(idOrCode)} />
              </Suspense>
            )}
          </span>
          <b>{label}</b>
        </button>
      ))}
    </div>
  );
}
