import type { Mask, MaskAlgorithm } from './algorithms.ts';
import { HIDDEN, textOf } from './parts.ts';

/*
 * Which of two masks reveals less. A mask reveals characters at the front and at the end of a value, a part that is more than a number of
 * characters (a domain, a district), a number to some step, that two values are equal, or the value itself to who holds the key. One mask
 * reveals no more than another when it reveals no more of every one of these; most pairs cannot be compared, and then neither is the stricter
 * one. A token shows no character, but tells equal values apart from others for ever, which stars do not: it cannot stand for them.
 */

interface Reveals {
  readonly head: number;
  readonly tail: number;
  /** what it leaves whole, by a name of its own */
  readonly part: string | null;
  /** numbers and dates down to a step: the larger the coarser */
  readonly scale: { readonly of: string; readonly step: number } | null;
  /** 0: equal values cannot be told; 1: as long as the key lasts; 2: for ever */
  readonly link: 0 | 1 | 2;
  /** who holds the key gets the value back */
  readonly isReversible: boolean;
}
const NOTHING: Reveals = { head: 0, tail: 0, part: null, scale: null, link: 0, isReversible: false };
const ends = (head: number, tail: number): Reveals => ({ ...NOTHING, head, tail });
const part = (name: string, more: Partial<Reveals> = {}): Reveals => ({ ...NOTHING, part: name, ...more });
const scale = (of: string, step: number): Reveals => ({ ...NOTHING, scale: { of, step } });
const ALL = Number.POSITIVE_INFINITY;

/** Forms keep so many characters of values that have the form, and none of others. */
const FORMS: Partial<Record<MaskAlgorithm, Reveals>> = {
  // family names have two characters at most
  name: ends(2, 0),
  idCard: ends(6, 4),
  mobile: ends(3, 4),
  bankCard: ends(6, 4),
  creditCode: ends(4, 4),
  cnaps: ends(3, 1),
  passport: ends(1, 2),
  travelPermit: ends(6, 4),
  plate: ends(2, 2),
  phone: part('areaCode', { tail: 2 }),
  email: part('domain', { head: 1 }),
  address: part('district'),
  ip: part('network'),
};

function patternReveals(shape: string): Reveals {
  const head = /^#*/.exec(shape)![0].length;
  return shape.slice(head).includes('#') ? part(`pattern ${shape}`) : ends(head, 0);
}

function revealsOf({ algorithm, params }: Mask): Reveals {
  switch (algorithm) {
    case 'full':
    case 'fixed':
    case 'empty':
      return NOTHING;
    case 'keep':
      return ends(params.head ?? 0, params.tail ?? 0);
    case 'range':
      return ends((params.from ?? 1) - 1, ALL);
    case 'before':
      return part(`after ${params.char ?? ''}`);
    case 'after':
      return part(`before ${params.char ?? ''}`);
    case 'pattern':
      return patternReveals(params.pattern ?? '');
    case 'date':
      return scale('date', params.unit === 'month' ? 1 : 12);
    case 'round':
      return scale('number', params.step ?? 1000);
    case 'amount':
      return scale('number', params.step ?? 10_000);
    case 'geo':
      return scale('place', 10 ** (6 - (params.decimals ?? 2)));
    case 'hash':
      return { ...NOTHING, link: 2 };
    case 'token':
      return { ...NOTHING, link: 1 };
    case 'encrypt':
      return { ...NOTHING, isReversible: true };
    case 'preserve':
      return part(`form ${params.kind ?? 'digits'}`, { link: 1, isReversible: true });
    default:
      return FORMS[algorithm] ?? part(algorithm, { head: ALL, tail: ALL });
  }
}

/** The common mask of columns without a rule, see `maskValue`. */
const COMMON = ends(3, 4);

const isNested = (a: Reveals['scale'], b: Reveals['scale']): boolean =>
  a === null || (b !== null && a.of === b.of && a.step >= b.step && Number.isInteger(a.step / b.step));

/** Whether the first mask tells nothing that the second one hides; `null` is the common mask. */
export function revealsNoMore(first: Mask, second: Mask | null): boolean {
  const a = revealsOf(first);
  const b = second === null ? COMMON : revealsOf(second);
  return (
    a.head <= b.head &&
    a.tail <= b.tail &&
    (a.part === null || a.part === b.part) &&
    isNested(a.scale, b.scale) &&
    a.link <= b.link &&
    (!a.isReversible || b.isReversible)
  );
}

/** Masks that show some of the characters of a value in their places, and stars for the others. */
const BY_CHARACTER: readonly MaskAlgorithm[] = ['keep', 'range', 'pattern', ...(Object.keys(FORMS) as MaskAlgorithm[])];

type Show = (value: unknown) => unknown;
/** Whether every character that the first shows of a value is shown by the second in the same place. */
function isWithin(shown: string, by: string, value: string): boolean {
  const [a, b, clear] = [[...shown], [...by], [...value]];
  return a.length === clear.length && b.length === clear.length && a.every((char, i) => char === '*' || char === b[i]);
}

/**
 * One mask on top of another. Whatever the two are, no value comes out with more of it than the lower one shows: what cannot be compared is
 * hidden whole, and of masks that keep characters each value is looked at: the form that the upper one expects may not be the one that the
 * value has.
 */
export function tightened(
  lower: { readonly show: Show; readonly mask: Mask | null },
  upper: { readonly show: Show; readonly mask: Mask },
): Show {
  if (!revealsNoMore(upper.mask, lower.mask)) return (value) => (value === null || value === undefined ? value : HIDDEN);
  if (!BY_CHARACTER.includes(upper.mask.algorithm)) return upper.show;
  return (value) => {
    const below = lower.show(value);
    if (below === null || below === undefined) return below;
    const above = upper.show(value);
    const text = textOf(value);
    if (typeof below === 'string' && typeof above === 'string' && isWithin(above, below, text)) return above;
    return upper.show(below);
  };
}
