import { Button, Form, Input, Radio, Rate } from 'antd';
import { useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import type { Detail } from './DrdSheet.tsx';
import { SayDialog } from './parts.tsx';

const MAX = 50;
const KINDS = [
  { value: '1', label: '评价' },
  { value: '2', label: '提问' },
  { value: '3', label: '纠错' },
] as const;
interface Values {
  kind: '1' | '2' | '3';
  rating?: number;
  content: string;
}

/** 评价与纠错 */
export function FeedbackTab({ row }: { row: Detail }) {
  const { data, error, refetch } = useCall(api.drdUse.feedbacks, { params: { id: row.id }, query: { pageSize: MAX } });
  const [answering, setAnswering] = useState<string | null>(null);
  const answer = useWrite(api.drdUse.answerFeedback, {
    overlay: false,
    refreshes: [api.drd.page],
    onSuccess: () => {
      toast.success('已回复');
      setAnswering(null);
    },
  });
  return (
    <section>
      <h3>
        评价 <small>{row.rating === null ? '还没有评分' : `${row.rating.toFixed(1)} 分，${row.ratingCount} 人`}</small>
      </h3>
      {row.publishStatus === '3' && <Say id={row.id} />}
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <StateView kind="empty" inline what="还没有评价、提问和纠错" />}
      <ul className="drd-said">
        {data?.data.map((one) => (
          <li key={one.id}>
            <span className="market-inline">
              <DictTag code="market_drd_feedback" value={one.kind} />
              {one.rating !== null && <Rate disabled value={one.rating} />}
              <span className="muted">
                {one.author} · <DateText value={one.createTime} />
              </span>
            </span>
            <p>{one.content}</p>
            {one.reply ? (
              <p className="drd-reply">
                {one.replier}：{one.reply}
              </p>
            ) : (
              <Can call={api.drdUse.answerFeedback}>
                <button type="button" className="name-link" onClick={() => setAnswering(one.id)}>
                  回复
                </button>
              </Can>
            )}
          </li>
        ))}
      </ul>
      {answering !== null && (
        <SayDialog
          title="回复反馈"
          label="回复"
          okText="回复"
          isRequired
          isBusy={answer.isPending}
          onSend={(reply) => answer.mutate({ params: { id: answering }, body: { reply: reply ?? '' } })}
          onClose={() => setAnswering(null)}
        />
      )}
    </section>
  );
}

function Say({ id }: { id: string }) {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form) ?? '1';
  const give = useWrite(api.drdUse.giveFeedback, {
    overlay: false,
    refreshes: [api.drd.page],
    onSuccess: () => {
      toast.success('已提交');
      form.resetFields();
    },
  });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || give.isPending) return;
    give.mutate({ params: { id }, body: { ...values, rating: values.kind === '1' ? (values.rating ?? null) : null } });
  };
  return (
    <Form form={form} layout="vertical" initialValues={{ kind: '1' }}>
      <Form.Item name="kind" label="类型">
        <Radio.Group options={[...KINDS]} optionType="button" />
      </Form.Item>
      {kind === '1' && (
        <Form.Item name="rating" label="评分" rules={[{ required: true, message: '请评分' }]}>
          <Rate />
        </Form.Item>
      )}
      <Form.Item name="content" label="内容" rules={[{ required: true, whitespace: true, message: '请填写内容' }]}>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Button loading={give.isPending} onClick={() => void send()}>
        提交
      </Button>
    </Form>
  );
}
