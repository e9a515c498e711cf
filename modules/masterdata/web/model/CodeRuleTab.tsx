import { Button, Checkbox, Input, Modal, Select, Table } from 'antd';
import { useState } from 'react';
import { numberedText, numberingProblem } from '#kit/core/text/numbering.ts';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { useServerDay } from '../server-day.ts';
import { useWrite } from '#kit/web/use-call.ts';
import type { CodeRule, Model } from '../../contract/model.ts';
import { api } from '../api.ts';
import { CodeSegments } from './code-segments.tsx';

interface Props {
  model: Model;
  isReadonly: boolean;
  /** saves the draft first: a rule may number a column that is new */
  save: () => Promise<boolean>;
  reload: () => Promise<void>;
}
type Open = { columnName: string; pattern: string; gapless: '0' | '1'; isNew: boolean };

/** 编码规则: columns that number themselves. */
export function CodeRuleTab({ model, isReadonly, save, reload }: Props) {
  const [open, setOpen] = useState<Open | null>(null);
  const names = new Map(model.modelColumns.map(({ columnName, columnComment }) => [columnName, columnComment]));
  const begin = async () => {
    if (await save())
      setOpen({ columnName: '', pattern: `${model.modelLogicTable.slice(0, 2).toUpperCase()}{yyyy}-{0001}`, gapless: '0', isNew: true });
  };
  const remove = (rule: CodeRule) =>
    void confirmLoss(
      '删除',
      `删除“${names.get(rule.columnName) ?? rule.columnName}”的编码规则后，新增记录不再自动编号，已有编码保留。`,
      async () => {
        await api.model.removeCodeRule({ params: { id: model.id, columnName: rule.columnName } });
        toast.success('已删除');
        await reload();
      },
    );
  return (
    <div className="md-tab">
      <div className="md-tools">
        {!isReadonly && <Button onClick={() => void begin()}>新增编码规则</Button>}
        <span className="muted">自动编号的列由平台在新增时填写，任何人不能输入</span>
      </div>
      <Table<CodeRule>
        size="middle"
        rowKey="id"
        pagination={false}
        dataSource={[...model.codeRules]}
        locale={{ emptyText: '没有自动编码的列' }}
        columns={[
          { title: '列', render: (_, rule) => `${names.get(rule.columnName) ?? ''}（${rule.columnName}）` },
          { title: '规则', render: (_, rule) => <CodeSegments pattern={rule.pattern} /> },
          { title: '下一个编码', render: (_, rule) => <span className="mono">{rule.nextCode}</span> },
          { title: '空号', render: (_, rule) => (rule.gapless === '1' ? '不留空号' : '允许空号') },
          {
            title: '操作',
            width: 120,
            render: (_, rule) =>
              !isReadonly && (
                <>
                  <Button type="link" size="small" onClick={() => setOpen({ ...rule, isNew: false })}>
                    修改
                  </Button>
                  <Button type="link" size="small" danger onClick={() => remove(rule)}>
                    删除
                  </Button>
                </>
              ),
          },
        ]}
      />
      {open && (
        <RuleDialog
          {...{ model, open }}
          onSaved={() => {
            setOpen(null);
            void reload();
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

interface DialogProps {
  model: Model;
  open: Open;
  onSaved: () => void;
  onClose: () => void;
}
function RuleDialog({ model, open, onSaved, onClose }: DialogProps) {
  const [rule, setRule] = useState(open);
  const day = useServerDay();
  const save = useWrite(api.model.saveCodeRule, {
    onSuccess: () => {
      toast.success('已保存');
      onSaved();
    },
  });
  const fault = numberingProblem(rule.pattern);
  const texts = model.modelColumns.filter(
    ({ isSystem, columnType, refModelId, isBindDict }) =>
      isSystem === '0' && (columnType === 'varchar' || columnType === 'char') && refModelId === null && isBindDict === '0',
  );
  return (
    <Modal
      open
      title={open.isNew ? '新增编码规则' : '修改编码规则'}
      okText="保存"
      okButtonProps={{ disabled: fault !== null || rule.columnName === '', loading: save.isPending }}
      onOk={() =>
        save.mutate({ params: { id: model.id }, body: { columnName: rule.columnName, pattern: rule.pattern, gapless: rule.gapless } })
      }
      onCancel={onClose}
    >
      <div className="md-bind">
        <Select
          aria-label="编码的列"
          placeholder="选择文本列"
          disabled={!open.isNew}
          value={rule.columnName || undefined}
          options={texts.map(({ columnName, columnComment }) => ({ value: columnName, label: `${columnComment}（${columnName}）` }))}
          onChange={(columnName) => setRule({ ...rule, columnName })}
        />
        <Input
          aria-label="规则"
          className="mono"
          maxLength={60}
          status={fault === null ? '' : 'error'}
          value={rule.pattern}
          onChange={(event) => setRule({ ...rule, pattern: event.target.value })}
        />
        {fault === null ? (
          <p>
            <CodeSegments pattern={rule.pattern} /> 例如 <b className="mono">{numberedText(rule.pattern, day, 1)}</b>
          </p>
        ) : (
          <p className="bad" role="alert">
            编码规则{fault}
          </p>
        )}
        <p className="muted">
          花括号内为年月日（{'{yyyy}'}、{'{yyyyMM}'}、{'{yyyyMMdd}'}）与流水号（{'{0001}'}），日期变化时流水号重新开始
        </p>
        <Checkbox checked={rule.gapless === '1'} onChange={(event) => setRule({ ...rule, gapless: event.target.checked ? '1' : '0' })}>
          不留空号（新增失败的编号会再次使用，同时新增须依次等待）
        </Checkbox>
      </div>
    </Modal>
  );
}
