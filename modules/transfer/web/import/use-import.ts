import { useState } from 'react';
import { CallError } from '#kit/web/send.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { CallReply } from '#kit/web/use-call.ts';
import { MAX_FILE_CHARS } from '../../contract/file.ts';
import type { Decision, Mapping } from '../../contract/transfer.ts';
import { api } from '../api.ts';

export type Contents = CallReply<typeof api.transfer.check>;
export type Report = CallReply<typeof api.transfer.dryRun>;
export type ReportRow = Report['rows'][number];
export type Step = 0 | 1 | 2 | 3;
const NOTHING: Mapping = { sources: [], tables: [], columns: [], documents: [], statements: [], files: [], lost: [], publish: false };

/** Replaces the entry that is about the same thing, or adds it. */
const put = <T>(list: readonly T[], one: T, isSame: (other: T) => boolean): T[] => [...list.filter((other) => !isSame(other)), one];

/** What people say of the mapping, one thing at a time; the server looks at it at once. */
const editsOf = (mapping: Mapping, change: (next: Partial<Mapping>) => void) => ({
  chooseSource: (key: string, sourceId: string) =>
    change({ sources: put(mapping.sources, { key, sourceId }, (one) => one.key === key), tables: [], columns: [] }),
  chooseTable: (of: Place, to: { schema: string; table: string }) =>
    change({
      tables: put(mapping.tables, { ...of, toSchema: to.schema, toTable: to.table }, (one) => isAt(of, one)),
      columns: mapping.columns.filter((one) => !isAt(of, one)),
    }),
  chooseColumn: (of: Place, column: string, to: string) =>
    change({ columns: put(mapping.columns, { ...of, column, to }, (one) => isAt(of, one) && one.column === column) }),
  decide: (decision: Decision) => change({ documents: put(mapping.documents, decision, ({ key }) => key === decision.key) }),
  chooseFile: (key: string, file: { fileName: string; originalName: string }) =>
    change({ files: put(mapping.files, { key, ...file }, (one) => one.key === key) }),
  saySql: (key: string, sql: string) => change({ statements: put(mapping.statements, { key, sql }, (one) => one.key === key) }),
});

/** One question at a time, and why it was refused. */
function useAsking() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const ask = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '操作没有完成，请重试');
    } finally {
      setBusy(false);
    }
  };
  return { ask, problem, setProblem, isBusy };
}

/** An import in steps: file, mapping, dry run, result. The server looks at the file anew in each step. */
export function useImport() {
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>(0);
  const [fileName, setFileName] = useState('');
  const [content, setContent] = useState('');
  const [mapping, setMapping] = useState<Mapping>(NOTHING);
  const [contents, setContents] = useState<Contents | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const [done, setDone] = useState<readonly ReportRow[] | null>(null);
  const { ask, problem, setProblem, isBusy } = useAsking();

  const look = (text: string, next: Mapping) =>
    ask(async () => {
      setContents(await api.transfer.check({ body: { content: text, mapping: next } }, { quiet: true }));
      setContent(text);
      setMapping(next);
      setReport(null);
    });
  const open = async ([file]: File[]) => {
    if (!file) return;
    if (file.size > MAX_FILE_CHARS * 3) return setProblem('文件过大，最多10 MB');
    await ask(async () => {
      const text = await file.text();
      const found = await api.transfer.check({ body: { content: text, mapping: NOTHING } }, { quiet: true });
      setFileName(file.name);
      setContents(found);
      setContent(text);
      setMapping(NOTHING);
      setReport(null);
      setStep(1);
    });
  };
  const change = (next: Partial<Mapping>) => void look(content, { ...mapping, ...next });
  const tryOut = () =>
    ask(async () => {
      setReport(await api.transfer.dryRun({ body: { content, mapping } }, { quiet: true }));
      setStep(2);
    });
  const run = () =>
    ask(async () => {
      if (!report) return;
      const { rows } = await api.transfer.import({ body: { content, mapping, checksum: report.checksum } }, { quiet: true });
      setDone(rows);
      setStep(3);
      await queries.invalidateQueries();
    });
  return {
    step,
    fileName,
    mapping,
    contents,
    report,
    done,
    problem,
    isBusy,
    open,
    tryOut,
    run,
    back: () => {
      setProblem(null);
      setStep(1);
    },
    restart: () => {
      setStep(0);
      setContents(null);
      setReport(null);
      setDone(null);
      setProblem(null);
    },
    ...editsOf(mapping, change),
    letGo: (key: string) => setMapping({ ...mapping, lost: [...new Set([...mapping.lost, key])] }),
    togglePublish: () => {
      setMapping({ ...mapping, publish: !mapping.publish });
      setReport(null);
    },
  };
}
export type Import = ReturnType<typeof useImport>;

/** A table of a source of the file. */
export interface Place {
  readonly source: string;
  readonly schema: string;
  readonly table: string;
}
const isAt = (a: Place, b: Place): boolean => a.source === b.source && a.schema === b.schema && a.table === b.table;
