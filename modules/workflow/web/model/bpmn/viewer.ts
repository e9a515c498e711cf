import NavigatedViewer from 'bpmn-js/lib/NavigatedViewer.js';
import { COLOURS, OWN_PARTS, TEXTS } from './look.ts';
import type { Canvas, Registry, Shape } from './types.ts';

/** A drawing that is only looked at. */
export interface Viewer {
  readonly show: (xml: string) => Promise<void>;
  /** Sets classes at shapes; answers how to take them away. */
  readonly mark: (marks: readonly (readonly [id: string, name: string])[]) => () => void;
  /** Hears of the shape that is clicked; answers how to stop that. */
  readonly onChoose: (choose: (id: string) => void) => () => void;
  readonly zoom: (to: 'fit' | 'in' | 'out' | 'whole') => void;
  readonly close: () => void;
}
interface Clicks {
  on(name: string, heard: (event: { readonly element: Shape }) => void): void;
  off(name: string, heard: (event: { readonly element: Shape }) => void): void;
}
const FACTOR = { in: 1.2, out: 1 / 1.2 };

/** Makes a viewer inside an element. */
export function openViewer(container: HTMLElement): Viewer {
  const viewer = new NavigatedViewer({ container, bpmnRenderer: COLOURS, textRenderer: TEXTS, additionalModules: [OWN_PARTS] });
  const canvas = viewer.get<Canvas>('canvas');
  const registry = viewer.get<Registry>('elementRegistry');
  const clicks = viewer.get<Clicks>('eventBus');
  return {
    show: async (xml) => {
      await viewer.importXML(xml);
      canvas.zoom('fit-viewport', 'auto');
    },
    mark: (marks) => {
      const present = marks.filter(([id]) => registry.get(id));
      for (const [id, name] of present) canvas.addMarker(id, name);
      return () => {
        for (const [id, name] of present) if (registry.get(id)) canvas.removeMarker(id, name);
      };
    },
    onChoose: (choose) => {
      const heard = ({ element }: { readonly element: Shape }) => choose((element.labelTarget ?? element).id);
      clicks.on('element.click', heard);
      return () => clicks.off('element.click', heard);
    },
    zoom: (to) => {
      if (to === 'fit') canvas.zoom('fit-viewport', 'auto');
      else canvas.zoom(to === 'whole' ? 1 : canvas.zoom() * FACTOR[to], 'auto');
    },
    close: () => viewer.destroy(),
  };
}
