import { Modal, Segmented, Select } from 'antd';
import { useState } from 'react';
import type * as z from 'zod';
import { useCan } from '#kit/web/can.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Element } from '#modules/standards/contract/element.ts';
import { ElementSelect } from '#modules/standards/web/parts.ts';
import { api, standards } from '../api.ts';
import { controlOf, typeOf } from './column-type.ts';
import { nameOf, type DraftColumn } from './draft.ts';
import { typeOfElement } from './judge.ts';

type Kind = 'element' | 'dict' | 'model';
interface Props {
  column: DraftColumn;
  onBind: (part: Partial<DraftColumn>) => void;
  onClose: () => void;
}
const NOTHING = {
  elementId: null,
  elementName: null,
  isBindDict: '0',
  bindDictTypeId: null,
  bindDictTypeName: null,
  bindDictColumn: null,
  refModelId: null,
  refModelName: null,
} as const satisfies Partial<DraftColumn>;

const kindOf = (column: DraftColumn, may: { elements: boolean; dicts: boolean }): Kind => {
  if (column.refModelId !== null) return 'model';
  if (column.elementId !== null || (may.elements && column.bindDictTypeId === null)) return 'element';
  return may.dicts ? 'dict' : 'model';
};

/** Says what a column follows: a data element, the items of a code set, or records of another model. */
export function BindDialog({ column, onBind, onClose }: Props) {
  const can = useCan();
  const may = { elements: can(standards.element.page), dicts: can(standards.type.list) };
  const [kind, setKind] = useState<Kind>(() => kindOf(column, may));
  const [part, setPart] = useState<Partial<DraftColumn> | null>(null);
  const isBound = column.elementId !== null || column.bindDictTypeId !== null || column.refModelId !== null;
  const kinds = [
    ...(may.elements ? [{ value: 'element' as const, label: '数据元' }] : []),
    ...(may.dicts ? [{ value: 'dict' as const, label: '标准字典' }] : []),
    { value: 'model' as const, label: '引用主数据' },
  ];
  const done = (next: Partial<DraftColumn>) => {
    onBind(next);
    onClose();
  };
  const choose = { column, onChange: setPart };
  return (
    <Modal
      open
      title={`绑定标准：${nameOf(column)}`}
      okText="绑定"
      okButtonProps={{ disabled: part === null }}
      onOk={() => part && done(part)}
      onCancel={onClose}
      footer={(_, { OkBtn, CancelBtn }) => (
        <div className="md-bind-foot">
          {isBound && (
            <button
              type="button"
              className="name-link bad"
              onClick={() => done({ ...NOTHING, ...(column.htmlType === 'reference' && { htmlType: 'input' as const }) })}
            >
              取消绑定
            </button>
          )}
          <span className="grow" />
          <CancelBtn />
          <OkBtn />
        </div>
      )}
    >
      <div className="md-bind">
        <Segmented<Kind>
          aria-label="绑定方式"
          options={kinds}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setPart(null);
          }}
        />
        {kind === 'element' && <ElementChoice {...choose} />}
        {kind === 'dict' && <DictChoice {...choose} />}
        {kind === 'model' && <ModelChoice {...choose} />}
      </div>
    </Modal>
  );
}

/** What a column becomes that follows an element. */
function followed(column: DraftColumn, element: z.output<typeof Element>): Partial<DraftColumn> {
  const type = typeOf(typeOfElement(element) ?? '');
  const code =
    element.gbTypeId === null
      ? {}
      : {
          isBindDict: '1' as const,
          bindDictTypeId: element.gbTypeId,
          bindDictTypeName: element.gbTypeName,
          bindDictColumn: 'gb_code' as const,
          htmlType: 'select' as const,
        };
  return {
    ...NOTHING,
    elementId: element.id,
    elementName: element.elementName,
    ...(type !== null && { ...type, htmlType: controlOf(type.columnType) }),
    ...code,
    ...(column.columnComment === '' && { columnComment: element.elementName }),
    ...(column.columnName === '' && { columnName: element.elementCode.toLowerCase() }),
  };
}

interface ChoiceProps {
  column: DraftColumn;
  onChange: (part: Partial<DraftColumn>) => void;
}
function ElementChoice({ column, onChange }: ChoiceProps) {
  const [chosen, setChosen] = useState({ id: column.elementId, name: column.elementName });
  return (
    <>
      <ElementSelect
        value={chosen.id}
        name={chosen.name}
        detail={(element) => typeOfElement(element) ?? element.dataType}
        onChange={(element) => {
          setChosen({ id: element.id, name: element.elementName });
          onChange(followed(column, element));
        }}
      />
      <p className="muted">绑定后类型与长度按数据元填写，有值域的同时绑定其标准字典</p>
    </>
  );
}
function DictChoice({ column, onChange }: ChoiceProps) {
  const [typeId, setType] = useState(column.bindDictTypeId ?? undefined);
  const [kept, setKept] = useState(column.bindDictColumn ?? 'gb_code');
  const { data = [], error, isFetching, refetch } = useCall(standards.type.list);
  const put = (id: string | undefined, by: 'gb_code' | 'gb_name') => {
    const type = data.find((one) => one.id === id);
    if (type)
      onChange({
        ...NOTHING,
        isBindDict: '1',
        bindDictTypeId: type.id,
        bindDictTypeName: type.gbTypeName,
        bindDictColumn: by,
        htmlType: 'select',
      });
  };
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Select
        aria-label="标准字典"
        placeholder="选择标准字典"
        loading={isFetching}
        showSearch={{ optionFilterProp: 'label' }}
        value={typeId}
        options={data
          .filter(({ status }) => status === '1')
          .map((type) => ({ value: type.id, label: `${type.gbTypeName}（${type.gbTypeCode}）` }))}
        onChange={(id) => {
          setType(id);
          put(id, kept);
        }}
      />
      <Segmented<'gb_code' | 'gb_name'>
        aria-label="存入的值"
        value={kept}
        options={[
          { value: 'gb_code', label: '存编码' },
          { value: 'gb_name', label: '存名称' },
        ]}
        onChange={(by) => {
          setKept(by);
          put(typeId, by);
        }}
      />
    </>
  );
}
function ModelChoice({ column, onChange }: ChoiceProps) {
  const [modelId, setModel] = useState(column.refModelId ?? undefined);
  const { data = [], error, isFetching, refetch } = useCall(api.model.list);
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <Select
        aria-label="引用的模型"
        placeholder="选择模型"
        loading={isFetching}
        showSearch={{ optionFilterProp: 'label' }}
        value={modelId}
        options={data.map(({ id, modelName }) => ({ value: id, label: modelName }))}
        onChange={(id) => {
          setModel(id);
          const model = data.find((one) => one.id === id);
          if (model)
            onChange({
              ...NOTHING,
              refModelId: id,
              refModelName: model.modelName,
              htmlType: 'reference',
              columnType: 'varchar',
              columnLength: '32',
              columnScale: null,
            });
        }}
      />
      <p className="muted">选择本模型即为上下级关系，例如上级单位</p>
    </>
  );
}
