/** Small readers for documents that nobody has checked: each answers something usable whatever it is given. */
export type Loose = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
export const asObject = (value: unknown): Loose => (isObject(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asText = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : typeof value === 'number' ? String(value) : null;
/** A number, also one that an old form kept as text. */
export function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** A whole number between two ends. */
export const whole = (value: unknown, least: number, most: number, otherwise: number): number =>
  within(Math.round(asNumber(value) ?? otherwise), least, most);

/** Nesting that no document of ours reaches; deeper ones would overflow the checks. */
const DEEPEST = 60;
/** True when a value nests deeper than any document does. */
export const isDeep = (value: unknown, left = DEEPEST): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((one) => isDeep(one, left - 1)));

/** JSON text or the value itself; text that is no JSON, or nests without end, is nothing. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return isDeep(value) ? null : value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isDeep(parsed) ? null : parsed;
  } catch {
    return null;
  }
}
export const idText = (value: unknown): string | null => {
  const text = asText(value, 40);
  return text !== null && /^[0-9a-z_]{1,32}$/.test(text) ? text : null;
};
/** Milliseconds of an old form → whole seconds between refreshes. */
export const secondsOf = (milliseconds: unknown): number => whole((asNumber(milliseconds) ?? 0) / 1000, 0, 86_400, 0);
