/** True when one letter changed, added, left out or two neighbours swapped make one text of the other. */
export function isOneEditAway(a: string, b: string): boolean {
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
