/** Whether black is easier to read on a colour than white: luma of ITU-R BT.601 above three quarters. */
export function isBright(colour: { toRgb: () => { r: number; g: number; b: number } }): boolean {
  const { r, g, b } = colour.toRgb();
  return r * 0.299 + g * 0.587 + b * 0.114 > 192;
}
