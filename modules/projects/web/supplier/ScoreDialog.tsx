import { Form, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { day } from '#kit/web/format.ts';
import { toast } from '#kit/web/dialog.tsx';
import { serverNow } from '#kit/web/server-clock.ts';
import { CallError } from '#kit/web/send.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { DIMENSIONS, DIMENSION_LABELS, gradeOf, scoreOf, type Marks } from '../../core/supplier-score.ts';
import { api } from '../api.ts';

type Reply = CallReply<typeof api.supplier.scores>;
const YEARS = 6;

interface Props {
  id: string;
  scores: Reply['scores'];
  weights: Marks;
  /** the year to begin with; this year unless given */
  year?: number;
  onClose: () => void;
  onSaved: (suggestsSuspension: boolean, year: number) => void;
}

/** 年度评价: five marks, the score as it will be. */
export default function ScoreDialog({ id, scores, weights, year: first, onClose, onSaved }: Props) {
  const thisYear = Number((day(serverNow()) ?? '').slice(0, 4));
  const [year, setYear] = useState(first ?? thisYear);
  const before = scores.find((one) => one.year === year);
  const [edited, setEdited] = useState<Partial<Record<keyof Marks, number | null>>>({});
  const [remark, setRemark] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useWrite(api.supplier.saveScore, { overlay: false, quiet: true });
  const markOf = (name: keyof Marks): number | null => (name in edited ? (edited[name] ?? null) : (before?.[name] ?? null));
  const marks = Object.fromEntries(DIMENSIONS.map((name) => [name, markOf(name)])) as Record<keyof Marks, number | null>;
  const isComplete = DIMENSIONS.every((name) => marks[name] !== null);
  const score = isComplete ? scoreOf(marks as Marks, weights) : null;
  const whole = DIMENSIONS.reduce((sum, name) => sum + weights[name], 0);
  const submit = async () => {
    if (!isComplete) return setProblem('请填写五项得分');
    try {
      const reply = await save.mutateAsync({
        params: { id },
        body: { year, ...(marks as Marks), remark: remark ?? before?.remark ?? null },
      });
      toast.success(`${year} 年度评价已保存：${reply.score} 分，${reply.grade} 级`);
      onSaved(reply.suggestsSuspension, year);
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : '保存失败，请重试');
    }
  };
  return (
    <Modal
      open
      title="年度评价"
      okText="保存"
      cancelText="取消"
      confirmLoading={save.isPending}
      mask={{ closable: false }}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form layout="vertical" requiredMark={false} className="supplier-dialog">
        <Form.Item label="评价年度" extra={before && '该年度已有评价，保存后将替换，原评价保留在变更记录中'}>
          <Select
            value={year}
            options={[...new Set([...Array.from({ length: YEARS }, (_, by) => thisYear - by), ...(first ? [first] : [])])].map((one) => ({
              value: one,
              label: `${one} 年`,
            }))}
            onChange={(next) => {
              setYear(next);
              setEdited({});
              setRemark(null);
            }}
          />
        </Form.Item>
        <div className="supplier-marks">
          {DIMENSIONS.map((name) => (
            <Form.Item
              key={name}
              htmlFor={`mark-${name}`}
              label={`${DIMENSION_LABELS[name]}（${Math.round((weights[name] / whole) * 100)}%）`}
            >
              <InputNumber
                id={`mark-${name}`}
                min={0}
                max={100}
                step={1}
                precision={1}
                controls={false}
                value={marks[name]}
                onChange={(mark) => {
                  setEdited({ ...edited, [name]: mark });
                  setProblem(null);
                }}
              />
            </Form.Item>
          ))}
          <div className="supplier-result">
            <span className="muted">综合得分</span>
            <strong>{score ?? '—'}</strong>
            {score !== null && <span>{gradeOf(score)} 级</span>}
          </div>
        </div>
        <Form.Item
          htmlFor="score-remark"
          label={
            <>
              评价说明<span className="form-optional">选填</span>
            </>
          }
          validateStatus={problem ? 'error' : undefined}
          help={problem}
        >
          <Input.TextArea
            id="score-remark"
            value={remark ?? before?.remark ?? ''}
            maxLength={500}
            showCount
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={(event) => setRemark(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
