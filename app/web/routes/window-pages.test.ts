import { expect, it } from 'vitest';
import { windowPageKey } from './window-pages.ts';

it.each([
  ['/cockpit', 'screen/cockpit/index'],
  ['/visual/board/view/12', 'visual/board/view'],
  ['/visual/board/view/12/', 'visual/board/view'],
  ['/visual/screen/view/leaderView', 'visual/screen/view'],
  ['/visual/board/view', null],
  ['/visual/board/view/12/x', null],
  ['/home', null],
  ['/', null],
])('the page of %s is %s', (path, key) => expect(windowPageKey(path)).toBe(key));
