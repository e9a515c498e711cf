import { cloneElement, useMemo, type ReactElement, type ReactNode } from 'react';
import { ADMIN_ROLE, holds, may, type Rights } from '#kit/contract/access.ts';
import { flowPermits } from '#kit/contract/flow.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import { session, useSession } from './session.ts';
import { uiTexts } from './ui-texts.ts';

interface AnyCall {
  readonly route: AnyRoute;
}
type OneOrMore<T> = T | readonly T[];
const many = <T,>(value: OneOrMore<T>): readonly T[] => (Array.isArray(value) ? (value as readonly T[]) : [value as T]);

const hasRole = (rights: Rights, role: string): boolean => rights.roles.includes(ADMIN_ROLE) || rights.roles.includes(role);

/** Permission checks by declared call, and by permission or role name (single, any of, all of). */
export interface RightsCheck {
  (call: AnyCall): boolean;
  perm(permission: string): boolean;
  anyPerm(permissions: readonly string[]): boolean;
  allPerms(permissions: readonly string[]): boolean;
  role(role: string): boolean;
  anyRole(roles: readonly string[]): boolean;
  allRoles(roles: readonly string[]): boolean;
}

/** Permission checks against given rights, for use outside of components. */
export const rightsCheckOf = (rights: Rights): RightsCheck =>
  Object.assign((call: AnyCall) => may(rights, call.route.access), {
    perm: (permission: string) => holds(rights, permission),
    anyPerm: (permissions: readonly string[]) => permissions.some((one) => holds(rights, one)),
    allPerms: (permissions: readonly string[]) => permissions.every((one) => holds(rights, one)),
    role: (role: string) => hasRole(rights, role),
    anyRole: (roles: readonly string[]) => roles.some((one) => hasRole(rights, one)),
    allRoles: (roles: readonly string[]) => roles.every((one) => hasRole(rights, one)),
  });

/** Permission checks of the signed-in account: `const can = useCan(); can(api.post.remove); can.anyPerm([...])`. */
export function useCan(): RightsCheck {
  const rights = useSession(session.rights);
  return useMemo(() => rightsCheckOf(rights), [rights]);
}

type CanProps = { children: ReactNode; fallback?: ReactNode; all?: boolean } & (
  | { call: OneOrMore<AnyCall>; perm?: never }
  | { perm: OneOrMore<string>; call?: never }
);

/** Renders its children only for accounts that may make the call (any of several; with `all`, every one). */
export function Can({ call, perm, all, children, fallback = null }: CanProps) {
  const can = useCan();
  const answers =
    call === undefined
      ? many(perm)
          .filter(Boolean)
          .map((one) => can.perm(one))
      : many(call).map((one) => can(one));
  if (answers.length === 0) throw new Error(uiTexts.permListMissing);
  return <>{(all ? answers.every(Boolean) : answers.some(Boolean)) ? children : fallback}</>;
}

/** Renders its children only for accounts with one of the roles (with `all`, every one). */
export function CanRole({ role, all, children }: { role: OneOrMore<string>; all?: boolean; children: ReactNode }) {
  const can = useCan();
  const roles = many(role).filter(Boolean);
  if (roles.length === 0) throw new Error(uiTexts.roleListMissing);
  return <>{(all ? can.allRoles(roles) : can.anyRole(roles)) ? children : null}</>;
}

export type FlowAction = 'edit' | 'delete';

/** Disables (does not hide) a button unless the workflow state allows the action. */
export function CanFlow({
  action,
  status,
  children,
}: {
  action: FlowAction;
  status: string | null | undefined;
  children: ReactElement<{ disabled?: boolean }>;
}) {
  if (status === undefined || status === null || status === '') throw new Error(uiTexts.flowValueMissing);
  return cloneElement(children, {
    disabled: !flowPermits(action, status) || children.props.disabled === true,
  });
}
