const MAX_KEY = 200;

/** The key of a call as it came; null when there is none. A header that some client leaves empty names no key. */
export function keyText(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const given = headers['api_key'] || headers['x-api-key'];
  return typeof given === 'string' && given !== '' && given.length <= MAX_KEY ? given : null;
}
