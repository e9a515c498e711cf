import { memo, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import type { ScreenConfig } from '../../../contract/screen-config.ts';
import { hiddenCarouselPages } from '../../../core/pages.ts';
import { isLocked, treeOf, type Nodes } from '../../../core/tree.ts';
import { Ground } from '../../stage/Ground.tsx';
import { loadFaces, loadTitleFace, titlesOf } from '../../stage/fonts.ts';
import { EffectsContext, ScaleContext } from '../../stage/stage-context.ts';
import { themeStyle } from '../../stage/themes.ts';
import '../../stage/stage.css';
import { CANVAS_ID, fitView } from '../actions.ts';
import { useEditor, useEditorState } from '../editor.ts';
import { CanvasContext, type CanvasShared } from './canvas-context.ts';
import { ContextMenu } from './ContextMenu.tsx';
import { Marks } from './marks.ts';
import { NodeItem } from './NodeItem.tsx';
import { Overlay } from './Overlay.tsx';
import { listen } from './pointer.ts';
import { Rulers } from './Rulers.tsx';
import { TextInput } from './TextInput.tsx';
import { useSpace } from './use-space.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import './canvas.css';

interface Shown {
  readonly id: string;
  readonly z: number;
  readonly opacity: number;
  readonly isLocked: boolean;
}
/** What is drawn, back to front: everything but groups, what is hidden, and the pages of carousels that rest. */
function shownOf(nodes: Nodes, resting: readonly string[]): Shown[] {
  const found: Shown[] = [];
  const opacity = new Map<string, number>();
  const hidden = new Set(resting);
  for (const [z, id] of treeOf(nodes).order.entries()) {
    const node = nodes[id]!;
    if (node.hide || hidden.has(id) || (node.parent !== null && hidden.has(node.parent))) {
      hidden.add(id);
      continue;
    }
    const own = (node.parent === null ? 1 : (opacity.get(node.parent) ?? 1)) * node.o;
    opacity.set(id, own);
    if (node.type !== 'group') found.push({ id, z, opacity: own, isLocked: isLocked(nodes, id) });
  }
  return found;
}

/** The canvas: the screen in any zoom with rulers and guides, on which nodes are chosen, moved, resized and turned. */
export function Canvas({ feed }: { feed: TileFeed }) {
  const editor = useEditor();
  const port = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const outlines = useRef<HTMLDivElement>(null);
  const marquee = useRef<HTMLDivElement>(null);
  const badge = useRef<HTMLDivElement>(null);
  const marks = useRef<HTMLDivElement>(null);
  const [elements] = useState(() => new Map<string, HTMLElement>());
  const look = useAppearance();
  const shared = useMemo<CanvasShared>(() => ({ elements, feed, look }), [elements, feed, look]);
  const isSpace = useSpace(port);

  useEffect(() => {
    const element = port.current!;
    const surface = {
      editor,
      port: element,
      nodes: elements,
      marks: new Marks(marks.current!),
      frame: () => frame.current,
      outlines: () => outlines.current,
      marquee: () => marquee.current,
      badge: () => badge.current,
    };
    return listen(surface, isSpace);
  }, [editor, elements, isSpace, frame, outlines, marquee, badge, marks]);
  useEffect(() => {
    fitView(editor);
  }, [editor]);

  return (
    <ContextMenu>
      <div
        ref={port}
        id={CANVAS_ID}
        className="sed-canvas"
        tabIndex={0}
        role="application"
        aria-label="画布，Tab 选择组件，方向键移动，问号查看快捷键"
      >
        <CanvasContext value={shared}>
          <Sheet />
        </CanvasContext>
        <Overlay frame={frame} outlines={outlines} marquee={marquee} badge={badge} marks={marks} />
        <TextInput />
        <Rulers />
      </div>
    </ContextMenu>
  );
}

/** The document as far as bodies look beyond their own node; the same object until one of these parts changes. */
function useAppearance(): ScreenConfig {
  const config = useEditorState((state) => state.config);
  const { v, width, height, fit, background, theme, filters, refreshSec, effects, noWatermark } = config;
  return useMemo(
    () => ({
      v,
      width,
      height,
      fit,
      background,
      theme,
      filters,
      refreshSec,
      effects,
      noWatermark,
      clicks: 'set',
      grid: 0,
      guides: { x: [], y: [] },
      nodes: {},
    }),
    [v, width, height, fit, background, theme, filters, refreshSec, effects, noWatermark],
  );
}

function Sheet() {
  const view = useEditorState((state) => state.view);
  return (
    <div
      className="sed-sheet"
      style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`, ['--sed-zoom' as string]: view.zoom }}
    >
      <Screen />
    </div>
  );
}

const Screen = memo(function Screen() {
  const theme = useEditorState((state) => state.config.theme);
  const width = useEditorState((state) => state.config.width);
  const height = useEditorState((state) => state.config.height);
  const background = useEditorState((state) => state.config.background);
  const grid = useEditorState((state) => state.config.grid);
  const config = useEditorState((state) => state.config);
  const titles = titlesOf(config);
  useEffect(() => {
    loadFaces();
    void loadTitleFace(titles); // shown in the system face until it is here
  }, [titles]);
  const ground = useMemo(() => ({ width, height, background }), [width, height, background]);
  const size: CSSProperties = { width, height };
  return (
    <div className="sed-screen screen-stage" data-picture="top" style={{ ...size, ...themeStyle(theme) }} data-effects="off">
      <Ground config={ground} />
      {grid >= 4 && <div className="sed-grid" data-unpictured style={{ backgroundSize: `${grid}px ${grid}px` }} />}
      <EffectsContext value="off">
        <ScaleContext value={1}>
          <Items />
        </ScaleContext>
      </EffectsContext>
    </div>
  );
});

const Items = memo(function Items() {
  const nodes = useEditorState((state) => state.config.nodes);
  // as a text: choosing something else draws nothing anew while the pages stay
  const resting = useEditorState((state) => [...hiddenCarouselPages(state.config.nodes, state.selection)].join());
  const shown = useMemo(() => shownOf(nodes, resting.split(',')), [nodes, resting]);
  return shown.map((one) => <NodeItem key={one.id} {...one} />);
});
