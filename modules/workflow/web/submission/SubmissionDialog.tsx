import { EyeOutlined, SendOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Form, Modal, type FormInstance } from 'antd';
import { useRef, useState } from 'react';
import type { ComingStep, Picks } from '#kit/contract/flow.ts';
import type { SlotPlaces } from '#kit/web/slots/slots.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { PickField } from '../task/PickField.tsx';
import '../workflow.css';
import './submission.css';

/** Above the dialog that asked for it, also above a confirmation; below the toasts. */
const Z_INDEX = 2001;

type Question = SlotPlaces['flow.submission']['question'];

/** 提交审批: where a record goes, and who approves at the nodes that leave it to the starter to say. */
export default function SubmissionDialog({ question, onSubmit, onCancel }: SlotPlaces['flow.submission']) {
  useReturnFocus();
  const [form] = Form.useForm<Picks>();
  const { hasBegun, submit } = useSubmitting(form, onSubmit);
  const { name, picks, problem } = question;
  return (
    <Modal
      open
      title={`提交审批：${name}`}
      okText="提交"
      cancelText={uiTexts.cancel}
      width={520}
      zIndex={Z_INDEX}
      okButtonProps={{ loading: hasBegun, autoFocus: picks.length === 0 }}
      cancelButtonProps={{ disabled: hasBegun }}
      onOk={submit}
      onCancel={() => !hasBegun && onCancel()}
    >
      {problem && <Alert type="error" showIcon title={problem} className="submission-problem" />}
      <p className="muted">
        {picks.length > 0 ? `提交后依次经过以下节点，请选择 ${picks.length} 个节点的审批人。` : '提交后依次经过以下节点。'}
      </p>
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        initialValues={Object.fromEntries(picks.map(({ node, picked }) => [node, picked]))}
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
      >
        <Steps question={question} />
      </Form>
    </Modal>
  );
}

/** Submits once what is complete, however often it is pressed. */
function useSubmitting(form: FormInstance<Picks>, onSubmit: (picks: Picks) => void) {
  const [hasBegun, setBegun] = useState(false);
  // the second click of a double click comes before the next render
  const isBusy = useRef(false);
  const run = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const picks = await form.validateFields().catch(() => null);
    isBusy.current = picks !== null;
    if (!picks) return;
    setBegun(true);
    onSubmit(picks);
  };
  return { hasBegun, submit: () => void run() };
}

function Steps({ question: { steps, picks } }: { question: Question }) {
  const asked = new Map(picks.map((pick) => [pick.node, pick]));
  const known = new Set(steps.map(({ id }) => id));
  const further = picks
    .filter(({ node }) => !known.has(node))
    .map(({ node, name }): ComingStep => ({ id: node, name, kind: 'task', people: [], note: null, isConditional: false }));
  return (
    <ol className="trail submission-steps" aria-label="将要经过的节点">
      <li className="now">
        <i aria-hidden>
          <SendOutlined />
        </i>
        <p>
          <b>您提交</b>
        </p>
      </li>
      {[...steps, ...further].map((step) => (
        <li key={step.id} className="next">
          <i aria-hidden>{step.kind === 'copy' ? <EyeOutlined /> : <UserOutlined />}</i>
          <p>
            <b>{step.name}</b> {step.kind === 'copy' && <Tag tone="line">抄送</Tag>}
            {step.isConditional && <Tag tone="line">视条件</Tag>}
          </p>
          {asked.has(step.id) ? <PickField pick={asked.get(step.id)!} /> : <People step={step} />}
        </li>
      ))}
      {steps.length === 0 && further.length === 0 && (
        <li className="next">
          <p className="muted">没有需要人审批的节点，提交后由流程自动处理</p>
        </li>
      )}
    </ol>
  );
}

const MAX_NAMED = 8;
function People({ step: { people, note, kind } }: { step: ComingStep }) {
  if (people.length === 0) return <p className="muted">{note ?? (kind === 'copy' ? '没有抄送人' : '届时确定')}</p>;
  const named = people.slice(0, MAX_NAMED).join('、');
  return <p className="muted">{people.length > MAX_NAMED ? `${named} 等 ${people.length} 人` : named}</p>;
}
