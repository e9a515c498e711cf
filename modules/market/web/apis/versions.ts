const numbersOf = (version: string): number[] => version.replace(/^v/, '').split('.').map(Number);

/** Versions as numbers, so that v1.10.0 comes before v1.9.0. */
export const newestFirst = <V extends { apiVersion: string }>(versions: readonly V[]): V[] =>
  versions.toSorted((a, b) => {
    const [left, right] = [numbersOf(a.apiVersion), numbersOf(b.apiVersion)];
    const at = left.findIndex((part, i) => part !== right[i]);
    return at < 0 ? 0 : (right[at] ?? 0) - (left[at] ?? 0);
  });
