import type { Severity } from '#kit/core/chart/severity.ts';

/** On pace or ahead is the quiet accent; what is behind stands on the one scale of severity, never green. */
export const severityTone = (severity: Severity): string => (severity === 1 ? 'var(--s-accent2)' : `var(--severity-${severity})`);

/** Round values of an axis from 0 up to at most `top`. */
export function tickSteps(top: number, count: number): number[] {
  const rough = top / count;
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power * 10;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, i) => i * step);
}

/** Words of a setting that are separated by commas. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[,，、]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** A name cut to the room that it has: Chinese characters are as wide as high. */
export function shortened(text: string, width: number, size: number): string {
  const most = Math.max(1, Math.floor(width / size));
  let used = 0;
  let found = '';
  for (const letter of text) {
    used += letter.charCodeAt(0) < 256 ? 0.56 : 1;
    if (used > most) return `${found.slice(0, -1)}…`;
    found += letter;
  }
  return found;
}
