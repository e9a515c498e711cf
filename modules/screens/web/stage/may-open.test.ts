import { expect, it } from 'vitest';
import { rightsCheckOf } from '#kit/web/can.tsx';
import { mayOpen } from './may-open.ts';

const can = rightsCheckOf({ roles: [], perms: new Set(['screen:human:view', 'visual:board:preview']) });
const menus = [{ path: '/project', children: [{ path: '/project/supplier' }] }];
const page = (path: string) => mayOpen(can, menus, { to: 'page', path });

it('a link of a screen is offered to those who may open what it leads to', () => {
  expect([page('/human'), page('/screen/human?kiosk=30')]).toEqual([true, true]);
  expect([page('/cockpit'), page('/screen/leaderView')]).toEqual([false, false]);
  expect([page('/project/supplier?supplierName=a'), page('/project/area'), page('/metadata/datasource')]).toEqual([true, false, false]);
  expect([page('/home'), page('/visual/board/view/1'), page('/user/messages')]).toEqual([true, true, true]);
  expect(mayOpen(can, menus, { to: 'board', id: '1' })).toBe(true);
  expect(mayOpen(can, menus, { to: 'screen', id: '1' })).toBe(false);
  expect(mayOpen(can, menus, { to: 'url', url: 'https://example.org' })).toBe(true);
});
