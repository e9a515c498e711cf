import { DownloadOutlined, InboxOutlined, LoadingOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { Button, Modal, Radio, Table, Upload } from 'antd';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ImportResult, type ImportMode, type WrongRows } from '#kit/contract/excel.ts';
import { toast } from '../dialog.tsx';
import { count } from '../format.ts';
import { CallError, download, upload } from '../send.ts';
import type { AnyCall } from '../table/types.ts';
import { useOnce } from '../use-once.ts';
import { IMPORT_MODES, takesChanges, takesPart, WRONG_ROWS } from './import-modes.ts';
import { queueImport } from './queue.ts';

export interface ImportCalls {
  importTemplate: AnyCall;
  importRows: AnyCall;
  importErrors: AnyCall;
  /** the same import as a job, for files that take long */
  importJob?: AnyCall;
}

const EXTENSION = '.xlsx';
/** About two thousand rows of ten columns; larger files are validated in the background. */
const DIRECT_BYTES = 200 * 1024;
/** Imports above this number of rows run as a background job with progress and cancellation. */
const DIRECT_ROWS = 500;

/**
 * Import wizard: template → file → dry run of every row → all rows or none; where the entity allows it, invalid rows may be skipped and
 * stay listed. Large files take the same steps as background jobs.
 */
export default function ImportDialog({
  calls,
  label,
  onDone,
  onClose,
}: {
  calls: ImportCalls;
  label: string;
  onDone: () => Promise<void>;
  onClose: () => void;
}) {
  const [file, setFile] = useState<File | null>(null);
  const hasModes = takesChanges(calls.importRows);
  const [mode, setMode] = useState<ImportMode>('create');
  const hasSkips = takesPart(calls.importRows);
  const [wrongRows, setWrongRows] = useState<WrongRows>('refuse');
  const stop = useRef<AbortController | null>(null);
  const checking = useMutation({
    mutationFn: (plan: Plan) => {
      stop.current?.abort();
      stop.current = new AbortController();
      return sendFile(calls.importRows, plan, { commit: '0', signal: stop.current.signal });
    },
  });
  const committing = useMutation({
    mutationFn: (plan: Plan) => sendFile(calls.importRows, plan, { commit: '1' }),
    onSuccess: async (taken) => {
      toast.success(`已导入 ${count(taken.valid)} 条${label}`);
      // skipped rows stay on the screen with their reasons
      if (taken.valid === taken.total) onClose();
      await onDone();
    },
  });
  const navigate = useNavigate();
  const queueing = useMutation({
    mutationFn: (plan: Plan) =>
      calls.importJob ? queueImport(calls.importJob, { label, ...plan }, (path) => void navigate(path)) : Promise.resolve(),
    onSuccess: onClose,
  });
  const isLarge = calls.importJob !== undefined && file !== null && file.size > DIRECT_BYTES;
  const failure = committing.error ?? checking.error;
  // data may have changed between dry run and import: the rejection then lists the errors
  const result =
    failure instanceof CallError && ImportResult.safeParse(failure.detail).success
      ? ImportResult.parse(failure.detail)
      : (committing.data ?? checking.data);
  const planOf = (chosen: File, as: ImportMode): Plan => ({ file: chosen, ...(hasModes && { mode: as }), ...(hasSkips && { wrongRows }) });
  const choose = (chosen: File | null, as: ImportMode) => {
    setFile(chosen);
    setMode(as);
    checking.reset();
    committing.reset();
    if (chosen && !(calls.importJob && chosen.size > DIRECT_BYTES)) checking.mutate(planOf(chosen, as));
  };
  const isTaken = committing.data !== undefined;
  const wrong = result ? result.total - result.valid : 0;
  const skipped = hasSkips && wrongRows === 'skip' ? wrong : 0;
  const isReady = !isTaken && !checking.isPending && !failure && result !== undefined && result.valid > 0 && wrong === skipped;
  const isQueued = isLarge || (isReady && calls.importJob !== undefined && result.total > DIRECT_ROWS);
  const close = () => {
    // aborts the dry run when the dialog closes
    stop.current?.abort();
    onClose();
  };
  const busy = checking.isPending || committing.isPending || queueing.isPending;
  const handleOk = useOnce(busy, () => file && (isQueued ? queueing : committing).mutate(planOf(file, mode)));

  return (
    <Modal
      open
      width={640}
      title={`导入${label}`}
      okText={isLarge ? '后台导入' : isReady ? `${isQueued ? '后台导入' : '导入'} ${count(result.valid)} 条` : '导入'}
      cancelText={isTaken ? '关闭' : '取消'}
      okButtonProps={{ disabled: !isReady && !isLarge, style: isTaken ? { display: 'none' } : undefined }}
      confirmLoading={committing.isPending || queueing.isPending}
      mask={{ closable: !busy }}
      onOk={handleOk}
      onCancel={close}
    >
      <div className="import-step">
        <span>1. 按模板填写，表头请勿改动。</span>
        <Button
          type="link"
          icon={<DownloadOutlined />}
          onClick={() => void quietly(download(calls.importTemplate, {}, `${label}导入模板${EXTENSION}`))}
        >
          下载模板
        </Button>
      </div>
      {hasModes && <Choice label="导入方式" options={IMPORT_MODES} value={mode} disabled={busy} onChange={(next) => choose(file, next)} />}
      {hasSkips && <Choice label="有误的行" options={WRONG_ROWS} value={wrongRows} disabled={busy || isTaken} onChange={setWrongRows} />}
      <FileDrop file={file} isBusy={busy} onFile={(chosen) => choose(chosen, mode)} />
      <CheckOutcome
        isLarge={isLarge}
        wrongRows={wrongRows}
        isChecking={checking.isPending}
        failure={failure}
        result={result}
        isReady={isReady}
        wrong={wrong}
        isQueued={isQueued}
        isTaken={isTaken}
        skipped={skipped}
        hasSkips={hasSkips}
        file={file}
        calls={calls}
        hasModes={hasModes}
        mode={mode}
        label={label}
      />
      {result && result.errors.length > 0 && <ErrorTable errors={result.errors} />}
    </Modal>
  );
}

