import { Watermark as AntdWatermark } from 'antd';
import type { ReactNode } from 'react';

// Figures of spec §9: alpha 0.4, 14 px, angle 15. The ground colour is chosen so that 0.4 of it stays quiet behind data.
const INK = { light: 'rgba(222,225,232,0.4)', dark: 'rgba(48,54,65,0.4)' } as const;

/** Puts the text over everything inside; comes back when it is taken out of the document. */
export function Watermark({ text, mode, children }: { text: string; mode: 'light' | 'dark'; children: ReactNode }) {
  return (
    <AntdWatermark
      content={text}
      rotate={-15}
      gap={[150, 130]}
      zIndex={900}
      font={{ fontSize: 14, color: INK[mode] }}
      style={{ height: '100%' }}
    >
      {children}
    </AntdWatermark>
  );
}
