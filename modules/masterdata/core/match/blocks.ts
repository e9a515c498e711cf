import type { MatchKind, MatchRule } from './kinds.ts';
import type { Prepared } from './score.ts';
import type { Standard } from './standardise.ts';

/*
 * Records are compared only within blocks: those that share a key. A key survives what people do to values: a slip in one half of a code, a
 * missing area code, other characters of the same sound, a brand with one syllable wrong beside a trade and a place that are right.
 */

const TAIL = 8;
/** Longer brands (foreign names, sentences) are halved: a key for each syllable left out would be as many keys as the name has letters. */
const MAX_LEFT_OUT = 8;

function companyKeys({ company, sound }: Standard): string[] {
  const { core, brand, trade, places } = company!;
  const syllables = sound.split(' ');
  const brandSounds = syllables.slice(0, brand.length);
  const keys = [`all:${syllables.join('')}`];
  if (brandSounds.length >= 2) keys.push(`brand:${brandSounds.join('')}:${trade.charAt(0)}`);
  // one syllable of the brand is wrong: the others with trade and place
  const place = places.at(-1) ?? '';
  if (brandSounds.length > MAX_LEFT_OUT) {
    const middle = Math.floor(brandSounds.length / 2);
    keys.push(`left:${brandSounds.slice(0, middle).join('')}:${place}`, `right:${brandSounds.slice(middle).join('')}:${trade}:${place}`);
  } else
    for (const [at] of brandSounds.entries())
      if (trade || brandSounds.length > 2)
        keys.push(`less${at}:${brandSounds.filter((_, other) => other !== at).join('')}:${trade}:${place}`);
  // trade shortened or with a slip
  if (brandSounds.length >= 2) keys.push(`short:${brandSounds.slice(0, 2).join('')}:${place}`);
  if (core.length >= 6) keys.push(`end:${syllables.slice(-4).join('')}:${syllables[0]}`);
  return keys;
}

function identifierKeys({ text }: Standard): string[] {
  const middle = Math.floor(text.length / 2);
  return [text, ...(text.length >= 12 ? [`<${text.slice(0, middle + 4)}`, `>${text.slice(middle)}`] : [])];
}

function textKeys({ text, sound }: Standard): string[] {
  const syllables = (sound || text).split(' ');
  return [text, `s:${syllables.slice(0, 3).join('')}`, `e:${syllables.slice(-3).join('')}`];
}

const KEYS: Readonly<Partial<Record<MatchKind, (value: Standard) => string[]>>> = {
  company: companyKeys,
  creditCode: identifierKeys,
  idCard: identifierKeys,
  code: ({ text }) => [text],
  phone: ({ text }) => (text.length >= 7 ? [text.slice(-TAIL)] : []),
  person: ({ sound }) => [sound],
  text: textKeys,
  address: ({ text }) => [text.slice(-10)],
};

/** The keys of a record, each with the column it comes from. What only groups (codes of dictionaries, figures, days) gives none. */
export function blockKeys({ attributes }: MatchRule, { values }: Prepared): string[] {
  const keys = new Set<string>();
  for (const [at, { column, kind }] of attributes.entries()) {
    const value = values[at];
    if (value) for (const key of KEYS[kind]?.(value) ?? []) keys.add(`${column}:${key}`);
  }
  return [...keys];
}
