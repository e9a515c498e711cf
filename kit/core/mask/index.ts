import { KEYED_ALGORITHMS, type Ciphers, type Mask, type MaskAlgorithm } from './algorithms.ts';
import { FORMS } from './kinds.ts';
import { FAILED, HIDDEN, textOf } from './parts.ts';
import { keep, PARTIAL } from './partial.ts';
import { preserver } from './preserving.ts';

/*
 * The one library of masks: how a sensitive value is shown to who may not see it. Which columns are masked, and for whom, others decide.
 */

export * from './algorithms.ts';
export { FAILED } from './parts.ts';
export { preserver } from './preserving.ts';
export { revealsNoMore, tightened } from './strictness.ts';

type Make = (text: string) => string | null;

/** Characters of a digest that are shown. */
const HASH_CHARACTERS = 16;

/** How one mask makes the text that stands for another. */
function makerOf({ algorithm, params }: Mask, ciphers: Ciphers): Make {
  switch (algorithm) {
    case 'keep':
    case 'range':
    case 'before':
    case 'after':
    case 'pattern':
    case 'date':
    case 'round':
    case 'amount':
    case 'geo':
      return (text) => PARTIAL[algorithm](text, params);
    case 'full':
      return () => HIDDEN;
    case 'fixed':
      return () => params.text ?? HIDDEN;
    case 'empty':
      return () => null;
    case 'hash':
      return (text) => ciphers.digest(text).slice(0, HASH_CHARACTERS);
    case 'token':
      return (text) => ciphers.token(params.hash ?? 'sm3', text);
    case 'encrypt':
      return (text) => ciphers.seal(params.cipher ?? 'sm4', text);
    case 'preserve':
      return preserver(params.kind ?? 'digits', ciphers.block(params.cipher ?? 'sm4')).encrypt;
    default:
      return FORMS[algorithm];
  }
}

/** Algorithms that show the same whatever the value is. */
const CONSTANT: readonly MaskAlgorithm[] = ['full', 'fixed', 'empty'];

/**
 * How a mask shows values: null stays null, and nothing else ever comes out as it went in. What cannot be masked is hidden and reported to
 * `onFailure`, never shown.
 */
export function masked(mask: Mask, ciphers: Ciphers, onFailure: (error: unknown) => void): (value: unknown) => unknown {
  let make: Make | undefined;
  const isConstant = CONSTANT.includes(mask.algorithm);
  return (value) => {
    if (value === null || value === undefined) return value;
    try {
      make ??= makerOf(mask, ciphers);
      // an empty text and a yes or no have no form that could be kept
      if (!isConstant && (value === '' || typeof value === 'boolean')) return HIDDEN;
      const text = textOf(value);
      const shown = make(text);
      if (shown !== text) return shown;
      return text === FAILED ? HIDDEN : FAILED;
    } catch (error) {
      onFailure(error);
      return FAILED;
    }
  };
}

/** Whether what a mask shows depends on the newest key of the store. */
export const isKeyed = ({ algorithm }: Mask): boolean => KEYED_ALGORITHMS.includes(algorithm);

/** Hides the middle of a value of a column without a class: enough stays to recognise it, not enough to use it. */
export function maskValue(value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint') return HIDDEN;
  const text = textOf(value);
  const chars = [...text];
  const [head, tail] = chars.length >= 11 ? [3, 4] : [1, chars.length > 2 ? 1 : 0];
  if (chars.length <= 1) return text === '*' ? FAILED : '*';
  const shown = keep(text, { head, tail });
  return shown === text ? FAILED : shown;
}

/** What stands for a value that was computed from sensitive ones. */
export const hideWhole = (value: unknown): unknown => (value === null || value === undefined ? value : HIDDEN);
