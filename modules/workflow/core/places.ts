/** Places of fields in texts that services send: {title}. */
const PLACE = /\{([\p{L}_]\w*)\}/gu;
export type Values = Readonly<Record<string, unknown>>;

const plainOf = (values: Values, name: string): string | null => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
};

/** A text with values in its places; what has no value stays as it is written. */
export const filledText = (text: string, values: Values): string =>
  text.replace(PLACE, (whole, name: string) => plainOf(values, name) ?? whole);

/** A part of an address: a value stays one segment or one parameter, whatever it holds; none where it has no value. */
export const filledPath = (text: string, values: Values): string =>
  text.replace(PLACE, (_whole, name: string) => encodeURIComponent(plainOf(values, name) ?? ''));

/** A JSON text: inside of a text a value is a part of it, elsewhere it is a value of its own; null where it has none. */
export function filledJson(template: string, values: Values): string {
  let isInText = false;
  let filled = '';
  for (const [piece, name] of pieces(template)) {
    if (name === undefined) {
      filled += piece;
      if (hasOddQuotes(piece)) isInText = !isInText;
    } else if (isInText) filled += JSON.stringify(plainOf(values, name) ?? '').slice(1, -1);
    else filled += JSON.stringify((Object.hasOwn(values, name) ? values[name] : null) ?? null);
  }
  return filled;
}

/** The text between places, and the places. */
function* pieces(template: string): Generator<readonly [text: string, name?: string]> {
  let from = 0;
  for (const match of template.matchAll(PLACE)) {
    yield [template.slice(from, match.index)];
    yield [match[0], match[1]];
    from = match.index + match[0].length;
  }
  yield [template.slice(from)];
}

/** A text of JSON begins or ends in a piece. */
const hasOddQuotes = (piece: string): boolean => piece.replace(/\\./g, '').split('"').length % 2 === 0;

/** What is wrong with a JSON text with places, null when nothing is. */
export function jsonProblem(template: string): string | null {
  if (template.trim() === '') return null;
  try {
    JSON.parse(filledJson(template, {}));
    return null;
  } catch {
    return '请求内容不是有效的 JSON，请检查引号、逗号和括号';
  }
}
