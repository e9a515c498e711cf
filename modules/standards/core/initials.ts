import { syllablesOf } from '#kit/core/text/pinyin.ts';

/** First letters of a name for searching: 未知的性别 → wzdxb; letters and digits stand for themselves. */
export const initialsOf = (name: string): string =>
  [...name.matchAll(/\p{Script=Han}+|[A-Za-z0-9]+/gu)]
    .map(([run]) =>
      /^[A-Za-z0-9]/.test(run)
        ? run.toLowerCase()
        : syllablesOf(run)
            .map((syllable) => syllable[0] ?? '')
            .join(''),
    )
    .join('')
    .slice(0, 60);
