import { FileExcelOutlined, LoadingOutlined, UploadOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import { CallError, upload } from '#kit/web/send.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { FilePicker } from '#kit/web/upload/FilePicker.tsx';
import type { SetOrigin } from '../../contract/data-set-model.ts';
import { api } from '../sets/api.ts';
import type { DraftState } from './use-draft.ts';

const TYPES = ['csv', 'tsv', 'txt', 'xlsx', 'parquet'];
interface Props {
  origin: Extract<SetOrigin, { kind: 'file' }>;
  analysed: CallReply<typeof api.dataSet.analyse> | null;
  state: DraftState;
}

/** The file of a data set: drop one, choose its sheet, put another in its place. */
export function FilePane({ origin, analysed, state }: Props) {
  const [sending, setSending] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (files: File[]) => {
    const [file] = files;
    if (!file || sending) return;
    if (!TYPES.includes(file.name.split('.').at(-1)?.toLowerCase() ?? ''))
      return setProblem(`不支持该文件类型，可上传 ${TYPES.join('、')} 文件`);
    setProblem(null);
    setSending(file.name);
    try {
      const sent = (await upload(api.dataSet.upload, file, { quiet: true })) as {
        fileName: string;
        originalFilename: string;
      };
      state.setModel({
        origin: {
          kind: 'file',
          fileName: sent.fileName,
          originalName: sent.originalFilename,
          sheet: null,
        },
      });
      if (state.draft.setName.trim() === '') state.set({ setName: sent.originalFilename.replace(/\.[^.]+$/, '').slice(0, 50) });
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '上传失败，请重试');
    } finally {
      setSending(null);
    }
  };
  return (
    <div className="file-pane">
      {origin.fileName && (
        <div className="file-known">
          <FileExcelOutlined />
          <b className="cut" title={origin.originalName}>
            {origin.originalName}
          </b>
          {analysed && analysed.sheets.length > 1 && (
            <Select
              size="small"
              aria-label="工作表"
              value={origin.sheet ?? analysed.sheets[0]}
              options={analysed.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet: string) => state.setModel({ origin: { ...origin, sheet } })}
            />
          )}
          {analysed?.problems.map((text) => (
            <span key={text} className="warn-text cut" title={text}>
              {text}
            </span>
          ))}
        </div>
      )}
      <FilePicker
        id="set-file"
        types={TYPES}
        label="上传数据文件"
        className="file-drop"
        disabled={sending !== null}
        onFiles={(files) => void take(files)}
      >
        {sending ? <LoadingOutlined /> : <UploadOutlined />}
        <span>
          {sending ? `正在上传 ${sending}` : origin.fileName ? '点击或拖入新文件以替换' : `点击或拖入文件，支持 ${TYPES.join('、')}`}
        </span>
      </FilePicker>
      {problem && (
        <p className="bad" role="alert">
          {problem}{' '}
          <Button type="link" size="small" onClick={() => setProblem(null)}>
            知道了
          </Button>
        </p>
      )}
    </div>
  );
}
