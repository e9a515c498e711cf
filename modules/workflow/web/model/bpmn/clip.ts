/** Copying of shapes: within a drawing, into another process, into another window; pasted at once where it can be seen. */
import { readJson, writeJson } from '#kit/web/storage.ts';
import type { Canvas, Factory, Moddle, Registry, Selection, Shape } from './types.ts';

const KEY = 'data_ui_bpmn_clip';
/** Pasted shapes stand this much beside what was copied. */
const BESIDE = 40;
/** Priorities of the tool's events: its own are 1000. */
const [AT_ONCE, LAST] = [2000, 100];

type Tree = Record<string, readonly Record<string, unknown>[]>;
interface Kept {
  readonly window: string;
  readonly tree: unknown;
}
interface CopyPaste {
  copy(shapes: readonly Shape[], hints?: { readonly clip: false }): Tree;
  paste(context: { readonly tree?: Tree; readonly element: Shape; readonly point: Point }): Shape[] | undefined;
}
interface Point {
  readonly x: number;
  readonly y: number;
}
/** An element as it is kept. */
interface Plain {
  readonly $type: string;
  readonly $refers?: Readonly<Record<string, Moddle>>;
  /** attributes that no description of ours names */
  readonly $further?: Readonly<Record<string, string>>;
  readonly id?: string;
}
interface Injector {
  get<T>(name: string): T;
}
interface Actions {
  unregister(action: string): void;
  register(action: string, run: () => void): void;
}
interface Copied {
  readonly tree: Tree;
  readonly hints?: { readonly clip?: boolean };
}

/** What an event refers to stands beside the process: it is kept with the event and looked for by its name where it is pasted. */
const REFERENCES = ['messageRef', 'signalRef', 'errorRef', 'escalationRef'] as const;
const isModdle = (value: unknown): value is Moddle => typeof value === 'object' && value !== null && '$type' in value;

/** References are no part of an element's plain data. */
function withReferences(_key: string, value: unknown): unknown {
  if (!isModdle(value)) return value;
  const named = REFERENCES.flatMap((name) => {
    const root = isModdle(value) && name in value ? value.get(name) : null;
    return isModdle(root) ? [[name, { ...root }] as const] : [];
  });
  return { ...value, $further: value.$attrs, $refers: Object.fromEntries(named) };
}

/** Copies, pastes and doubles what is chosen; the keys of the drawing tool do the same. */
export class Copying {
  static $inject = ['injector'];
  private readonly window = crypto.randomUUID();
  private readonly injector: Injector;
  private readonly copyPaste: CopyPaste;
  private readonly selection: Selection;
  private readonly canvas: Canvas;

  constructor(injector: Injector) {
    this.injector = injector;
    this.copyPaste = injector.get('copyPaste');
    this.selection = injector.get('selection');
    this.canvas = injector.get('canvas');
    const events = injector.get<{ on(name: string, priority: number, heard: (event: Copied) => void): void }>('eventBus');
    events.on('copyPaste.elementsCopied', AT_ONCE, ({ tree, hints }) => {
      if (hints?.clip !== false) writeJson(KEY, { window: this.window, tree: JSON.parse(JSON.stringify(tree, withReferences)) as unknown });
    });
    // the tool's own actions, which it makes first, wait for a place that the mouse points at
    events.on('diagram.init', LAST, () => {
      const actions = injector.get<Actions>('editorActions');
      for (const [name, run] of [['paste', () => this.paste()] as const, ['duplicate', () => this.duplicate()] as const]) {
        actions.unregister(name);
        actions.register(name, run);
      }
    });
  }

  copy(): boolean {
    const chosen = this.selection.get();
    if (chosen.length === 0) return false;
    this.copyPaste.copy(chosen);
    return true;
  }
  /** False when nothing was copied. */
  paste(): boolean {
    const tree = this.theirs() ?? this.injector.get<{ get(): Tree | undefined }>('clipboard').get();
    return tree !== undefined && this.put(tree);
  }
  duplicate(): boolean {
    const chosen = this.selection.get();
    return chosen.length > 0 && this.put(this.copyPaste.copy(chosen, { clip: false }));
  }

