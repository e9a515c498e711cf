const MAX_KEY = 200;

/** The key of a call as it came; null when there is none. */
export function keyText(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const given = headers['api_key'] ?? headers['x-api-key'];
  return typeof given === 'string' && given.length <= MAX_KEY ? given : null;
}
