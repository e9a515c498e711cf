import type { ComponentType } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { CallError } from '#kit/web/send.ts';
import { ScreenMissing } from './ScreenMissing.tsx';
import { ScreenPage } from './ScreenPage.tsx';

const noRight = new CallError({ status: 403, key: 'auth.noPermission', message: '没有权限' });

/** A page that shows the screen of one fixed code, to those who may see this one, or all screens and this one among them. */
export const fixedPage = (code: string): ComponentType =>
  function FixedScreen() {
    const can = useCan();
    const isTheirs = can.perm(`screen:${code}:view`);
    if (!isTheirs && !can.anyPerm(['visual:screen:preview', 'visual:screen:build']))
      return <ScreenMissing error={noRight} retry={() => window.location.reload()} />;
    return <ScreenPage key={code} idOrCode={code} {...(!isTheirs && { missing: noRight })} />;
  };