/** A file and its import mode; entities that only create have none. */
interface Plan {
  file: File;
  mode?: ImportMode;
  wrongRows?: WrongRows;
}

/** Where the filled-in file is dropped or chosen. */
function FileDrop({ file, isBusy, onFile }: { file: File | null; isBusy: boolean; onFile: (chosen: File) => void }) {
  return (
    <Upload.Dragger
      accept={EXTENSION}
      multiple={false}
      showUploadList={false}
      disabled={isBusy}
      beforeUpload={(chosen) => {
        if (chosen.name.toLowerCase().endsWith(EXTENSION)) onFile(chosen);
        else toast.error('请选择按模板填写的 xlsx 文件');
        return false;
      }}
    >
      <InboxOutlined className="import-icon" />
      <p>{file ? file.name : '2. 点击或拖入填写好的文件'}</p>
      {file && !isBusy && <p className="import-again">点击或拖入可更换文件</p>}
    </Upload.Dragger>
  );
}

/** One choice with a sentence about what it does. */
function Choice<T extends string>({
  label,
  options,
  value,
  disabled,
  onChange,
}: {
  label: string;
  options: readonly { readonly value: T; readonly label: string; readonly hint: string }[];
  value: T;
  disabled: boolean;
  onChange: (value: T) => void;
}) {
  return (
    <div className="import-step">
      <Radio.Group
        aria-label={label}
        options={options.map((one) => ({ value: one.value, label: one.label }))}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as T)}
      />
      <span>{options.find((one) => one.value === value)?.hint}</span>
    </div>
  );
}

