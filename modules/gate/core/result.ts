/** Keys for the columns of a result: equal names become `name`, `name_2`, `name_3`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let key = name;
    for (let n = 2; taken.has(key); n++) key = `${name}_${n}`;
    taken.add(key);
    return key;
  });
}
