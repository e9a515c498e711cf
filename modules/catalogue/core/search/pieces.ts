/** A piece of text that is searched as one: an ASCII word with its parts, or a run of other letters (mostly Chinese). */
export type Piece =
  | { readonly kind: 'word'; readonly text: string; readonly parts: readonly string[] }
  | { readonly kind: 'run'; readonly text: string };

const PIECES = /[A-Za-z0-9_$#]+|[^\p{ASCII}\s\p{P}\p{Z}\p{C}]+/gu;
const PARTS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;
const WIDE = /[\u3000\uff01-\uff5e]/;

/** Full-width letters and digits become ordinary ones. */
export const narrow = (text: string): string => (WIDE.test(text) ? text.normalize('NFKC') : text);

/**
 * Cuts a text: `custBal_2024 客户余额（元）` → word custbal_2024 with the parts cust, bal, 2024; runs 客户余额 and 元. Everything lower-case.
 */
export function piecesOf(text: string): Piece[] {
  return (narrow(text).match(PIECES) ?? []).flatMap((piece): Piece[] => {
    if (piece.charCodeAt(0) > 127) return [{ kind: 'run', text: piece.toLowerCase() }];
    const parts = (piece.match(PARTS) ?? []).map((part) => part.toLowerCase());
    return parts.length === 0 ? [] : [{ kind: 'word', text: piece.toLowerCase(), parts }];
  });
}

/** Chinese characters of a run in a row, each part that pinyin can be given for. */
export const chineseOf = (run: string): string[] => run.match(/\p{Script=Han}+/gu) ?? [];
