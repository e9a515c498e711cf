import { pinyin } from 'pinyin-pro';

/** Characters whose reading depends on the word in names of data: 银行, 长度, 重复, 调整, 会计, 还款 … Their runs are read as a whole. */
const DEPENDS_ON_WORD =
  /[行长重调会还单率数参角度朝降藏传当发量分供和间将解劲据卡看可落没模难宁期强切曲任散色省盛属说似宿提为系相血应载着折正中种转作]/;
const MAX_RUNS = 20_000;

const byCharacter = new Map<string, string>();
const byRun = new Map<string, readonly string[]>();

function readingOf(character: string): string {
  let reading = byCharacter.get(character);
  if (reading === undefined) {
    reading = pinyin(character, { toneType: 'none', v: true }).toLowerCase();
    byCharacter.set(character, reading);
  }
  return reading;
}

/**
 * Syllables of a run of Chinese characters, one per character, without tones, ü as v: 银行余额 → yin hang yu e. The same run always reads the
 * same; a character without a reading stands for itself.
 */
export function syllablesOf(run: string): readonly string[] {
  const characters = [...run];
  if (!DEPENDS_ON_WORD.test(run)) return characters.map(readingOf);
  const kept = byRun.get(run);
  if (kept) return kept;
  const whole = pinyin(run, { toneType: 'none', v: true, type: 'array' }).map((syllable) => syllable.toLowerCase());
  const syllables = whole.length === characters.length ? whole : characters.map(readingOf);
  if (byRun.size >= MAX_RUNS) byRun.clear();
  byRun.set(run, syllables);
  return syllables;
}
