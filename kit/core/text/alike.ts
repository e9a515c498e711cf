/** How many single changes (insert, remove, replace, or swap of neighbours) turn one text into the other; `limit + 1` when there are more. */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    let least = row;
    for (let at = 1; at <= b.length; at += 1) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(at - 1);
      let cost = Math.min(above[at]! + 1, line[at - 1]! + 1, above[at - 1]! + (isSame ? 0 : 1));
      const isSwap = row > 1 && at > 1 && a.charCodeAt(row - 1) === b.charCodeAt(at - 2) && a.charCodeAt(row - 2) === b.charCodeAt(at - 1);
      if (isSwap) cost = Math.min(cost, before[at - 2]! + 1);
      line.push(cost);
      if (cost < least) least = cost;
    }
    if (least > limit) return limit + 1;
    before = above;
    above = line;
  }
  return above[b.length]!;
}

/** 1 for equal texts, 0 for texts that share nothing: changes against the length of the longer one. */
export function editRatio(a: string, b: string): number {
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 1 : 1 - editDistance(a, b) / longest;
}

/** Pairs of neighbouring characters; a text of one character is its own pair. */
export function bigramsOf(text: string): string[] {
  if (text.length < 2) return text ? [text] : [];
  return Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));
}

/** Share of the pairs of characters that two texts have in common (Sørensen–Dice), which forgives parts in another order. */
export function diceOf(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 1;
  const left = new Map<string, number>();
  for (const gram of a) left.set(gram, (left.get(gram) ?? 0) + 1);
  let common = 0;
  for (const gram of b) {
    const rest = left.get(gram) ?? 0;
    if (rest === 0) continue;
    left.set(gram, rest - 1);
    common += 1;
  }
  return (2 * common) / (a.length + b.length);
}

/** Whether the characters of a short text stand in a long one in this order, as 城建投资 in 城市建设投资. */
export function isSubsequence(short: string, long: string): boolean {
  let at = 0;
  for (const character of long) if (character === short.charAt(at)) at += 1;
  return at === short.length;
}
