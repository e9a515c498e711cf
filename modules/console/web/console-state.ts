import type { ParamValue } from '#modules/gate/core/index.ts';
import type { ConsoleTab } from '../contract/saved-query.ts';
import { asValue } from './param-text.ts';
import type { SavedQuery } from './QueryList.tsx';
import type { RunOutcome } from './use-run.ts';

interface Source {
  readonly id: string;
  readonly status: string;
  readonly isSync: string;
}

/** The source a tab runs against: the wanted one while it is enabled, else the first that has been harvested, else the first. */
export function chosenSource(sources: readonly Source[], wanted: string | null): string | null {
  const enabled = sources.filter((source) => source.status === '1');
  return enabled.find(({ id }) => id === wanted)?.id ?? enabled.find(({ isSync }) => isSync === '2')?.id ?? enabled[0]?.id ?? null;
}

/**
 * The text to send for a part of the editor. A prefix such as `explain ` is put before it unless it is there already; `from` is moved back
 * by the length of the prefix, so that positions in the answer still count in the editor.
 */
export function textToRun(part: { text: string; from: number }, prefix: string): { text: string; from: number } {
  if (prefix === '' || /^\s*explain\b/i.test(part.text)) return part;
  return { text: prefix + part.text, from: part.from - prefix.length };
}

/** The tab below the editor that opens after a run: the first result, or the messages when there is none or something failed. */
export function resultTabOf({ results, problem }: Pick<RunOutcome, 'results' | 'problem'>): string {
  const first = results.findIndex((result) => result.success && result.kind === 'read');
  return problem || first < 0 ? 'messages' : `r${first}`;
}

/** A saved query as a new tab, with the defaults of its parameters. */
export function tabOf(saved: SavedQuery): Pick<ConsoleTab, 'tabName' | 'sourceId' | 'sqlText' | 'params' | 'queryId'> {
  const defaults = saved.params.flatMap((param): [string, ParamValue][] => {
    const value = param.defaultValue === null ? undefined : asValue(param.defaultValue, param.type);
    return value === undefined ? [] : [[param.name, value]];
  });
  return {
    tabName: saved.queryName.slice(0, 50),
    sourceId: saved.sourceId,
    sqlText: saved.sqlText,
    params: Object.fromEntries(defaults) as ConsoleTab['params'],
    queryId: saved.id,
  };
}
