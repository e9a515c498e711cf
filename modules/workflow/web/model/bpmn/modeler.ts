import Modeler from 'bpmn-js/lib/Modeler.js';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import { dp, flowable } from './descriptors.ts';
import { Copying } from './clip.ts';
import { COLOURS, OWN_PARTS, TEXTS } from './look.ts';
import { OwnNames } from './own-names.ts';
import { keepReferences, type Read } from './references.ts';

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

/** Keeps what a document refers to when it is opened and saved. */
class KeptReferences {
  static $inject = ['eventBus'];
  constructor(eventBus: { on(event: string, heard: (read: Partial<Read>) => void): void }) {
    eventBus.on('import.parse.complete', ({ elementsById, references }) => {
      if (elementsById && references) keepReferences({ elementsById, references });
    });
  }
}

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
        __init__: ['runnableMenu', 'copying', 'ownNames', 'keptReferences'],
        runnableMenu: ['type', RunnableMenu],
        copying: ['type', Copying],
        ownNames: ['type', OwnNames],
        keptReferences: ['type', KeptReferences],
      },
    ],
  });
export type { Modeler };
