import { plain, type Lexicon } from './lexicon.ts';
import { timeAt } from './times.ts';
import type { Piece, Reading, Today } from './types.ts';
import { ruledAt, WORDS } from './words.ts';

const LONGEST = 40;
const LONGEST_WORD = Math.max(...[...WORDS.keys()].map((word) => word.length));
/** Cost of a character that nothing explains, and of one more piece. */
const UNREAD = 8;
const PIECE = 3;

interface Way {
  readonly cost: number;
  readonly piece: Piece | null;
}

/** What a piece is worth: the longer and surer, the better; words that say nothing are worth least. */
function worth({ from, to, readings, weight }: Piece): number {
  const length = to - from;
  const { is } = readings[0]!;
  if (is === 'stop') return length * 1.5 - PIECE;
  return length * length * 1.2 * weight + length * 4 * weight - PIECE;
}

function piecesAt(text: string, at: number, lexicon: Lexicon, today: Today): Piece[] {
  const found: Piece[] = [];
  const add = (to: number, readings: readonly Reading[], weight = 1) => void found.push({ from: at, to, readings, weight });
  for (let length = 1; length <= LONGEST && at + length <= text.length; length++) {
    const word = text.slice(at, at + length);
    const entries = lexicon.get(word);
    if (entries)
      add(
        at + length,
        entries.map(({ reading }) => reading),
        entries[0]!.weight,
      );
    const plainWord = length <= LONGEST_WORD ? WORDS.get(word) : undefined;
    if (plainWord) add(at + length, [plainWord], 0.9);
  }
  const time = timeAt(text, at, today);
  if (time) add(time.to, [time.reading]);
  for (const { reading, to } of ruledAt(text, at)) add(to, [reading]);
  return found;
}

/** Cuts a question into the pieces that explain most of it; what nothing explains is left out. */
export function piecesOf(question: string, lexicon: Lexicon, today: Today): Piece[] {
  const text = plain(question);
  const ways: Way[] = [{ cost: 0, piece: null }];
  const reach = (at: number, way: Way) => {
    if (!ways[at] || way.cost < ways[at].cost) ways[at] = way;
  };
  for (let at = 0; at < text.length; at++) {
    const { cost } = ways[at]!;
    reach(at + 1, { cost: cost + (/\s/.test(text[at]!) ? 0 : UNREAD), piece: null });
    for (const piece of piecesAt(text, at, lexicon, today)) reach(piece.to, { cost: cost - worth(piece), piece });
  }
  const pieces: Piece[] = [];
  for (let at = text.length; at > 0;) {
    const { piece } = ways[at]!;
    if (piece) pieces.unshift(piece);
    at = piece ? piece.from : at - 1;
  }
  return pieces;
}

/** Runs of characters that no piece explains. */
export function unreadOf(question: string, pieces: readonly Piece[]): string[] {
  const covered = new Set(pieces.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, n) => from + n)));
  const runs: string[] = [];
  let run = '';
  for (let at = 0; at <= question.length; at++) {
    if (at < question.length && !covered.has(at)) run += question[at];
    else if (run) {
      runs.push(run.trim());
      run = '';
    }
  }
  return runs.filter((text) => text !== '');
}
