/** Each part of a version has four digits at most. */
const LAST = 9999;
type Parts = readonly [major: number, minor: number, patch: number];
const partsOf = (version: string): Parts => version.slice(1).split('.').map(Number) as unknown as Parts;

/** The version after all of these: the last number goes up, and those before it where it cannot. Null when there is none left. */
export function nextVersion(versions: readonly string[]): string | null {
  const all = versions.map(partsOf).sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
  const [major, minor, patch] = all.at(-1) ?? [1, 0, -1];
  if (patch < LAST) return `v${major}.${minor}.${patch + 1}`;
  if (minor < LAST) return `v${major}.${minor + 1}.0`;
  return major < LAST ? `v${major + 1}.0.0` : null;
}
