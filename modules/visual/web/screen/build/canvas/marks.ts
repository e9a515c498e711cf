import type { SnapGap, SnapLine } from '../../../../core/screen/snap.ts';
import type { View } from '../editor.ts';

const place = (element: HTMLElement, x: number, y: number, w: number, h: number) => {
  element.style.display = 'block';
  element.style.transform = `translate(${x}px, ${y}px)`;
  element.style.width = `${w}px`;
  element.style.height = `${h}px`;
};

/** Lines and labels that a gesture draws over the canvas; elements are made once and used again, React knows nothing of them. */
export class Marks {
  readonly #root: HTMLElement;
  readonly #pools = new Map<string, HTMLElement[]>();
  readonly #used = new Map<string, number>();

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  #take(kind: string): HTMLElement {
    const pool = this.#pools.get(kind) ?? [];
    this.#pools.set(kind, pool);
    const at = this.#used.get(kind) ?? 0;
    this.#used.set(kind, at + 1);
    const known = pool[at];
    if (known) return known;
    const fresh = document.createElement('div');
    fresh.className = `sed-mark sed-mark-${kind}`;
    this.#root.append(fresh);
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
      for (const element of pool.slice(this.#used.get(kind) ?? 0)) if (element.style.display !== 'none') element.style.display = 'none';
  }

  #way({ zoom, x, y }: View, gap: SnapGap, kind: 'way' | 'gap'): void {
    const size = (gap.to - gap.from) * zoom;
    const label = this.#take(`${kind}-label`);
    const text = String(Math.round(gap.to - gap.from));
    if (label.textContent !== text) label.textContent = text;
    label.style.display = 'block';
    if (gap.axis === 'x') {
      place(this.#take(`${kind}-x`), x + gap.from * zoom, y + gap.cross * zoom - 4, size, 9);
      label.style.transform = `translate(${x + gap.from * zoom + size / 2}px, ${y + gap.cross * zoom - 13}px) translate(-50%, -50%)`;
    } else {
      place(this.#take(`${kind}-y`), x + gap.cross * zoom - 4, y + gap.from * zoom, 9, size);
      label.style.transform = `translate(${x + gap.cross * zoom + 6}px, ${y + gap.from * zoom + size / 2}px) translate(0, -50%)`;
    }
  }

  clear(): void {
    this.draw({ zoom: 1, x: 0, y: 0 }, [], [], []);
  }
}
