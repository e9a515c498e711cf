import type { FlowService } from '#kit/server/flow.ts';
import { notify } from '#modules/notices/server/index.ts';
import { SET_VARIABLE } from '../../contract/approval.ts';
import { isOfApproval } from '../../core/reserved.ts';
import { instancePath } from '../messages.ts';
import { calling } from './http.ts';

/** 发送消息: tells people in the system that a process has come to a node. */
const sending: FlowService = {
  code: 'workflow.notify',
  name: '发送消息',
  description: '流程到达该节点时，给指定的人员发站内消息',
  asksPeople: true,
  params: [
    { name: 'title', label: '标题', kind: 'text', isRequired: true },
    { name: 'text', label: '内容', kind: 'area', isRequired: false },
  ],
  async run(app, { key, instanceId, title, people, params }) {
    await notify(app, app.db, {
      to: [...people],
      kind: 'flow',
      title: (params['title'] ?? '').slice(0, 100),
      text: (params['text'] || title).slice(0, 500),
      path: instancePath(instanceId),
      key,
    });
  },
};

/** 更新变量: the engine does it in the step, so that the conditions after it see the new value. */
const setting: FlowService = {
  code: SET_VARIABLE,
  name: '更新变量',
  description: '流程到达该节点时立即改变流程变量，之后的条件按新值判断；单据本身不变',
  asksPeople: false,
  params: [
    { name: 'variable', label: '变量', kind: 'variable', isRequired: true, hint: '不能与单据字段同名' },
    { name: 'value', label: '值', kind: 'value', isRequired: true, hint: '文字、数字、true、false 或表达式，例如 ${amount * 2}' },
  ],
  check: (_app, { variable = '' }) => Promise.resolve(isOfApproval(variable) ? [`不能改变变量 ${variable}，请换一个名字`] : []),
};

/** What this module itself can do for service nodes. */
export const ownServices: readonly FlowService[] = [sending, setting, calling];
