/** A key of the result with what people call it. */
export interface ResultKeyName {
  readonly value: string;
  readonly label: string;
  readonly isMeasure: boolean;
}
/** A short key that no other of the list has. */
export const unusedKey = (list: readonly { id: string }[]): string => {
  for (let n = list.length + 1; ; n += 1) if (!list.some((one) => one.id === `k${n}`)) return `k${n}`;
};
export const optionsOf = (words: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
