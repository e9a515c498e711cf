/** Hides the middle of a value: enough stays to recognise it, not enough to use it. */
export function maskValue(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'boolean' || typeof value === 'number') return '***';
  const chars = [...(typeof value === 'string' ? value : JSON.stringify(value))];
  if (chars.length <= 1) return '*';
  if (chars.length === 2) return `${chars[0]}*`;
  const shown = chars.length >= 11 ? 3 : 1;
  const tail = chars.length >= 11 ? 4 : 1;
  return `${chars.slice(0, shown).join('')}${'*'.repeat(Math.min(8, chars.length - shown - tail))}${chars.slice(-tail).join('')}`;
}
