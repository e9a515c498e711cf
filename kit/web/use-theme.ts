import type { ThemeConfig } from 'antd';
import { useMemo } from 'react';
import { useColorMode } from './color-mode.ts';
import { useReducedMotion } from './reduced-motion.ts';
import { themeOf } from './theme.ts';

/** The antd theme of the current colour mode, without motion where the computer asks for less of it. */
export function useTheme(): ThemeConfig {
  const mode = useColorMode();
  const isCalm = useReducedMotion();
  return useMemo(() => {
    const theme = themeOf(mode);
    return isCalm ? { ...theme, token: { ...theme.token, motion: false } } : theme;
  }, [mode, isCalm]);
}
