import { ApproveFields } from '../../design/ApproveFields.tsx';
import { Flag, TextField } from './Fields.tsx';
import { approvalOf, PLAIN_APPROVAL, removeApproval, setApproval, setText, textOf, type At } from './write.ts';

const ATTRIBUTES = [
  ['flowable:assignee', '办理人', '账号编号或表达式，例如 ${initiator}'],
  ['flowable:candidateUsers', '候选人', '账号编号，用逗号分开，或表达式'],
  ['flowable:candidateGroups', '候选角色', '角色编号，用逗号分开，或表达式'],
] as const;

/** Who decides a task: by the settings of approvals, or by attributes of its own. */
export function PeopleFields({ at }: { at: At }) {
  const node = at.shape.businessObject;
  const approval = approvalOf(textOf(node, 'dp:approval'));
  return (
    <fieldset>
      <legend>审批</legend>
      <Flag
        label="使用审批设置"
        isOn={approval !== null}
        onChange={(isOn) => (isOn ? setApproval(at, PLAIN_APPROVAL) : removeApproval(at))}
      />
      {approval && <ApproveFields node={{ ...approval, id: at.shape.id }} onChange={(part) => setApproval(at, { ...approval, ...part })} />}
      {!approval &&
        ATTRIBUTES.map(([name, label, extra]) => (
          <TextField
            key={name}
            id={`bpmn-${name.slice(9)}`}
            label={label}
            isMono
            value={textOf(node, name)}
            extra={extra}
            onKeep={(text) => setText(at, node, name, text)}
          />
        ))}
      <TextField
        id="bpmn-due"
        label="到期时间"
        isMono
        value={textOf(node, 'flowable:dueDate')}
        extra="时长 P2D、日期，或表达式"
        onKeep={(text) => setText(at, node, 'flowable:dueDate', text)}
      />
      <TextField
        id="bpmn-priority"
        label="优先级"
        isMono
        value={textOf(node, 'flowable:priority')}
        onKeep={(text) => setText(at, node, 'flowable:priority', text)}
      />
      <TextField
        id="bpmn-form"
        label="表单"
        isMono
        value={textOf(node, 'flowable:formKey')}
        onKeep={(text) => setText(at, node, 'flowable:formKey', text)}
      />
    </fieldset>
  );
}
