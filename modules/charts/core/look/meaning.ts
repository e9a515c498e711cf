import { severitiesOf, severityOf, type Severity } from '#kit/core/chart/severity.ts';
import { seriesColors, type ResolvedTheme } from './resolve-theme.ts';

/** The colour of a severity in a look. */
export const severityColorOf = (look: ResolvedTheme, severity: Severity): string => look.severity[severity - 1]!;

/** Colours of kinds that stand beside each other: states by their severity, all others in the order of the look. */
export function colorsOfKinds(look: ResolvedTheme, names: readonly string[]): string[] {
  const severities = severitiesOf(names);
  const others = seriesColors(look, names.length);
  let next = 0;
  return names.map((name) => {
    const severity = severities.get(name);
    return severity === undefined ? others[next++]! : severityColorOf(look, severity);
  });
}

/** Longer names of measures are sentences, in which a word about states says little. */
const LONGEST_MEASURE = 8;

/** The severity of what a measure counts, when that is late, overdue or failed; null for all others, also for what is done: that is a quantity. */
export function severityOfMeasure(name: string): Severity | null {
  const severity = name.length <= LONGEST_MEASURE ? severityOf(name) : null;
  return severity !== null && severity >= 3 ? severity : null;
}

/** Colours of measures that stand beside each other: those that count what is late or overdue by their severity, the others of the look. */
export const colorsOfMeasures = (look: ResolvedTheme, names: readonly string[]): string[] => {
  const plain = seriesColors(look, names.length);
  return names.map((name, i) => {
    const severity = severityOfMeasure(name);
    return severity === null ? plain[i]! : severityColorOf(look, severity);
  });
};
