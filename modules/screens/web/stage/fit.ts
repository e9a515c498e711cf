import type { FIT_MODES } from '../../contract/screen-config.ts';

export type FitMode = (typeof FIT_MODES)[number];
export interface Fit {
  readonly sx: number;
  readonly sy: number;
  /** size of the scaled screen */
  readonly width: number;
  readonly height: number;
  /** where its left upper corner stands when it is smaller than the window */
  readonly left: number;
  readonly top: number;
  /** hangs over on this side and is reached by scrolling: nothing is ever cut off */
  readonly overX: boolean;
  readonly overY: boolean;
}

/** A pixel of the window may be lost to rounding without a scroll bar. */
const SLACK = 1;

/** How a screen of `width` × `height` stands in a window: six modes, one rule for centring and overhang. */
export function fitOf(mode: FitMode, screen: { width: number; height: number }, port: { width: number; height: number }): Fit {
  const byWidth = port.width / screen.width;
  const byHeight = port.height / screen.height;
  const [sx, sy] = scales(mode, byWidth, byHeight);
  const width = screen.width * sx;
  const height = screen.height * sy;
  return {
    sx,
    sy,
    width,
    height,
    left: Math.max(0, (port.width - width) / 2),
    top: Math.max(0, (port.height - height) / 2),
    overX: width > port.width + SLACK,
    overY: height > port.height + SLACK,
  };
}

function scales(mode: FitMode, byWidth: number, byHeight: number): [number, number] {
  switch (mode) {
    case 'contain':
      return [Math.min(byWidth, byHeight), Math.min(byWidth, byHeight)];
    case 'cover':
      return [Math.max(byWidth, byHeight), Math.max(byWidth, byHeight)];
    case 'width':
      return [byWidth, byWidth];
    case 'height':
      return [byHeight, byHeight];
    case 'stretch':
      return [byWidth, byHeight];
    case 'none':
      return [1, 1];
    default:
      return [1, 1];
  }
}
