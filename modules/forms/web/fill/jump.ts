import type { FillStore } from './store.ts';

let last: string | null = null;

/** Leads to the next place that is wrong, from the one that was led to before. */
export function walkProblems(store: FillStore): void {
  const { verdict, refused } = store.getState();
  const paths = [...new Set([...verdict.problems.map(({ path }) => path), ...refused.keys()])];
  if (paths.length === 0) return;
  const next = paths[(last === null ? -1 : paths.indexOf(last)) + 1] ?? paths[0]!;
  last = next;
  // a cell of a sub-table has no place of its own on a phone while its card is closed: its table has
  const place = [next, next.replace(/\.\d+\.[a-z0-9_]+$/, '')]
    .map((path) => document.querySelector(`[data-path="${CSS.escape(path)}"]`))
    .find((one) => one !== null);
  place?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  place?.querySelector<HTMLElement>('input, textarea, button, [tabindex="0"]')?.focus({ preventScroll: true });
}
