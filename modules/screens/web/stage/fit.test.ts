import { describe, expect, it } from 'vitest';
import { FIT_MODES } from '../../contract/screen-config.ts';
import { fitOf } from './fit.ts';

const SCREEN = { width: 1920, height: 1080 };
const PORTS = [
  [1280, 720],
  [1366, 768],
  [1920, 1080],
  [2560, 1080],
  [3840, 2160],
  [1080, 1920],
] as const;

describe('fit of a screen into a window', () => {
  it.each(PORTS)('contain shows all of it in the middle of %i × %i', (width, height) => {
    const fit = fitOf('contain', SCREEN, { width, height });
    expect(fit.width).toBeLessThanOrEqual(width + 1e-6);
    expect(fit.height).toBeLessThanOrEqual(height + 1e-6);
    expect(fit.sx).toBe(fit.sy);
    expect(fit.left * 2 + fit.width).toBeCloseTo(width);
    expect(fit.top * 2 + fit.height).toBeCloseTo(height);
  });
  it.each(PORTS)('cover leaves no edge bare at %i × %i', (width, height) => {
    const fit = fitOf('cover', SCREEN, { width, height });
    expect(fit.width).toBeGreaterThanOrEqual(width - 1e-6);
    expect(fit.height).toBeGreaterThanOrEqual(height - 1e-6);
  });
  it.each(FIT_MODES.flatMap((mode) => PORTS.map((port) => [mode, ...port] as const)))(
    '%s at %i × %i: what hangs over can be scrolled to',
    (mode, width, height) => {
      const fit = fitOf(mode, SCREEN, { width, height });
      expect(fit.overX).toBe(fit.width > width + 1);
      expect(fit.overY).toBe(fit.height > height + 1);
      expect(fit.left >= 0 && fit.top >= 0).toBe(true);
    },
  );
  it('width, height, stretch and none keep their promise in an ultra-wide window', () => {
    const port = { width: 2560, height: 1080 };
    expect(fitOf('width', SCREEN, port)).toMatchObject({ width: 2560, height: 1440, overY: true, overX: false });
    expect(fitOf('height', SCREEN, port)).toMatchObject({ width: 1920, height: 1080, left: 320, overX: false });
    expect(fitOf('stretch', SCREEN, port)).toMatchObject({ width: 2560, height: 1080, left: 0, top: 0 });
    expect(fitOf('none', SCREEN, port)).toMatchObject({ sx: 1, sy: 1, left: 320, top: 0 });
  });
});
