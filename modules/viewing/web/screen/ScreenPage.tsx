import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { colorMode } from '#kit/web/color-mode.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import type { CallError } from '#kit/web/send.ts';
import { useSession } from '#kit/web/session.ts';
import { Watermark } from '#kit/web/watermark.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { watermarkText } from '#kit/web/watermark-text.ts';
import type { ScreenView } from '../../contract/view-calls.ts';
import { type ClickedValue, type TileFeed, DetailDrawer } from '#modules/charts/web/parts.ts';
import { useFollowAddress, useViewState } from '../view/view-address.ts';
import { clickOffers, type ViewFeed } from '../view/view-feed.ts';
import { useEvery, ScreenStage, type Stage, items, addressOf, fixedCode, mayOpen } from '#modules/screens/web/parts.ts';
import { Link } from '#modules/charts/contract/view-filter.ts';
import { ScreenBar } from './ScreenBar.tsx';
import { ScreenMissing } from './ScreenMissing.tsx';
import { useScreen } from './use-screen.ts';
import './view.css';

/**
 * One published screen over the whole window: by its id, or by the code of a fixed one (`leaderView`). `missing` is what is said when it is
 * not found, for pages that know why.
 */
export function ScreenPage({ idOrCode, missing }: { idOrCode: string; missing?: CallError }) {
  const initial = useViewState();
  const { shown, error, reload } = useScreen(idOrCode, initial);
  if (error && !shown) return <ScreenMissing error={missing && error.status === 404 ? missing : error} retry={reload} />;
  if (!shown) return <div className="screen-page" aria-busy="true" />;
  return <Open document={shown.document} feed={shown.feed} />;
}

/** `?kiosk=30`: seconds until the next screen; null = stays. */
const kioskOf = (text: string | null): number | null => {
  const seconds = Number(text);
  return text !== null && Number.isFinite(seconds) && seconds >= 5 && seconds <= 3600 ? seconds : null;
};

function toggleFull(): void {
  if (!document.fullscreenEnabled) return toast.warning(uiTexts.fullscreenUnsupported);
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch(() => toast.warning(uiTexts.fullscreenUnsupported));
}

function Open({ document: view, feed }: { document: ScreenView; feed: ViewFeed }) {
  const { config, pictures } = view;
  const can = useCan();
  const menus = useSession((s) => s.menus);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [detail, setDetail] = useState<{ key: string; title: string; values: readonly ClickedValue[] } | null>(null);
  useFollowAddress(feed);
  useObjectTitle(view.name);
  // walls are dark: so are the drawers over them, and the watermark stays quiet
  useEffect(() => colorMode.lend('dark'), []);

  const go = useRef(navigate);
  useEffect(() => {
    go.current = navigate;
  }, [navigate]);
  const stage = useMemo<Partial<Stage>>(
    () => ({
      here: pathname,
      pictures: pictures ?? null,
      mayOpen: (link) => mayOpen(can, menus, link),
      open: (link, filters, newWindow) => {
        const address = addressOf(link, filters);
        if (link.to === 'url' || newWindow) window.open(address, '_blank', 'noopener,noreferrer');
        else void go.current(address);
      },
      detail: (key, values) => setDetail({ key, title: config.nodes[key]?.name || '明细', values: [...values] }),
      offers: (key) => clickOffers(view, key),
    }),
    [can, menus, pathname, view, config.nodes, pictures],
  );
  useKiosk(view, kioskOf(search.get('kiosk')), stage);
  useKeys(feed, () => void navigate('/home'));
  const mark = useSession((s) => watermarkText(s.user));
  // the only page that the frame of the program leaves without a watermark; the document must ask for that too
  const isMarkedHere = fixedCode(pathname) === 'cockpit' && !config.noWatermark;
  return (
    <div className="screen-page">
      <ScreenStage config={config} feed={feed} stage={stage} />
      <ScreenBar view={view} feed={feed} toggleFull={toggleFull} isKiosk={search.has('kiosk')} />
      {isMarkedHere && (
        <Watermark text={mark} mode="dark">
          {null}
        </Watermark>
      )}
      {detail && (
        <Suspense fallback={null}>
          <DetailDrawer feed={feed} of={detail} onClose={() => setDetail(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** Goes on to the next screen of the tabs, those that this viewer may open. */
function useKiosk(view: ScreenView, seconds: number | null, { open, mayOpen: may, here }: Partial<Stage>): void {
  const next = useMemo(() => {
    const tabs = Object.values(view.config.nodes)
      .filter(({ type }) => type === 'screenTabs' || type === 'thumbs')
      .flatMap(({ props }) => items(props, 'items'))
      .flatMap(({ link }) => {
        const parsed = Link.safeParse(link);
        return parsed.success && (parsed.data.to === 'page' || parsed.data.to === 'screen') && may?.(parsed.data) ? [parsed.data] : [];
      });
    const codeHere = fixedCode(here ?? '');
    const at = tabs.findIndex((tab) =>
      tab.to === 'page' ? fixedCode(tab.path) !== null && fixedCode(tab.path) === codeHere : tab.id === view.id,
    );
    return tabs.length > 1 || (tabs.length === 1 && at < 0) ? tabs[(at + 1) % tabs.length] : undefined;
  }, [view, may, here]);
  useEvery(next && seconds ? seconds : 0, false, () => {
    if (!next) return;
    const on = next.to === 'page' ? { ...next, path: `${next.path}?kiosk=${seconds}` } : null;
    if (on) open?.(on, {}, false);
    else if (next.to === 'screen') open?.({ to: 'page', path: `/visual/screen/view/${next.id}?kiosk=${seconds}` }, {}, false);
  });
}

/** F full screen, R refresh, Home back to the directory. */
function useKeys(feed: TileFeed, home: () => void): void {
  const goHome = useRef(home);
  useEffect(() => {
    goHome.current = home;
  }, [home]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'f' || event.key === 'F') toggleFull();
      else if (event.key === 'r' || event.key === 'R') feed.refresh(undefined, true);
      else if (event.key === 'Home') goHome.current();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [feed]);
}
