/** Cells of what was copied in a spreadsheet; null when it is a single value. */
export function pastedCells(text: string): string[][] | null {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  return lines.length > 1 || text.includes('\t') ? lines.map((line) => line.split('\t')) : null;
}
