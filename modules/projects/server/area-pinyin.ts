import { pinyin } from 'pinyin-pro';

/** How a name is typed: initials (`hzs`) and syllables without tones (`hangzhoushi`). */
export function spellingsOf(name: string): { pinyin: string; fullPinyin: string } {
  const syllables = pinyin(name, { toneType: 'none', type: 'array', v: true });
  return {
    pinyin: pinyin(name, { pattern: 'first', toneType: 'none', type: 'array' }).join(''),
    fullPinyin: syllables.join('').toLowerCase(),
  };
}
