import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { FilePicker } from '#kit/web/upload/FilePicker.tsx';
import { CallError, upload } from '#kit/web/send.ts';
import { Tag } from '#kit/web/Tag.tsx';
import type { Doing } from '../../contract/transfer.ts';
import { api } from '../api.ts';
import { Rows } from '../Rows.tsx';
import { BY_WORDS, DOING_WORDS, KIND_WORDS } from '../words.ts';
import type { Contents, Import } from './use-import.ts';

type Row = Contents['documents'][number];
interface Props {
  readonly row: Row;
  readonly work: Import;
}

/** What becomes of each document. */
export const DocumentRows = ({ work, contents }: { work: Import; contents: Contents }) => (
  <Rows
    label="内容的处理"
    rows={contents.documents}
    keyOf={({ key }) => key}
    columns={[
      { title: '类型', width: 80, cell: ({ kind }) => <Tag tone="line">{KIND_WORDS[kind]}</Tag> },
      {
        title: '名称',
        cell: (row) => (
          <>
            {row.name} {row.folder !== '' && <small className="muted">{row.folder}</small>}
          </>
        ),
      },
      { title: '处理', width: 130, cell: (row) => <DoingPick row={row} work={work} /> },
      { title: '当前平台的内容', width: 260, cell: (row) => <TargetPick row={row} work={work} /> },
      { title: '另需', width: 190, cell: (row) => <Further row={row} work={work} /> },
    ]}
  />
);

function DoingPick({ row, work }: Props) {
  const { decision, matches } = row;
  if (row.isSystem) return <span className="muted">系统内容</span>;
  const choices: readonly Doing[] = [
    'new',
    ...(matches.some(({ canEdit }) => canEdit) ? (['replace'] as const) : []),
    ...(matches.length > 0 ? (['use'] as const) : []),
    'skip',
  ];
  const choose = (what: Doing) => {
    const likely = matches.find(({ canEdit }) => what === 'use' || canEdit);
    work.decide({ key: row.key, do: what, id: what === 'replace' || what === 'use' ? (likely?.id ?? null) : null });
  };
  return (
    <Select
      aria-label={`“${row.name}”的处理`}
      className="transfer-pick"
      value={decision.do}
      options={choices.map((value) => ({ value, label: DOING_WORDS[value] }))}
      onChange={choose}
    />
  );
}

function TargetPick({ row, work }: Props) {
  const { decision, matches } = row;
  if (decision.do === 'skip') return <span className="none">—</span>;
  if (decision.do === 'new') return <NameInput key={decision.name} row={row} work={work} />;
  const open = decision.do === 'replace' ? matches.filter(({ canEdit }) => canEdit) : matches;
  if (open.length === 0) return <span className="bad">当前平台没有对应的内容</span>;
  return (
    <Select
      aria-label={`“${row.name}”对应`}
      className="transfer-pick"
      value={decision.id ?? null}
      disabled={row.isSystem}
      options={open.map(({ id, name, folder, by }) => ({
        value: id,
        label: `${folder === '' ? '' : `${folder} / `}${name}（${BY_WORDS[by]}）`,
      }))}
      onChange={(id: string) => work.decide({ key: row.key, do: decision.do, id })}
    />
  );
}

/** The name of a new document, said when the field is left. */
function NameInput({ row, work }: Props) {
  const [name, setName] = useState(row.decision.name || row.name);
  const say = () => {
    const said = name.trim();
    if (said !== (row.decision.name || row.name)) work.decide({ key: row.key, do: 'new', id: null, name: said });
  };
  return (
    <Input
      aria-label={`“${row.name}”新增后的名称`}
      maxLength={row.kind === 'dataset' ? 50 : 64}
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={say}
      onPressEnter={say}
    />
  );
}

/** What the file does not have, or what may have to be said otherwise here. */
function Further({ row, work }: Props) {
  if (row.decision.do === 'skip' || row.decision.do === 'use') return <span className="none">—</span>;
  if (row.dataFile !== null) return <DataFile row={row} work={work} />;
  if (row.sql !== null) return <Statement row={row} work={work} sql={row.sql} />;
  return <span className="none">—</span>;
}

function DataFile({ row, work }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const given = work.mapping.files.find(({ key }) => key === row.key);
  const take = async ([file]: File[]) => {
    if (!file) return;
    setProblem(null);
    try {
      const sent = (await upload(api.dataSet.upload, file, { quiet: true })) as { fileName: string; originalFilename: string };
      work.chooseFile(row.key, { fileName: sent.fileName, originalName: sent.originalFilename });
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '上传失败，请重试');
    }
  };
  return (
    <>
      <FilePicker
        types={['csv', 'tsv', 'txt', 'parquet', 'xlsx']}
        disabled={work.isBusy}
        className="transfer-upload"
        label={`上传“${row.name}”的数据文件`}
        onFiles={(files) => void take(files)}
      >
        {given ? given.originalName : `上传 ${row.dataFile}`}
      </FilePicker>
      {problem && <span className="bad">{problem}</span>}
    </>
  );
}

function Statement({ row, work, sql }: Props & { sql: string }) {
  const [text, setText] = useState<string | null>(null);
  const isSaid = work.mapping.statements.some(({ key }) => key === row.key);
  return (
    <>
      <Button size="small" onClick={() => setText(sql)}>
        {isSaid ? 'SQL（已修改）' : '查看SQL'}
      </Button>
      {text !== null && (
        <Modal
          open
          width={720}
          title={`数据集“${row.name}”的SQL`}
          okText="使用"
          okButtonProps={{ disabled: text.trim() === '' }}
          cancelText="取消"
          onCancel={() => setText(null)}
          onOk={() => {
            if (text.trim() !== sql) work.saySql(row.key, text.trim());
            setText(null);
          }}
        >
          <p className="muted">当前平台的表名或语法不同时，可以在这里修改，字段名称应与原来一致。</p>
          <Input.TextArea
            aria-label="SQL语句"
            className="mono"
            autoSize={{ minRows: 8, maxRows: 20 }}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Modal>
      )}
    </>
  );
}
