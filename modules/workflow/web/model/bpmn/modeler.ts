import Modeler from 'bpmn-js/lib/Modeler.js';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import { dp, flowable } from './descriptors.ts';
import { Copying } from './clip.ts';
import { COLOURS, OWN_PARTS, TEXTS } from './look.ts';
import { OwnNames } from './own-names.ts';

/** Kinds that the engine refuses to run: the menu does not offer what publishing would send back. */
const NOT_RUN =
  /script-task|rule-task|conditional(?!-flow)|compensation|cancel|transaction|ad-hoc|adhoc|complex-gateway|instantiating|toggle-loop/;

type Entries = Record<string, unknown>;
interface Pad {
  getPad: (target: unknown) => { html: unknown };
  readonly _current?: { readonly html: unknown };
}
class RunnableMenu {
  static $inject = ['popupMenu', 'contextPad'];
  constructor(popupMenu: { registerProvider(id: string, priority: number, provider: unknown): void }, contextPad: Pad) {
    // the menu asks where the pad stands by a call that warns of itself
    contextPad.getPad = () => ({ html: contextPad._current?.html });
    popupMenu.registerProvider('bpmn-replace', 400, this);
  }
  getPopupMenuEntries() {
    return without;
  }
  getPopupMenuHeaderEntries() {
    return without;
  }
}
const without = (entries: Entries): Entries => Object.fromEntries(Object.entries(entries).filter(([id]) => !NOT_RUN.test(id)));

/** The drawing tool inside an element. */
export const makeModeler = (container: HTMLElement): Modeler =>
  new Modeler({
    container,
    bpmnRenderer: COLOURS,
    textRenderer: TEXTS,
    moddleExtensions: { flowable, dp },
    additionalModules: [
      OWN_PARTS,
      {
        __init__: ['runnableMenu', 'copying', 'ownNames'],
        runnableMenu: ['type', RunnableMenu],
        copying: ['type', Copying],
        ownNames: ['type', OwnNames],
      },
    ],
  });
export type { Modeler };
