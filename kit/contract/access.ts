/** Who may call a route. There is no default: a route that does not say is a compile error. */
export type Access =
  /** anybody, also strangers: sign-in, captcha, health */
  | { readonly kind: 'open' }
  /** every account with a live session */
  | { readonly kind: 'signedIn' }
  /** accounts that hold one of the permissions */
  | { readonly kind: 'perm'; readonly anyOf: readonly string[] }
  /** programs that hold the key of an application */
  | { readonly kind: 'apiKey' }
  /** programs with a token that the route itself checks: scrapers */
  | { readonly kind: 'token' };

export const open: Access = { kind: 'open' };
export const signedIn: Access = { kind: 'signedIn' };
export const apiKey: Access = { kind: 'apiKey' };
export const ownToken: Access = { kind: 'token' };

/** `perm('system:post:edit')`: holders of any of the strings `module:entity:action` may call. */
export const perm = (...anyOf: [string, ...string[]]): Access => ({ kind: 'perm', anyOf });

/** The `x-access` text of the API document: `open`, `signedIn`, `apiKey`, `token` or `perm:a|b`. */
export const accessText = (access: Access): string => (access.kind === 'perm' ? `perm:${access.anyOf.join('|')}` : access.kind);

/** What an account may do: role ids and permission strings. */
export interface Rights {
  readonly roles: readonly string[];
  readonly perms: ReadonlySet<string>;
}

/** The role that passes every role check, and the string that passes every permission check. */
export const ADMIN_ROLE = 'admin';
export const ALL_PERMS = '*:*:*';

/** True when the account is unrestricted. */
export const isUnrestricted = (rights: Rights): boolean => rights.roles.includes(ADMIN_ROLE) || rights.perms.has(ALL_PERMS);

/** True when the account holds the permission string. */
export const holds = (rights: Rights, permission: string): boolean => isUnrestricted(rights) || rights.perms.has(permission);

/** True when a signed-in account may make a call. Browser (buttons) and server (guard) use this one function. */
export function may(rights: Rights, access: Access): boolean {
  if (access.kind === 'perm') return access.anyOf.some((permission) => holds(rights, permission));
  return access.kind !== 'apiKey' && access.kind !== 'token';
}