  private put(tree: Tree): boolean {
    const shapes = this.copyPaste.paste({ tree, element: this.target(), point: this.pointFor(tree) });
    if (!shapes || shapes.length === 0) return false;
    this.selection.select(shapes.filter((shape) => !shape.labelTarget));
    return true;
  }
  /** Pasted into the sub-process that is chosen or around what is chosen, else into the process. */
  private target(): Shape {
    const [chosen] = this.selection.get();
    const around = chosen?.type === 'bpmn:SubProcess' ? chosen : chosen?.parent;
    return around?.type === 'bpmn:SubProcess' ? around : (around ?? this.canvas.getRootElement());
  }
  private pointFor(tree: Tree): Point {
    const boxes = (tree['0'] ?? []).filter(({ x }) => typeof x === 'number') as unknown as Record<'x' | 'y' | 'width' | 'height', number>[];
    const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
    const right = Math.max(...boxes.map(({ x, width }) => x + width));
    const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
    const view = this.canvas.viewbox();
    const point = { x: (left + right) / 2 + BESIDE, y: (top + bottom) / 2 + BESIDE };
    const isSeen = point.x > view.x && point.x < view.x + view.width && point.y > view.y && point.y < view.y + view.height;
    const at = isSeen ? point : { x: view.x + view.width / 2, y: view.y + view.height / 2 };
    return this.free(at);
  }
  /** Not exactly over what was pasted there before. */
  private free({ x, y }: Point): Point {
    const isTaken = this.injector
      .get<Registry>('elementRegistry')
      .filter(
        (shape) =>
          shape.x !== undefined &&
          Math.abs(shape.x + (shape.width ?? 0) / 2 - x) < 8 &&
          Math.abs((shape.y ?? 0) + (shape.height ?? 0) / 2 - y) < 8,
      );
    return isTaken.length > 0 ? this.free({ x: x + BESIDE, y: y + BESIDE }) : { x, y };
  }

  /** What another window has copied last, as elements of this drawing; undefined when the last copy was made here. */
  private theirs(): Tree | undefined {
    const kept = readJson(KEY) as Partial<Kept> | null;
    if (!kept?.tree || kept.window === this.window) return undefined;
    const made = new Map<string, Moddle>();
    return JSON.parse(JSON.stringify(kept.tree), (_key, value: unknown) => this.revive(value, made)) as Tree;
  }
  private revive(value: unknown, made: Map<string, Moddle>): unknown {
    if (!isModdle(value)) return value;
    const { $type, $refers, $further, ...own } = value as unknown as Plain;
    const known = own.id === undefined ? undefined : made.get(own.id);
    if (known) return known;
    const element = this.injector.get<Factory>('moddle').create($type, own);
    if (own.id !== undefined) made.set(own.id, element);
    for (const [name, text] of Object.entries($further ?? {})) element.set(name, text);
    for (const [name, root] of Object.entries($refers ?? {})) element.set(name, this.rootLike(root));
    return element;
  }
  /** The message, signal or error of the same name or code in this drawing, made when there is none. */
  private rootLike(root: Moddle): Moddle {
    const definitions = this.definitions();
    const roots = definitions.get('rootElements') as Moddle[];
    const isSame = (one: Moddle) =>
      one.$type === root.$type && ['name', 'errorCode', 'escalationCode'].every((field) => one.get(field) === root.get(field));
    const found = roots.find(isSame);
    if (found) return found;
    const { $type, id: _id, ...own } = root as unknown as Record<string, unknown> & { $type: string };
    const created = this.injector.get<Factory>('bpmnFactory').create($type, own);
    created.$parent = definitions;
    roots.push(created);
    return created;
  }
  private definitions(): Moddle {
    let top = this.canvas.getRootElement().businessObject;
    while (top.$parent) top = top.$parent;
    return top;
  }
}