/** What is wrong, row by row. */
function ErrorTable({ errors }: { errors: ImportResult['errors'] }) {
  return (
    <Table
      className="import-errors"
      size="small"
      rowKey={(error) => `${error.row}:${error.column}:${error.message}`}
      dataSource={errors}
      pagination={false}
      scroll={{ y: 240 }}
      columns={[
        { title: '行', dataIndex: 'row', width: 72 },
        { title: '列', dataIndex: 'column', width: 140 },
        { title: '错误原因', dataIndex: 'message' },
      ]}
    />
  );
}

/** What the check found, in one sentence, and the way to the list of errors. */
function CheckOutcome({
  isLarge,
  wrongRows,
  isChecking,
  failure,
  result,
  isReady,
  wrong,
  isQueued,
  isTaken,
  skipped,
  hasSkips,
  file,
  calls,
  hasModes,
  mode,
  label,
}: {
  isLarge: boolean;
  wrongRows: WrongRows;
  isChecking: boolean;
  failure: Error | null;
  result: ImportResult | undefined;
  isReady: boolean;
  wrong: number;
  isQueued: boolean;
  isTaken: boolean;
  skipped: number;
  hasSkips: boolean;
  file: File | null;
  calls: ImportCalls;
  hasModes: boolean;
  mode: ImportMode;
  label: string;
}) {
  return (
    <div className="import-result" role="status">
      {isLarge &&
        `文件较大，将在后台检查每一行，${wrongRows === 'skip' ? '有误的行跳过并列出原因' : '全部正确才会导入'}；结果在“我的导出”查看。`}
      {isChecking && (
        <span className="import-busy">
          <LoadingOutlined aria-hidden /> 正在检查每一行，取消不会留下任何数据……
        </span>
      )}
      {failure && <span className="problem">{failure instanceof CallError ? failure.message : '导入失败，请检查文件后重试'}</span>}
      {result && result.total === 0 && '文件中没有数据行，请填写后重新选择。'}
      {isReady &&
        result &&
        wrong === 0 &&
        `检查通过，共 ${count(result.total)} 条，可以导入。${isQueued && !isLarge ? '将在后台导入，进度和取消在“我的导出”。' : ''}`}
      {result && wrong > 0 && (
        <>
          <span className="problem">
            {isTaken
              ? `共 ${count(result.total)} 条，已导入 ${count(result.valid)} 条，${count(wrong)} 条有误未导入，原因如下。`
              : skipped > 0 && isReady
                ? `共 ${count(result.total)} 条，将导入 ${count(result.valid)} 条，跳过有误的 ${count(wrong)} 条。`
                : hasSkips && result.valid > 0
                  ? `共 ${count(result.total)} 条，${count(wrong)} 条有错误。请修改后重新选择文件，或跳过有误的行。`
                  : `共 ${count(result.total)} 条，${count(wrong)} 条有错误。修改后重新选择文件，全部正确才会导入。`}
          </span>
          <Button
            type="link"
            onClick={() =>
              file &&
              void quietly(
                download(
                  { route: calls.importErrors.route },
                  { body: formOf(file), ...(hasModes && { query: { mode } }) },
                  `${label}导入错误清单${EXTENSION}`,
                ),
              )
            }
          >
            下载错误清单
          </Button>
        </>
      )}
    </div>
  );
}

async function sendFile(
  call: AnyCall,
  { file, mode, wrongRows }: Plan,
  how: { commit: '0' | '1'; signal?: AbortSignal },
): Promise<ImportResult> {
  const { commit, signal } = how;
  return ImportResult.parse(
    await upload(call, file, {
      args: { query: { commit, ...(mode && { mode }), ...(wrongRows && { wrongRows }) } },
      quiet: true,
      ...(signal && { signal }),
    }),
  );
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

/** the transport has already shown the error */
const quietly = (work: Promise<unknown>) => work.catch(() => undefined);
