import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Copying } from './clip.ts';
import { makeModeler, type Modeler } from './modeler.ts';
import type { Canvas, Events, Factory, Modeling, Registry, Selection, Shape, Steps } from './types.ts';

/** The drawing tool at work, with what the panel needs of it. */
export interface Tool {
  readonly modeler: Modeler;
  readonly registry: Registry;
  readonly modeling: Modeling;
  readonly factory: Factory;
  readonly canvas: Canvas;
  readonly steps: Steps;
  readonly selection: Selection;
  readonly copying: Copying;
}
interface Watched {
  /** shapes that are chosen */
  readonly count: number;
  /** counts changes: whoever reads the drawing reads it again */
  readonly change: number;
  readonly chosen: Shape | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}
export type Watch = StoreApi<Watched>;

const NONE: Watched = { count: 0, change: 0, chosen: null, canUndo: false, canRedo: false };
const CHANGES = ['commandStack.changed', 'elements.changed', 'import.done', 'selection.changed'];

/** Makes the tool inside an element. */
export function openTool(container: HTMLElement): { tool: Tool; watch: Watch; close: () => void } {
  const modeler = makeModeler(container);
  const part = <T>(name: string): T => modeler.get(name);
  const tool: Tool = {
    modeler,
    registry: part<Registry>('elementRegistry'),
    modeling: part<Modeling>('modeling'),
    factory: part<Factory>('bpmnFactory'),
    canvas: part<Canvas>('canvas'),
    steps: part<Steps>('commandStack'),
    selection: part<Selection>('selection'),
    copying: part<Copying>('copying'),
  };
  const watch = createStore<Watched>(() => NONE);
  const look = () => {
    const [only, ...more] = tool.selection.get();
    const chosen = only && more.length === 0 ? (only.labelTarget ?? only) : null;
    watch.setState(({ change }) => ({
      count: more.length + (only ? 1 : 0),
      change: change + 1,
      chosen,
      canUndo: tool.steps.canUndo(),
      canRedo: tool.steps.canRedo(),
    }));
  };
  part<Events>('eventBus').on(CHANGES, look);
  return { tool, watch, close: () => modeler.destroy() };
}

/** Hears of each change that a person makes; answers how to stop that. */
export function onDrawn(tool: Tool, drawn: () => void): () => void {
  const events: Events = tool.modeler.get('eventBus');
  // an import empties the stack, which is no change of a person
  const heard = ({ trigger }: { readonly trigger?: string }) => {
    if (trigger !== 'clear') drawn();
  };
  events.on('commandStack.changed', heard);
  return () => events.off('commandStack.changed', heard);
}

const EMPTY: Watch = createStore<Watched>(() => NONE);
/** What is chosen and whether there is a way back; renders again with every change. */
export const useWatch = (watch: Watch | null): Watched => useStore(watch ?? EMPTY);

/** A pause in typing of this length is a step. */
const PAUSE_MS = 600;

/** A field that is written when it is left or typing pauses; `pause` null: only when it is left. */
export function useDraftText(value: string, keep: (text: string) => void, pause: number | null = PAUSE_MS) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    value: typed ?? value,
    onChange: (event: { target: { value: string } }) => {
      const text = event.target.value;
      setTyped(text);
      stop();
      if (pause !== null) timer.current = setTimeout(() => latest.current(text), pause);
    },
    onBlur: () => {
      stop();
      if (typed !== null && typed !== value) keep(typed);
      setTyped(null);
    },
  };
}
