import { DeleteOutlined, FileOutlined, LoadingOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { CallError, upload } from '#kit/web/send.ts';
import { FilePicker } from '#kit/web/upload/FilePicker.tsx';
import { api } from './api.ts';
import { bytesText } from '#kit/core/text/bytes-text.ts';

export interface KnownFile {
  readonly fileName: string;
  readonly originalFilename: string;
  readonly size: number;
}
interface Props extends FieldProps {
  endings: readonly string[];
  most: number;
  /** what is known of the names in the value */
  known: readonly KnownFile[];
}

const NONE: readonly string[] = [];

/** Data files of a source; the value is the list of their stored names. */
export function FilesField({ id, value, onChange, disabled, endings, most, known }: Props) {
  const names = (value as readonly string[] | undefined) ?? NONE;
  const [uploaded, setUploaded] = useState<readonly KnownFile[]>([]);
  const [sending, setSending] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  // several files end between renders: what counts is the latest value
  const latest = useRef(names);
  const aborts = useRef(new Set<AbortController>());
  useEffect(() => {
    latest.current = names;
  }, [names]);
  useEffect(() => {
    const running = aborts.current;
    return () => running.forEach((each) => each.abort());
  }, []);
  const set = (next: readonly string[]) => {
    latest.current = next;
    onChange?.(next);
  };
  const one = async (file: File) => {
    const controller = new AbortController();
    aborts.current.add(controller);
    setSending((all) => [...all, file.name]);
    try {
      const answer = (await upload(api.sourceFile.upload, file, { signal: controller.signal, quiet: true })) as KnownFile;
      setUploaded((all) => [...all, answer]);
      set([...latest.current, answer.fileName]);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(`${file.name}：${error instanceof CallError ? error.message : '上传失败，请重试'}`);
    } finally {
      aborts.current.delete(controller);
      setSending((all) => all.toSpliced(all.indexOf(file.name), 1));
    }
  };
  const take = async (files: File[]) => {
    setProblem(null);
    const wrong = files.find((file) => !endings.includes(file.name.split('.').at(-1)?.toLowerCase() ?? ''));
    if (wrong) return setProblem(`不支持 ${wrong.name}，可上传 ${endings.join('、')} 文件`);
    if (latest.current.length + sending.length + files.length > most) return setProblem(`最多 ${most} 个文件`);
    for (const file of files) await one(file);
  };
  const describe = (name: string) => [...known, ...uploaded].find((file) => file.fileName === name);
  const isFull = names.length + sending.length >= most;
  return (
    <div className="source-files">
      {names.map((name) => (
        <div key={name} className="source-file">
          <FileOutlined />
          <span className="grow">{describe(name)?.originalFilename ?? name}</span>
          <span className="num muted">{bytesText(describe(name) ? String(describe(name)?.size) : null)}</span>
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={`移除 ${describe(name)?.originalFilename ?? name}`}
            disabled={disabled}
            onClick={() => set(names.filter((each) => each !== name))}
          />
        </div>
      ))}
      {sending.map((name, i) => (
        <div key={`${name}${i}`} className="source-file muted">
          <LoadingOutlined />
          <span className="grow">{name}</span>
          <span>上传中</span>
        </div>
      ))}
      {!isFull && (
        <FilePicker
          id={id}
          types={endings}
          disabled={disabled}
          label="上传数据文件"
          className="source-drop"
          onFiles={(files) => void take(files)}
        >
          <UploadOutlined />
          <span>
            点击或拖入文件，支持 {endings.join('、')}
            {most > 1 ? `，最多 ${most} 个` : ''}
          </span>
        </FilePicker>
      )}
      {problem && (
        <p className="source-file-problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
