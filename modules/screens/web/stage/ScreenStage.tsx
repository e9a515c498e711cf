import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import type { ScreenConfig } from '../../contract/screen-config.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import { useEffects } from './effects.ts';
import { fitOf, type FitMode } from './fit.ts';
import { loadFaces, loadTitleFace, titlesOf } from './fonts.ts';
import { Ground } from './Ground.tsx';
import { planOf, type Placed } from './plan.ts';
import { EffectsContext, NO_STAGE, Pager, ScaleContext, StageContext, usePage, type Stage } from './stage-context.ts';
import { themeStyle } from './themes.ts';
import { WidgetBody } from './WidgetBody.tsx';

export interface ScreenStageProps {
  readonly config: ScreenConfig;
  readonly feed: TileFeed;
  /** how it stands in the element around it; the document says so unless given */
  readonly fit?: FitMode;
  /** what links, tabs and details do; without it they do nothing */
  readonly stage?: Partial<Omit<Stage, 'pager'>>;
}

/** After this the entrance is over for good: what appears later is simply there. */
const ENTERED_MS = 3000;

/** Draws a screen: ground, nodes in their order, scaled to the element around it, entrance once, effects as the viewer wants them. */
export function ScreenStage({ config, feed, fit, stage }: ScreenStageProps) {
  const port = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = port.current;
    if (!element) return;
    const measure = () =>
      setSize((before) => {
        const { clientWidth: width, clientHeight: height } = element;
        return before?.width === width && before.height === height ? before : { width, height };
      });
    measure();
    const observer = new ResizeObserver(() => requestAnimationFrame(measure));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const titles = useMemo(() => titlesOf(config), [config]);
  useEffect(() => {
    loadFaces();
    void loadTitleFace(titles); // shown in the system face until it is here
  }, [titles]);

  const effects = useEffects(config.effects);
  const [pager] = useState(() => new Pager());
  const context = useMemo<Stage>(() => ({ ...NO_STAGE, ...stage, pager }), [stage, pager]);
  const plan = useMemo(() => planOf(config), [config]);

  const wanted = fit ?? config.fit;
  const at = size && size.width > 0 && size.height > 0 ? fitOf(wanted, config, size) : null;
  const space: CSSProperties = at ? { left: at.left, top: at.top, width: at.width, height: at.height } : { visibility: 'hidden' };
  return (
    <div
      ref={port}
      className="screen-port"
      data-over={at ? `${at.overX ? 'x' : ''}${at.overY ? 'y' : ''}` : ''}
      style={themeStyle(config.theme)}
      data-effects={effects}
    >
      <div className="screen-space" style={space}>
        <StageContext value={context}>
          <EffectsContext value={effects}>
            <ScaleContext value={at ? Math.max(at.sx, at.sy) : 1}>
              <div
                className="screen-stage"
                data-effects={effects}
                style={{ width: config.width, height: config.height, transform: at ? `scale(${at.sx}, ${at.sy})` : undefined }}
              >
                <Ground config={config} />
                <Nodes plan={plan} config={config} feed={feed} isStill={effects === 'off'} />
              </div>
            </ScaleContext>
          </EffectsContext>
        </StageContext>
      </div>
    </div>
  );
}

interface NodesProps {
  plan: readonly Placed[];
  config: ScreenConfig;
  feed: TileFeed;
  isStill: boolean;
}
const Nodes = memo(function Nodes({ plan, config, feed, isStill }: NodesProps) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const over = setTimeout(() => root.current?.setAttribute('data-entered', ''), ENTERED_MS);
    return () => clearTimeout(over);
  }, []);
  return (
    <div ref={root} className="screen-nodes" {...(isStill && { 'data-entered': '' })}>
      {plan.map((placed) => (
        <NodeShell key={placed.node.id} placed={placed} config={config} feed={feed} />
      ))}
    </div>
  );
});

interface ShellProps {
  placed: Placed;
  config: ScreenConfig;
  feed: TileFeed;
}
const isSame = (a: ShellProps, b: ShellProps) =>
  a.config === b.config &&
  a.feed === b.feed &&
  a.placed.node === b.placed.node &&
  a.placed.opacity === b.placed.opacity &&
  a.placed.page?.carousel === b.placed.page?.carousel &&
  a.placed.page?.index === b.placed.page?.index;

const NodeShell = memo(function NodeShell({ placed, config, feed }: ShellProps) {
  const { node, opacity, entrance, page } = placed;
  const style: CSSProperties = {
    left: node.x,
    top: node.y,
    width: node.w,
    height: node.h,
    ...(node.r && { transform: `rotate(${node.r}deg)` }),
    ...(opacity < 1 && { opacity }),
  };
  const inner: CSSProperties = entrance ? { animationDelay: `${entrance.delay}ms`, animationDuration: `${entrance.ms}ms` } : {};
  const body = (
    <div className="screen-enter" data-enter={entrance?.kind} style={inner}>
      <WidgetBody node={node} config={config} feed={feed} />
    </div>
  );
  return page ? (
    <PagedShell page={page} type={node.type} id={node.id} style={style}>
      {body}
    </PagedShell>
  ) : (
    <div className="screen-node" data-type={node.type} data-node={node.id} style={style}>
      {body}
    </div>
  );
}, isSame);

interface PagedProps {
  page: { carousel: string; index: number };
  type: string;
  id: string;
  style: CSSProperties;
  children: React.ReactNode;
}
/** A node in a carousel: only there while its page is. */
function PagedShell({ page, type, id, style, children }: PagedProps) {
  const isOn = usePage(page.carousel) === page.index;
  return (
    <div className="screen-node" data-type={type} data-node={id} data-page={isOn ? 'on' : 'off'} inert={!isOn} style={style}>
      {children}
    </div>
  );
}
