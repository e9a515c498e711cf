import { useImperativeHandle, type Ref, type RefObject } from 'react';
import type { ResolvedTheme } from '../../core/look/resolve-theme.ts';
import type { ChartHandle } from './use-canvas.ts';

/** Pictures of charts that are HTML. */
export function useHtmlHandle(handle: Ref<ChartHandle> | undefined, ref: RefObject<HTMLElement | null>, look: ResolvedTheme): void {
  useImperativeHandle(
    handle,
    () => ({
      async toPng(ratio) {
        if (!ref.current) return '';
        const { domToPng } = await import('modern-screenshot');
        return domToPng(ref.current, {
          scale: ratio,
          backgroundColor: look.background ?? (look.surface === 'page' ? look.palette.surface : null),
        });
      },
    }),
    [ref, look],
  );
}
