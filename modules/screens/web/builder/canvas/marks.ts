import type { SnapGap, SnapLine } from '../../../core/snap.ts';
import type { View } from '../editor.ts';

/** An element with what was last written to it: a gesture moves it sixty times a second and changes little else. */
interface Mark {
  readonly element: HTMLElement;
  isShown: boolean;
  w: number;
  h: number;
  text: string;
}
function show(mark: Mark): void {
  if (mark.isShown) return;
  mark.isShown = true;
  mark.element.style.display = 'block';
}
function place(mark: Mark, x: number, y: number, w: number, h: number): void {
  show(mark);
  const { style } = mark.element;
  style.transform = `translate(${x}px, ${y}px)`;
  if (mark.w !== w) style.width = `${(mark.w = w)}px`;
  if (mark.h !== h) style.height = `${(mark.h = h)}px`;
}

/** Lines and labels that a gesture draws over the canvas; elements are made once and used again, React knows nothing of them. */
export class Marks {
  readonly #root: HTMLElement;
  readonly #pools = new Map<string, Mark[]>();
  readonly #used = new Map<string, number>();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  #take(kind: string): Mark {
    const pool = this.#pools.get(kind) ?? [];
    this.#pools.set(kind, pool);
    const at = this.#used.get(kind) ?? 0;
    this.#used.set(kind, at + 1);
    const known = pool[at];
    if (known) return known;
    const element = document.createElement('div');
    element.className = `sed-mark sed-mark-${kind}`;
    this.#root.append(element);
    const fresh: Mark = { element, isShown: false, w: Number.NaN, h: Number.NaN, text: '' };
    pool.push(fresh);
    return fresh;
  }

  /** Draws these and hides what was drawn before. */
  draw(view: View, lines: readonly SnapLine[], gaps: readonly SnapGap[], ways: readonly SnapGap[]): void {
    this.#used.clear();
    const { zoom, x, y } = view;
    for (const line of lines) {
      if (line.axis === 'x') place(this.#take('line'), x + line.at * zoom, y + line.from * zoom, 1, (line.to - line.from) * zoom);
      else place(this.#take('line'), x + line.from * zoom, y + line.at * zoom, (line.to - line.from) * zoom, 1);
    }
    for (const gap of ways) this.#way(view, gap, 'way');
    for (const gap of gaps) this.#way(view, gap, 'gap');
    for (const [kind, pool] of this.#pools)
      for (let i = this.#used.get(kind) ?? 0; i < pool.length; i++) {
        const mark = pool[i]!;
        if (mark.isShown) mark.element.style.display = 'none';
        mark.isShown = false;
      }
  }

  #way({ zoom, x, y }: View, gap: SnapGap, kind: 'way' | 'gap'): void {
    const size = (gap.to - gap.from) * zoom;
    const label = this.#take(`${kind}-label`);
    const text = String(Math.round(gap.to - gap.from));
    if (label.text !== text) label.element.textContent = label.text = text;
    show(label);
    if (gap.axis === 'x') {
      place(this.#take(`${kind}-x`), x + gap.from * zoom, y + gap.cross * zoom - 4, size, 9);
      label.element.style.transform = `translate(${x + gap.from * zoom + size / 2}px, ${y + gap.cross * zoom - 13}px) translate(-50%, -50%)`;
    } else {
      place(this.#take(`${kind}-y`), x + gap.cross * zoom - 4, y + gap.from * zoom, 9, size);
      label.element.style.transform = `translate(${x + gap.cross * zoom + 6}px, ${y + gap.from * zoom + size / 2}px) translate(0, -50%)`;
    }
  }

  clear(): void {
    this.draw({ zoom: 1, x: 0, y: 0 }, [], [], []);
  }
}
