/** Readers for unvalidated documents: each returns a usable value whatever it is given. */
export type Loose = Readonly<Record<string, unknown>>;

/** True for a plain object; false for null and arrays. */
export const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The value if it is an object, else `{}`. */
export const asObject = (value: unknown): Loose => (isObject(value) ? value : {});
/** The value if it is an array, else `[]`. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** A non-empty text, cut after `most` characters, or a number as text; null for anything else. */
export const asText = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : typeof value === 'number' ? String(value) : null;
/** A number, also when stored as numeric text; null for anything else. */
export function asNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
/** Clamps a number to `least`…`most`, both included. */
export const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** A whole number clamped to `least`…`most`; `otherwise` when the value is no number. */
export const whole = (value: unknown, least: number, most: number, otherwise: number): number =>
  within(Math.round(asNumber(value) ?? otherwise), least, most);

/** Maximum nesting of a document; recursive checks would overflow the stack beyond it. */
const DEEPEST = 60;
/** True when a value exceeds the maximum nesting. */
export const isDeep = (value: unknown, left = DEEPEST): boolean =>
  typeof value === 'object' && value !== null && (left === 0 || Object.values(value).some((one) => isDeep(one, left - 1)));

/** Parses JSON text, or returns the value itself; null for invalid or too deeply nested JSON. */
export function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return isDeep(value) ? null : value;
  try {
    const parsed: unknown = JSON.parse(value);
    return isDeep(parsed) ? null : parsed;
  } catch {
    return null;
  }
}
/** A value in the form of an id (lower-case letters, digits, underscore, at most 32 characters) as text; null for anything else. */
export const idText = (value: unknown): string | null => {
  const text = asText(value, 40);
  return text !== null && /^[0-9a-z_]{1,32}$/.test(text) ? text : null;
};
/** Refresh interval in milliseconds, as older documents store it → whole seconds (0–86400). */
export const secondsOf = (milliseconds: unknown): number => whole((asNumber(milliseconds) ?? 0) / 1000, 0, 86_400, 0);
