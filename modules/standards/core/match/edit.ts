const hasPairs = (text: string): boolean => /[\uD800-\uDFFF]/.test(text);

/** True unless so little is the same at the start and at the end that no single edit explains it; most pairs end here. */
function mayBeOneEdit(a: string, b: string): boolean {
  const [short, long] = [Math.min(a.length, b.length), Math.max(a.length, b.length)];
  if (long - short > 2) return false;
  let start = 0;
  while (start < short && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < short - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  // a swap changes two places, or four where a character takes two of them
  const changed = long - start - end;
  return changed <= 2 || (changed <= 4 && (hasPairs(a) || hasPairs(b)));
}

/** True when one letter changed, added, left out or two neighbours swapped make one text of the other. */
export function isOneEditAway(a: string, b: string): boolean {
  if (!mayBeOneEdit(a, b)) return false;
  const [short, long] = a.length <= b.length ? [[...a], [...b]] : [[...b], [...a]];
  if (long.length - short.length > 1 || a === b) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  const rest = (text: readonly string[], from: number): string => text.slice(from).join('');
  if (long.length > short.length) return rest(short, at) === rest(long, at + 1);
  return (
    rest(short, at + 1) === rest(long, at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && rest(short, at + 2) === rest(long, at + 2))
  );
}
