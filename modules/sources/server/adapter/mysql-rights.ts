/** Rights that a reading account does not need. */
const WRITES =
  /\b(INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|INDEX|TRIGGER|EVENT|EXECUTE|CREATE ROUTINE|ALTER ROUTINE|CREATE VIEW|LOCK TABLES)\b/;
const POWERS =
  /\b(SUPER|FILE|SHUTDOWN|CREATE USER|GRANT OPTION|SYSTEM_USER|SET USER|CONNECTION ADMIN|READ_ONLY ADMIN|SYSTEM_VARIABLES_ADMIN)\b/;

/** What the grants of an account allow beyond reading, in words. */
export function warningsOf(grants: readonly string[]): string[] {
  const rights = grants.map((grant) => ({ what: /^GRANT (.*?) ON (\S+)/i.exec(grant), hasOption: /WITH .*GRANT OPTION/i.test(grant) }));
  const everywhere = rights.filter(({ what }) => what?.[2] === '*.*');
  const isSuper = everywhere.some(
    ({ what, hasOption }) => /^ALL PRIVILEGES/i.test(what![1]!) || POWERS.test(what![1]!.toUpperCase()) || hasOption,
  );
  if (isSuper) return ['该账号拥有管理权限（如 SUPER、FILE 或全部权限），建议改用只读账号'];
  const writable = rights.filter(({ what }) => what && (/^ALL PRIVILEGES/i.test(what[1]!) || WRITES.test(what[1]!.toUpperCase())));
  return writable.length > 0
    ? [
        `该账号可以修改 ${writable
          .map(({ what }) => what![2]!.replaceAll('`', ''))
          .slice(0, 3)
          .join('、')}${writable.length > 3 ? ' 等' : ''}，建议改用只读账号`,
      ]
    : [];
}

/** Whether a grant says that the account reads every table there is. */
export const readsEverything = (grants: readonly string[]): boolean =>
  grants.some((grant) => /\b(ALL PRIVILEGES|SELECT)\b/i.test(/^GRANT (.*?) ON \*\.\*(?: |$)/i.exec(grant)?.[1] ?? ''));

/** Whether a name fits the pattern of a grant: `%` and `_` stand for others unless a backslash is before them. */
function fits(name: string, pattern: string): boolean {
  const source = pattern.replaceAll(/\\([%_])|[%_]|[.*+?^${}()|[\]\\]/g, (found, plain?: string) =>
    plain !== undefined ? plain : found === '%' ? '.*' : found === '_' ? '.' : `\\${found}`,
  );
  return new RegExp(`^${source}$`, 'iu').test(name);
}

/**
 * What an account may be sure of, from its grants. The catalogue hides what an account has no right on, so only an account that reads a
 * whole schema can tell a dropped table from one it lost the right to. No grants (the product does not tell) = trusted.
 */
export function rightsOf(grants: readonly string[]): { seesAllOf(schema: string): boolean; seesRoutines: boolean } {
  const found = grants.flatMap((grant) => {
    const match = /^GRANT (.*?) ON (?:`([^`]*)`|(\*))\.\*(?: |$)/i.exec(grant);
    return match ? [{ rights: match[1]!.toUpperCase(), pattern: match[2] ?? '%' }] : [];
  });
  const reads = found.filter(({ rights }) => /\b(ALL PRIVILEGES|SELECT)\b/.test(rights)).map(({ pattern }) => pattern);
  return {
    seesAllOf: (schema) => grants.length === 0 || reads.some((pattern) => fits(schema, pattern)),
    seesRoutines:
      grants.length === 0 ||
      found.some(
        ({ rights, pattern }) =>
          /\b(ALL PRIVILEGES|EXECUTE|ALTER ROUTINE|SHOW CREATE ROUTINE|SHOW_ROUTINE)\b/.test(rights) ||
          (pattern === '%' && /\bSELECT\b/.test(rights)),
      ),
  };
}
