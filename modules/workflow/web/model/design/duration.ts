/** Units that a duration is shown and typed in, largest first, in seconds. */
export const UNITS = [
  { value: 'D', label: '天', seconds: 86_400 },
  { value: 'H', label: '小时', seconds: 3_600 },
  { value: 'M', label: '分钟', seconds: 60 },
  { value: 'S', label: '秒', seconds: 1 },
] as const;
export type Unit = (typeof UNITS)[number]['value'];

export interface Amount {
  readonly count: number;
  readonly unit: Unit;
}

/** An ISO 8601 duration of days and smaller units as a number of its largest whole unit: PT36H is 36 小时, PT48H 2 天. Null for other texts. */
export function amountOf(text: string): Amount | null {
  const parts = /^P(?=.)(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (!parts) return null;
  const seconds = UNITS.reduce((sum, unit, at) => sum + unit.seconds * Number(parts[at + 1] ?? 0), 0);
  const unit = UNITS.find((each) => seconds % each.seconds === 0) ?? UNITS[3];
  return { count: seconds / unit.seconds, unit: unit.value };
}

/** The ISO 8601 duration of a number of units. */
export const durationOf = ({ count, unit }: Amount): string => (unit === 'D' ? `P${count}D` : `PT${count}${unit}`);
