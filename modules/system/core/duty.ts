import { ADMIN_ROLE } from '#kit/contract/access.ts';

/*
 * Separate duties (三员分立): who makes accounts does not decide what they may do, who decides that makes none, and who reads the logs
 * changes nothing. The three roles belong to every installation; they work whether or not somebody holds them.
 */

/** The roles of the three administrators by their duty: accounts 系统管理员, rights 安全管理员, audit 审计管理员. */
export const DUTY_ROLES = { accounts: 'sysadmin', rights: 'secadmin', audit: 'auditadmin' } as const;
/** A duty that lets its holder handle what they do not hold themselves. */
export type Duty = 'accounts' | 'rights';

/** Role of new accounts until the security administrator assigns one: no menus. */
export const UNASSIGNED_ROLE = 'unassigned';

const ADMINISTRATOR_ROLES: readonly string[] = [ADMIN_ROLE, ...Object.values(DUTY_ROLES)];

/** True for the role of unrestricted administrators and for those of the three: only unrestricted administrators give, change or take them. */
export const isAdministratorRole = (roleId: string): boolean => ADMINISTRATOR_ROLES.includes(roleId);

const MANAGES = /^system:(user|role|menu|dept|config|host|recycle):(?!(list|detail|export)$)/;
const LOOKS_INTO = /^(system:sms|monitor:(loginlog|operlog|online)):/;

/**
 * True for the permissions that make an administrator: changing accounts, rights or settings, and reading logs, sessions and messages.
 * A duty does not reach them: whoever hands them on must hold them.
 */
export const isReserved = (permission: string): boolean =>
  permission === '*:*:*' || MANAGES.test(permission) || LOOKS_INTO.test(permission);

/** Why an account may not hold these roles together, null when it may. */
export const dutyProblem = (roleIds: readonly string[]): string | null =>
  roleIds.length > 1 && roleIds.some((id) => (Object.values(DUTY_ROLES) as string[]).includes(id))
    ? '系统管理员、安全管理员、审计管理员各司其职，不能与其他角色同时分配给一个账号'
    : null;
