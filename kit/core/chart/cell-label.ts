/** Estimated width of a text in pixels at font `size`: full width for Chinese and emoji, six tenths for other characters. */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const char of text) width += char.codePointAt(0)! > 0x2e7f ? 1 : 0.58;
  return width * size;
}

const OUT = -9999;
/** Hides the label of a cell that is too small for the whole number: a truncated number would be a wrong one. */
export const wholeLabel =
  (fontSize: number) =>
  ({ text, rect }: { text: string; rect: { width: number; height: number } }): { x?: number; y?: number } => {
    const [name = '', value] = text.split('\n');
    const room = rect.width - 6;
    const least = Math.min(textWidth(name, fontSize), fontSize * 2.2);
    const isShown = value !== undefined && rect.height - 4 >= 2 * (fontSize + 5);
    return room < least || (isShown && room < textWidth(value, fontSize)) ? { x: OUT, y: OUT } : {};
  };
