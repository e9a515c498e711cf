import { render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { perm, route } from '#kit/contract/route.ts';
import { rightsCheckOf, Can, CanFlow, CanRole } from './can.tsx';
import { flowPermits } from '#kit/contract/flow.ts';
import { session, type SessionUser } from './session.ts';

const call = (permission: string) => ({ route: route.get('/x', { summary: 'x', access: perm(permission), reply: z.null() }) });
const signIn = (roles: string[], perms: string[]) =>
  session.setAccount({ user: { id: '1', username: 'a', nickname: 'a', roles } as unknown as SessionUser, menus: [], perms });
const shows = (node: React.ReactNode): boolean => {
  const { container, unmount } = render(<>{node}</>);
  const isThere = container.textContent === 'x';
  unmount();
  return isThere;
};

beforeEach(() => signIn(['clerk'], ['system:post:list', 'system:post:edit']));

describe('<Can>', () => {
  it('removes what the account may not do: one, any of, all of', () => {
    expect(shows(<Can call={call('system:post:edit')}>x</Can>)).toBe(true);
    expect(shows(<Can call={call('system:post:remove')}>x</Can>)).toBe(false);
    expect(shows(<Can perm={['system:post:remove', 'system:post:list']}>x</Can>)).toBe(true);
    expect(
      shows(
        <Can all perm={['system:post:remove', 'system:post:list']}>
          x
        </Can>,
      ),
    ).toBe(false);
  });
  it('lets the role admin and *:*:* pass everywhere', () => {
    signIn(['admin'], []);
    expect(shows(<Can perm="a:b:c">x</Can>)).toBe(true);
    signIn([], ['*:*:*']);
    expect(shows(<Can perm="a:b:c">x</Can>)).toBe(true);
    expect(shows(<CanRole role="boss">x</CanRole>)).toBe(false);
  });
  it('needs a list', () => {
    expect(() => shows(<Can perm={[]}>x</Can>)).toThrow('请设置操作权限标签值');
    expect(() => shows(<CanRole role={[]}>x</CanRole>)).toThrow('请设置角色权限标签值');
  });
});

describe('roles', () => {
  it('one, any of, all of', () => {
    expect(shows(<CanRole role={['boss', 'clerk']}>x</CanRole>)).toBe(true);
    expect(
      shows(
        <CanRole all role={['boss', 'clerk']}>
          x
        </CanRole>,
      ),
    ).toBe(false);
    const ask = rightsCheckOf({ roles: ['clerk'], perms: new Set(['a:b:c']) });
    expect([ask.role('clerk'), ask.anyRole(['boss']), ask.allPerms(['a:b:c']), ask.anyPerm(['x:y:z'])]).toEqual([true, false, true, false]);
  });
});

describe('flow buttons', () => {
  it('are disabled, not removed: edit 1/2/6, delete 1/6', () => {
    const states = ['0', '1', '2', '3', '4', '5', '6'];
    expect(states.filter((state) => flowPermits('edit', state))).toEqual(['1', '2', '6']);
    expect(states.filter((state) => flowPermits('delete', state))).toEqual(['1', '6']);
    render(
      <CanFlow action="delete" status="2">
        <button type="button">删除</button>
      </CanFlow>,
    );
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '删除' }).disabled).toBe(true);
  });
  it('need a value', () => {
    expect(() =>
      render(
        <CanFlow action="edit" status="">
          <button type="button">修改</button>
        </CanFlow>,
      ),
    ).toThrow('请设置流程权限标签值');
  });
});
