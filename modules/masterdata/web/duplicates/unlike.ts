/** A stretch of a text, and whether the text it is compared with has it too. */
export interface Stretch {
  readonly text: string;
  readonly isUnlike: boolean;
}

/** Longest common subsequence by its lengths from each place on. */
function lengthsOf(a: readonly string[], b: readonly string[]): number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () => Array.from({ length: b.length + 1 }, () => 0));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
const LONGEST = 300;

/** What of a text is not in another one, stretch by stretch. */
export function unlikeParts(text: string, other: string): Stretch[] {
  const [a, b] = [[...text], [...other]];
  if (a.length > LONGEST || b.length > LONGEST) return [{ text, isUnlike: text !== other }];
  const lengths = lengthsOf(a, b);
  const parts: { text: string; isUnlike: boolean }[] = [];
  const add = ({ character, isUnlike }: { character: string; isUnlike: boolean }): void => {
    const last = parts.at(-1);
    if (last?.isUnlike === isUnlike) last.text += character;
    else parts.push({ text: character, isUnlike });
  };
  let j = 0;
  for (const [i, character] of a.entries()) {
    while (j < b.length && b[j] !== character && lengths[i]![j + 1]! >= lengths[i]![j]!) j += 1;
    const isCommon = j < b.length && b[j] === character;
    add({ character, isUnlike: !isCommon });
    if (isCommon) j += 1;
  }
  return parts;
}
