import { useImperativeHandle, type Ref, type RefObject } from 'react';
import type { Look } from '../../core/look/look.ts';
import type { ChartHandle } from './use-canvas.ts';

/** Pictures of charts that are HTML. */
export function useHtmlHandle(handle: Ref<ChartHandle> | undefined, ref: RefObject<HTMLElement | null>, look: Look): void {
  useImperativeHandle(
    handle,
    () => ({
      async toPng(ratio) {
        if (!ref.current) return '';
        const { domToPng } = await import('modern-screenshot');
        return domToPng(ref.current, {
          scale: ratio,
          backgroundColor: look.background ?? (look.ground === 'page' ? look.inks.surface : null),
        });
      },
    }),
    [ref, look],
  );
}
