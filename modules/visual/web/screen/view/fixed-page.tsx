import type { ComponentType } from 'react';
import { ScreenPage } from './ScreenPage.tsx';

/** A page that shows the screen of one fixed code. */
export const fixedPage = (code: string): ComponentType =>
  function FixedScreen() {
    return <ScreenPage key={code} idOrCode={code} />;
  };
