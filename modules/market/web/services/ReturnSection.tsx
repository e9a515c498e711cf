import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { Problem, statusOf } from '../editor/parts.tsx';
import { api } from './api.ts';
import type { Draft } from './draft.ts';
import type { SectionProps } from './ServiceEditor.tsx';

type Mask = Draft['masks'][number];

/** 返回脱敏: places of the answer, each with a rule of the library. */
export function ReturnSection({ draft, problems, change }: SectionProps) {
  const can = useCan();
  const rules = useCall(api.maskRule.list, {}, { enabled: can(api.maskRule.list) });
  const { masks } = draft;
  const put = (some: Mask[]) => change({ masks: some });
  const set = (at: number, some: Partial<Mask>) => put(masks.map((mask, i) => (i === at ? { ...mask, ...some } : mask)));
  return (
    <fieldset className="service-pairs">
      <legend>返回字段脱敏</legend>
      <small className="muted">路径从返回结果（结果路径之后）算起；同名参数的值也不写入日志。规则被禁用时字段整个隐藏。</small>
      {masks.map((mask, i) => {
        const [path, rule] = [problems.get(`masks.${i}.path`), problems.get(`masks.${i}.maskRuleId`)];
        return (
          <div key={i}>
            <div className="service-pair">
              <Input
                className="mono"
                aria-label={`脱敏字段 ${i + 1} 路径`}
                placeholder="$.list[*].mobile"
                status={statusOf(path)}
                value={mask.path}
                onChange={(event) => set(i, { path: event.target.value })}
              />
              <Select
                aria-label={`脱敏字段 ${i + 1} 规则`}
                placeholder="请选择脱敏规则"
                showSearch={{ optionFilterProp: 'label' }}
                status={statusOf(rule)}
                value={mask.maskRuleId || null}
                notFoundContent={rules.error?.message ?? '没有启用的脱敏规则，或没有查看它们的权限'}
                options={rules.data?.filter(({ status }) => status === '1').map(({ id, ruleName }) => ({ value: id, label: ruleName }))}
                onChange={(maskRuleId) => set(i, { maskRuleId })}
              />
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`删除脱敏字段 ${i + 1}`}
                onClick={() => put(masks.filter((_, at) => at !== i))}
              />
            </div>
            <Problem text={path ?? (rule && '请选择脱敏规则')} />
          </div>
        );
      })}
      <Button size="small" icon={<PlusOutlined />} onClick={() => put([...masks, { path: '$.', maskRuleId: '' }])}>
        添加脱敏字段
      </Button>
    </fieldset>
  );
}
