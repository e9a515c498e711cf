/** A line of a line diff; `both` = unchanged. */
export interface DiffLine {
  readonly kind: 'both' | 'removed' | 'added';
  readonly text: string;
}

/** Limit of line pairs to compare (time and memory are quadratic); beyond it the differing middle is shown as replaced. */
const MAX_PAIRS = 4_000_000;

/** Line diff by longest common subsequence: common lines stay, the others are removed or added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before === '' ? [] : before.split('\n');
  const b = after === '' ? [] : after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const both = (lines: readonly string[]) => lines.map((text): DiffLine => ({ kind: 'both', text }));
  return [
    ...both(a.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...both(a.slice(a.length - end)),
  ];
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text });
  const added = (text: string): DiffLine => ({ kind: 'added', text });
  if (a.length * b.length > MAX_PAIRS) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  // length of the longest common subsequence from (i, j) on
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: 'both', text: left });
      i++;
      j++;
    } else if (right === undefined || (left !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(left ?? ''));
      i++;
    } else {
      lines.push(added(right));
      j++;
    }
  }
  return lines;
}

/** `+3 −1`: how many lines were added and removed. */
export const diffCounts = (lines: readonly DiffLine[]): { added: number; removed: number } => ({
  added: lines.filter((line) => line.kind === 'added').length,
  removed: lines.filter((line) => line.kind === 'removed').length,
});
