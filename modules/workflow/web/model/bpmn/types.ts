/** The parts of the drawing tool that the panel uses; its own types know them by name only. */
export interface Moddle {
  readonly $type: string;
  $parent?: Moddle;
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  readonly id: string;
  readonly $attrs?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}
export interface Shape {
  readonly id: string;
  readonly type: string;
  readonly businessObject: Moddle;
  readonly parent?: Shape;
  readonly children?: readonly Shape[];
  readonly source?: Shape;
  readonly target?: Shape;
  readonly labelTarget?: Shape;
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
}
export interface Registry {
  get(id: string): Shape | undefined;
  getAll(): Shape[];
  filter(test: (shape: Shape) => boolean): Shape[];
}
export interface Modeling {
  updateProperties(shape: Shape, properties: Record<string, unknown>): void;
  updateModdleProperties(shape: Shape, of: Moddle, properties: Record<string, unknown>): void;
  removeElements(shapes: readonly Shape[]): void;
}
export interface Factory {
  create(type: string, properties?: Record<string, unknown>): Moddle;
}
export interface Canvas {
  scroll(by: { readonly dx: number; readonly dy: number }): void;
  /** answers the zoom, the present one when none is given */
  zoom(to?: number | 'fit-viewport', centre?: 'auto'): number;
  getRootElement(): Shape;
  viewbox(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  scrollToElement(shape: Shape, padding?: number): void;
  addMarker(id: string, name: string): void;
  removeMarker(id: string, name: string): void;
  resized(): void;
}
export interface Events {
  on(name: string | readonly string[], heard: (event: { readonly trigger?: string }) => void): void;
  off(name: string | readonly string[], heard: (event: { readonly trigger?: string }) => void): void;
}
export interface Steps {
  canUndo(): boolean;
  canRedo(): boolean;
  undo(): void;
  redo(): void;
}
export interface Selection {
  get(): Shape[];
  select(shapes: Shape | readonly Shape[] | null): void;
}
