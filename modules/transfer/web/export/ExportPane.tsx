import { Alert, Button, Checkbox, Segmented } from 'antd';
import { useState } from 'react';
import { useChangeAddress } from '#kit/web/address.ts';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { download } from '#kit/web/send.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { TRANSFER_KINDS, type TransferKind } from '../../contract/file.ts';
import { api } from '../api.ts';
import { Rows } from '../Rows.tsx';
import { KIND_WORDS, sizeText } from '../words.ts';
import { useOffered } from './use-offered.ts';

type Contents = CallReply<typeof api.transfer.contents>;
const isKind = (text: string | undefined): text is TransferKind => TRANSFER_KINDS.some((kind) => kind === text);

/** `board:1,chart:2` of the address. */
const itemsOf = (chosen: string) =>
  chosen.split(',').flatMap((key) => {
    const [kind, id] = key.split(':');
    return isKind(kind) && id !== undefined && /^[0-9a-z_]{1,32}$/.test(id) ? [{ kind, id }] : [];
  });

/** The one that was chosen gives the file its name. */
const fileNameOf = (documents: Contents['documents']): string => {
  const chosen = documents.filter(({ isChosen }) => isChosen);
  return chosen.length === 1 ? `${chosen[0]!.name}.json` : `可视化定义-${chosen.length}个.json`;
};

/** 导出: what is chosen stands in the address, so that lists can lead here. */
export function ExportPane({ chosen }: { chosen: string }) {
  const change = useChangeAddress();
  const [withLinks, setWithLinks] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const items = itemsOf(chosen);
  const keys = new Set(items.map(({ kind, id }) => `${kind}:${id}`));
  const choose = (next: ReadonlySet<string>) => change({ items: [...next].join(',') }, { replace: true });
  const toggle = (key: string) => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    choose(next);
  };
  const contents = useCall(api.transfer.contents, { body: { items, withLinks } }, { enabled: items.length > 0, keepPrevious: true });
  const take = async () => {
    setBusy(true);
    await download(api.transfer.export, { body: { items, withLinks } }, fileNameOf(contents.data?.documents ?? [])).then(
      () => toast.success('已导出'),
      () => undefined,
    );
    setBusy(false);
  };
  return (
    <div className="transfer-export">
      <Picker keys={keys} onToggle={toggle} />
      <section className="transfer-chosen" aria-label="导出的内容">
        <div className="transfer-bar">
          <b>{items.length === 0 ? '导出的内容' : `已选 ${items.length} 项`}</b>
          <Checkbox checked={withLinks} onChange={(event) => setWithLinks(event.target.checked)}>
            包含点击跳转到的看板和大屏
          </Checkbox>
          <span className="grow" />
          {items.length > 0 && <Button onClick={() => choose(new Set())}>清空</Button>}
          <Button
            type="primary"
            loading={isBusy}
            disabled={items.length === 0 || !contents.data || contents.error !== null}
            onClick={() => void take()}
          >
            导出定义
          </Button>
        </div>
        <Chosen contents={contents} isNone={items.length === 0} />
      </section>
    </div>
  );
}

function Picker({ keys, onToggle }: { keys: ReadonlySet<string>; onToggle: (key: string) => void }) {
  const [kind, setKind] = useState<TransferKind>('board');
  const [keyword, setKeyword] = useState('');
  return (
    <section className="transfer-picker" aria-label="选择内容">
      <Segmented
        block
        aria-label="内容的类型"
        value={kind}
        options={TRANSFER_KINDS.toReversed().map((one) => ({ value: one, label: KIND_WORDS[one] }))}
        onChange={setKind}
      />
      <SearchInput
        label="搜索内容"
        placeholder="搜索名称或目录"
        maxLength={100}
        value={keyword}
        onChange={setKeyword}
        onSearch={setKeyword}
      />
      <Choices kind={kind} keyword={keyword} keys={keys} onToggle={onToggle} onClear={() => setKeyword('')} />
    </section>
  );
}

interface ChoicesProps {
  readonly kind: TransferKind;
  readonly keyword: string;
  readonly keys: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  readonly onClear: () => void;
}
function Choices({ kind, keyword, keys, onToggle, onClear }: ChoicesProps) {
  const { rows, error, refetch, isOff } = useOffered(kind);
  const word = keyword.trim().toLowerCase();
  if (isOff) return <StateView kind="forbidden" inline what={`您没有${KIND_WORDS[kind]}的查询权限`} />;
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!rows) return <StateView kind="loading" />;
  const shown = rows.filter(({ name, folder }) => `${name} ${folder}`.toLowerCase().includes(word));
  if (rows.length === 0) return <StateView kind="empty" inline what={`还没有${KIND_WORDS[kind]}`} />;
  if (shown.length === 0) return <StateView kind="filtered" inline noun={KIND_WORDS[kind]} onClear={onClear} />;
  return (
    <ul className="transfer-offered">
      {shown.map(({ id, name, folder }) => (
        <li key={id}>
          <Checkbox checked={keys.has(`${kind}:${id}`)} onChange={() => onToggle(`${kind}:${id}`)}>
            <span className="cut" title={name}>
              {name}
            </span>
            {folder !== '' && <small className="muted">{folder}</small>}
          </Checkbox>
        </li>
      ))}
    </ul>
  );
}

/** What goes into the file. */
function Chosen({ contents, isNone }: { contents: ReturnType<typeof useCall<typeof api.transfer.contents>>; isNone: boolean }) {
  if (isNone) return <StateView kind="empty" what="还没有选择内容" why="在左侧勾选要导出的内容，它们引用的图表和数据集会一并导出" />;
  if (contents.error) return <StateView kind="error" error={contents.error} onRetry={() => void contents.refetch()} />;
  return contents.data ? <ContentsView contents={contents.data} /> : <StateView kind="loading" />;
}

function ContentsView({ contents }: { contents: Contents }) {
  const { documents, sources, links, assets, dataFiles } = contents;
  const left = assets.filter(({ reason }) => reason !== null);
  return (
    <>
      <Rows
        label="导出的内容"
        rows={documents}
        keyOf={({ key }) => key}
        columns={[
          { title: '类型', width: 90, cell: ({ kind }) => <Tag tone="line">{KIND_WORDS[kind]}</Tag> },
          { title: '名称', cell: ({ name }) => name },
          { title: '目录', cell: ({ folder }) => folder || <span className="none">—</span> },
          { title: '来由', width: 110, cell: ({ isChosen }) => (isChosen ? '选择的' : <span className="muted">被引用</span>) },
        ]}
      />
      <dl className="transfer-facts">
        {sources.length > 0 && <Fact title="数据源">{sources.map(({ name }) => name).join('、')}（只导出名称和类型）</Fact>}
        {assets.length > left.length && (
          <Fact title="图片">
            {assets
              .filter(({ reason }) => reason === null)
              .map(({ name, size }) => `${name}（${sizeText(size)}）`)
              .join('、')}
          </Fact>
        )}
      </dl>
      {links.length > 0 && (
        <Alert
          type="info"
          showIcon
          title={`点击会跳转到 ${links.map(({ kind, name }) => `${KIND_WORDS[kind]}“${name}”`).join('、')}，没有包含在内`}
        />
      )}
      {left.length > 0 && <Alert type="warning" showIcon title={left.map(({ name, reason }) => `${name}：${reason}`).join('；')} />}
      {dataFiles.length > 0 && (
        <Alert type="info" showIcon title={`数据集 ${dataFiles.join('、')} 来自上传的文件，文件中的数据不导出，导入时需要重新上传`} />
      )}
    </>
  );
}

const Fact = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
