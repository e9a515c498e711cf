import { describe, expect, it } from 'vitest';
import { isStorablePicture, isTaken, MAX_PICTURE_BYTES } from './thumbnail.ts';
import { jpeg, png, svg, webp } from './test-pictures.ts';

describe('a picture that may be stored', () => {
  it('is PNG, WebP or JPEG by its bytes', () => {
    for (const picture of [png(), webp(), jpeg()]) expect(isStorablePicture(picture)).toBe(true);
  });
  it('is of the type that its address names', () => {
    expect(isStorablePicture(png().replace('image/png', 'image/webp'))).toBe(false);
    expect(isStorablePicture(jpeg().replace('image/jpeg', 'image/png'))).toBe(false);
    expect(isStorablePicture(webp().replace('image/webp', 'image/jpeg'))).toBe(false);
  });
  it('is no document that could hold script or fetch anything', () => {
    expect(isStorablePicture(svg)).toBe(false);
    expect(isStorablePicture(svg.replace('svg+xml', 'png'))).toBe(false);
    expect(isStorablePicture(`data:text/html;base64,${btoa('<script></script>')}`)).toBe(false);
    expect(isStorablePicture('https://example.com/a.png')).toBe(false);
    expect(isStorablePicture(`${png()}" onerror="alert(1)`)).toBe(false);
  });
  it('is small in bytes and, unfolded, in pixels', () => {
    expect(isStorablePicture(png({ bytes: MAX_PICTURE_BYTES }))).toBe(true);
    expect(isStorablePicture(png({ bytes: MAX_PICTURE_BYTES + 1 }))).toBe(false);
    for (const make of [png, webp, jpeg]) {
      expect(isStorablePicture(make({ width: 1200, height: 1200 }))).toBe(true);
      expect(isStorablePicture(make({ width: 1201, height: 300 }))).toBe(false);
      expect(isStorablePicture(make({ width: 576, height: 12_000 }))).toBe(false);
    }
    expect(isStorablePicture(png({ width: 70_000, height: 70_000 }))).toBe(false);
    expect(isStorablePicture(png({ width: 0, height: 300 }))).toBe(false);
  });
});

it('a schematic of the platform is told from a picture', () => {
  expect([isTaken(null), isTaken('data:image/svg+xml,%3Csvg/%3E'), isTaken(png())]).toEqual([false, false, true]);
});
