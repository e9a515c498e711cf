import { Spin } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { ZoomBar } from '../design/zoom.tsx';
import type { Mark } from '../design/simulate/play.ts';
import { CopyBar } from './CopyBar.tsx';
import { PropertyPanel } from './panel/PropertyPanel.tsx';
import { onDrawn, openTool, useWatch, type Tool, type Watch } from './session.ts';
import './bpmn.css';

/** What the bar around the drawing may do with it. */
export interface BpmnHandle {
  readonly undo: () => void;
  readonly redo: () => void;
  /** the text as it stands; changes that are not told yet are told first */
  readonly flush: () => Promise<void>;
  readonly choose: (id: string) => void;
  readonly zoom: (to: 'fit' | 'in' | 'out' | 'whole') => void;
}
interface Props {
  xml: string;
  /** a change of a person, as a text */
  onDraw: (xml: string) => Promise<void>;
  onSteps: (steps: { canUndo: boolean; canRedo: boolean }) => void;
  /** null when the view goes */
  onHandle: (handle: BpmnHandle | null) => void;
  problems: ReadonlyMap<string, string>;
  marks: ReadonlyMap<string, Mark>;
  flows: ReadonlySet<string>;
  /** stands beside the drawing instead of the properties */
  children: ReactNode;
}

/** Changes in quick succession are told once. */
const SETTLE_MS = 250;

/** BPMN 视图: the process as it is stored, drawn with bpmn-js. */
export default function BpmnView({ xml, onDraw, onSteps, onHandle, problems, marks, flows, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ tool: Tool; watch: Watch } | null>(null);
  useEffect(() => {
    if (!frame.current) return undefined;
    const { tool, watch, close } = openTool(frame.current);
    setOpened({ tool, watch });
    return () => {
      setOpened(null);
      close();
    };
  }, []);
  const tool = opened?.tool ?? null;
  const watched = useWatch(opened?.watch ?? null);

  const error = useExchange({ tool, xml, onDraw, onHandle });
  const { canUndo, canRedo } = watched;
  const steps = useEffectEvent(onSteps);
  useEffect(() => steps({ canUndo, canRedo }), [canUndo, canRedo]);
  useMarks(tool, watched.change, { problems, marks, flows });
  return (
    <div className="designer-body tree-body">
      <main className="designer-main bpmn-main" aria-label="流程图">
        <div ref={frame} className="bpmn-frame bio-theme-parent" />
        {tool && <Zooming tool={tool} />}
        {tool && <CopyBar tool={tool} count={watched.count} />}
        {error !== null && <StateView kind="error" what="流程图没有打开" error={error} />}
        {!opened && <Spin />}
      </main>
      <aside className="designer-right" aria-label="节点设置">
        {children || (opened && <PropertyPanel tool={opened.tool} chosen={watched.chosen} problems={problems} />)}
      </aside>
    </div>
  );
}

/** The buttons of the zoom; how large the drawing is now is what the tool says. */
function Zooming({ tool }: { tool: Tool }) {
  const to = (where: Parameters<BpmnHandle['zoom']>[0]) => () => zoomTo(tool, where);
  return <ZoomBar onIn={to('in')} onOut={to('out')} onFit={to('fit')} onWhole={to('whole')} />;
}

interface Exchange extends Pick<Props, 'xml' | 'onDraw' | 'onHandle'> {
  tool: Tool | null;
}
/** Shows the text that is given and tells the one that is drawn; answers why a text cannot be shown. */
function useExchange({ tool, xml, onDraw, onHandle }: Exchange): unknown {
  const [error, setError] = useState<unknown>(null);
  // the tool and the text that it shows: imported or told last
  const told = useRef<{ tool: Tool; xml: string } | null>(null);
  useEffect(() => {
    // what this view has told itself is what it shows already
    if (!tool || (told.current?.tool === tool && told.current.xml === xml)) return;
    told.current = { tool, xml };
    tool.modeler.importXML(xml).then(
      () => {
        setError(null);
        zoomTo(tool, 'fit');
      },
      (failure: unknown) => setError(failure),
    );
  }, [tool, xml]);

  const draw = useEffectEvent((next: string) => {
    if (tool) told.current = { tool, xml: next };
    return onDraw(next);
  });
  const reach = useEffectEvent(onHandle);
  useEffect(() => {
    if (!tool) return undefined;
    const { flush, close } = watchDrawing(tool, (next) => draw(next));
    reach(handleOf(tool, flush));
    return () => {
      reach(null);
      close();
    };
  }, [tool]);
  return error;
}

/** A field of the panel is written when it is left: what was typed last counts, too. */
function leaveField(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLElement) || !field.closest('.bpmn-panel')) return;
  field.blur();
  field.focus({ preventScroll: true });
}
/** Tells what was drawn, a moment after the last change or when it is asked for. */
function watchDrawing(tool: Tool, tell: (xml: string) => Promise<void>): { flush: () => Promise<void>; close: () => void } {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const write = async () => {
    const { xml } = await tool.modeler.saveXML({ format: true });
    if (xml !== undefined) await tell(xml);
  };
  let writing = Promise.resolve();
  const flush = () => {
    leaveField();
    if (timer !== null) {
      stop();
      writing = writing.catch(() => undefined).then(write);
    }
    // whoever saves waits for what is on its way, too
    return writing;
  };
  const quiet = onDrawn(tool, () => {
    stop();
    timer = setTimeout(() => void flush(), SETTLE_MS);
  });
  return {
    flush,
    close: () => {
      stop();
      quiet();
    },
  };
}

const ZOOM = { in: 1.2, out: 1 / 1.2 };
function zoomTo({ canvas }: Pick<Tool, 'canvas'>, to: Parameters<BpmnHandle['zoom']>[0]): void {
  if (to !== 'fit') return void canvas.zoom(to === 'whole' ? 1 : canvas.zoom() * ZOOM[to], 'auto');
  canvas.zoom('fit-viewport', 'auto');
  // beside the tools, not below them
  canvas.zoom(canvas.zoom() * 0.88, 'auto');
  canvas.scroll({ dx: 28, dy: 0 });
}
function handleOf({ canvas, steps, registry, selection }: Tool, flush: () => Promise<void>): BpmnHandle {
  return {
    undo: () => steps.undo(),
    redo: () => steps.redo(),
    flush,
    choose: (id) => {
      const shape = registry.get(id);
      if (!shape) return;
      selection.select(shape);
      canvas.scrollToElement(shape, 120);
    },
    zoom: (to) => zoomTo({ canvas }, to),
  };
}

interface Marks {
  problems: ReadonlyMap<string, string>;
  marks: ReadonlyMap<string, Mark>;
  flows: ReadonlySet<string>;
}
/** Shows states and problems at the shapes. */
function useMarks(tool: Tool | null, change: number, { problems, marks, flows }: Marks): void {
  useEffect(() => {
    if (!tool) return undefined;
    const wanted: [string, string][] = [
      ...[...problems.keys()].map((id): [string, string] => [id, 'has-problem']),
      ...[...marks].map(([id, mark]): [string, string] => [id, `is-${mark}`]),
      ...[...flows].map((id): [string, string] => [id, 'is-taken']),
    ];
    const present = wanted.filter(([id]) => tool.registry.get(id));
    for (const [id, name] of present) tool.canvas.addMarker(id, name);
    return () => {
      for (const [id, name] of present) if (tool.registry.get(id)) tool.canvas.removeMarker(id, name);
    };
    // shapes come and go with the drawing
  }, [tool, change, problems, marks, flows]);
}
