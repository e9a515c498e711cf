/**
 * How bad something is: 1 in order or finished on time, 2 to be watched or due soon, 3 late or over its limit, 4 overdue, expired or failed.
 * What has no such meaning (a place in a ranking, a kind, an organisation) has no severity and keeps the neutral palette.
 */
export type Severity = 1 | 2 | 3 | 4;
export const SEVERITIES: readonly Severity[] = [1, 2, 3, 4];

/** Background for severity colours: light pages, dark pages, and the dark background of screens. */
export type SeveritySurface = 'light' | 'dark' | 'screen';

/** Green, amber, orange and red of each ground: the same on all charts, maps and screens, whatever their theme. */
export const SEVERITY_COLOURS: Record<SeveritySurface, readonly [string, string, string, string]> = {
  light: ['#0B7A54', '#C98A00', '#D9580D', '#C9283A'],
  dark: ['#4CC38A', '#F0B429', '#FF8A4C', '#FF7A85'],
  screen: ['#4FE3A0', '#FFC043', '#FF9A5C', '#FF808E'],
};

/** The colour of a severity on a ground. */
export const severityColour = (severity: Severity, on: SeveritySurface): string => SEVERITY_COLOURS[on][severity - 1]!;

/** The four colours of a ground as CSS variables: `{ '--severity-1': '#0B7A54', … }`. */
export const severityVars = (on: SeveritySurface): Record<string, string> =>
  Object.fromEntries(SEVERITIES.map((severity) => [`--severity-${severity}`, severityColour(severity, on)]));

/** Keyword rules, first match wins. A negated problem (未逾期, 无异常) is severity 1; negated completion (未完成, 不正常) counts as unfinished. */
const WORDS: readonly (readonly [Severity, RegExp])[] = [
  [1, /低风险|[未无零](?:逾期|超期|延期|超支|异常|问题|风险|过期|滞后)|(?<!未)(?:闭环|整改|解决)/],
  [
    4,
    /紧急|严重|逾期|超期|失败|不合格|[未不]通过|过期|失效|无效|高危|重大风险|高风险|驳回|停工|^红[色灯]?$|error|fail|critical|overdue|expired/i,
  ],
  [3, /延期|延误|滞后|超支|超标|异常|流失|[未不](?:达标|完成|完工|正常|按期|按时|整改|闭环|解决)|^高$|late|delayed/i],
  [2, /预警|重要|即将|临期|到期|待|警告|中危|中风险|暂停|风险|^中$|^黄[色灯]?$|warn|pending/i],
  [1, /(?<!未)完[成工]|正常|通过|已授权|合格|在线|成功|按期|按时|达标|有效|已回款|中标|^低$|^绿[色灯]?$|success|done|normal|^ok$/i],
];

/**
 * What a name or state says about its severity, by its words; null when it says nothing.
 * @param text a state, a kind of warning, the name of a measure
 */
export const severityOf = (text: string): Severity | null => WORDS.find(([, words]) => words.test(text))?.[0] ?? null;

/** A list with more names than this is data, not a list of states. */
const MAX_STATES = 12;
/** Names longer than this are titles of things, in which a word about states says nothing about the thing. */
const LONGEST_STATE = 8;

/**
 * Severities of names that stand beside each other, by name. Empty unless they are states: few, short, and at least half of them with a
 * meaning, so that a list of projects or departments in whose names such a word occurs stays neutral.
 */
export function severitiesOf(names: readonly string[]): ReadonlyMap<string, Severity> {
  const found = new Map<string, Severity>();
  if (names.length > MAX_STATES) return found;
  for (const name of names) {
    const severity = name.length <= LONGEST_STATE ? severityOf(name) : null;
    if (severity !== null) found.set(name, severity);
  }
  return found.size * 2 >= names.length ? found : new Map();
}
