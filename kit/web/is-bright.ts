/** True when black text is more readable than white on a colour: luma (ITU-R BT.601) above 0.75. */
export function isBright(colour: { toRgb: () => { r: number; g: number; b: number } }): boolean {
  const { r, g, b } = colour.toRgb();
  return r * 0.299 + g * 0.587 + b * 0.114 > 192;
}
