/** The line, from 1, that an offset of a text lies in. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The beginning of a text on one line, for messages. */
export const excerpt = (text: string): string => {
  const line = text.trim().replace(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
};
