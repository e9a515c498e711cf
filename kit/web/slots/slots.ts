import type { ComponentType } from 'react';
import type { FlowQuestion, Picks } from '#kit/contract/flow.ts';
import { lazyPart } from '../lazy-part.ts';

/** Fields of a record that somebody may change in a task, and what has been changed so far. */
export interface RecordEdits {
  readonly editable: ReadonlySet<string>;
  readonly values: Readonly<Record<string, unknown>>;
  readonly change: (name: string, value: unknown) => void;
}
/** The places of pages that other modules fill, and what each place says about the thing it stands beside. */
export interface SlotPlaces {
  /** tabs of the page of a table, sorted among its own by `order` */
  'metadata.table.tabs': { tableId: string };
  /** marks behind the name of a table on its page */
  'metadata.table.badges': { tableId: string };
  /** `<div><dt/><dd/></div>` rows below the facts of a column */
  'metadata.column.facts': { columnId: string; tableId: string };
  /** marks behind the name of a hit of the data search */
  'metadata.search.badges': { type: string; id: string };
  /** below the refusal of a statement: the right that it lacked, and where it was written */
  'gate.refusal': { tableId: string; columns: readonly string[]; action: string; from: string };
  /** marks in the title of a tile of a board, about what its chart shows */
  'visual.tile.badges': { chartId: string };
  /** marks above the details of a data set */
  'visual.dataset.badges': { dataSetId: string };
  /** panels of the right column of the home page */
  'home.rail': object;
  /** tabs of the page of a data element, behind its own */
  'standard.element.tabs': { elementId: string };
  /** buttons above the standards of a table */
  'standard.table.actions': { tableId: string };
  /** what else uses a code set */
  'standard.type.used': { typeId: string };
  /** what else a change of a data element or of a code set concerns, before it is made: a section with a heading of its own */
  'standard.impact': { elementId: string } | { typeId: string };
  /**
   * the record that a task is about: the part whose key is its business type, or what its business type begins with up to the colon, with the
   * record as it was submitted; `edits` where the part takes them (`takesEdits`) and the person may change fields
   */
  'flow.detail': {
    businessCode: string;
    businessKey: string;
    snapshot: Readonly<Record<string, unknown>>;
    edits?: RecordEdits | undefined;
  };
  /** asks before a record is submitted: where it goes, whom the person picks */
  'flow.submission': { question: FlowQuestion; onSubmit: (picks: Picks) => void; onCancel: () => void };
  /** an approval beside the record that it is about, opened by the tag of its state */
  'flow.instance': { id: string; onClose: () => void };
}
export type SlotName = keyof SlotPlaces;

/** What a module puts into a place. */
export interface SlotPart<Of = any> {
  /** unique in its place; of a tab it is also the value in the address */
  readonly key: string;
  /** title of a tab */
  readonly title?: string;
  /** lower ones come first; parts without it come last, by key */
  readonly order?: number;
  /** of `flow.detail`: fields are changed in the part itself, not one by one below each other */
  readonly takesEdits?: true;
  /** permissions, any of which shows the part; without it everybody signed in sees it */
  readonly perms?: readonly string[];
  /** loads it when the place is shown */
  readonly load: () => Promise<{ default: ComponentType<Of> }>;
}
/** What the `web/slots.ts` of a module exports as `slots`. */
export type Slots = { readonly [Name in SlotName]?: readonly SlotPart<SlotPlaces[Name]>[] };

/** A part as a place shows it: its component is made once, so that drawing again keeps its state. */
export interface FilledPart extends SlotPart {
  readonly Part: ComponentType<any>;
}

const LAST = Number.MAX_SAFE_INTEGER;
let filled: ReadonlyMap<string, readonly FilledPart[]> = new Map();

/** The program says once what its modules put where. Two parts of a place with one key are a mistake and end the start. */
export function setSlots(all: Iterable<Slots>): void {
  const places = new Map<string, FilledPart[]>();
  for (const slots of all)
    for (const [name, parts] of Object.entries<readonly SlotPart[]>(slots)) {
      const place = places.get(name) ?? [];
      for (const part of parts) {
        if (place.some(({ key }) => key === part.key)) throw new Error(`two modules put ${part.key} into ${name}`);
        place.push({ ...part, Part: lazyPart(part.load) });
      }
      places.set(name, place);
    }
  for (const place of places.values()) place.sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST) || (a.key < b.key ? -1 : 1));
  filled = places;
}

/** Everything in a place, also what the caller may not see; in order. */
export const partsOf = (name: SlotName): readonly FilledPart[] => filled.get(name) ?? [];
