import { Checkbox, Form } from 'antd';
import { useId } from 'react';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { FormText } from '../square/Described.tsx';

interface Output {
  readonly name: string;
  readonly comment: string | null;
  readonly level?: string | null;
  readonly mask?: string | null;
}
interface Props {
  outputs: readonly Output[];
  onAll: (names: string[]) => void;
}
/** 返回字段: only what is needed is asked for; each with its level and the form in which it comes. */
export function FieldChoice({ outputs, onAll }: Props) {
  const id = useId();
  const chosen = Form.useWatch<string[] | undefined>('fields') ?? [];
  const isAll = chosen.length === outputs.length;
  return (
    <>
      <div className="market-choose-all">
        <span id={id}>返回字段</span>
        <span className="muted">
          已选 {chosen.length} / {outputs.length}
        </span>
        <span className="grow" />
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && chosen.length > 0}
          onChange={(event) => onAll(event.target.checked ? outputs.map(({ name }) => name) : [])}
        >
          全部
        </Checkbox>
      </div>
      <Form.Item
        name="fields"
        extra="没有选择的字段不返回，也不能用来查询和排序（必填参数除外）"
        rules={[{ type: 'array', min: 1, message: '请至少选择一个返回字段' }]}
      >
        <Checkbox.Group
          className="market-choices"
          aria-labelledby={id}
          options={outputs.map(({ name, comment, level = null, mask = null }) => ({
            value: name,
            label: (
              <>
                {comment} <span className="mono">{name}</span> {level && <LevelTag level={level} />} {mask && <FormText mask={mask} />}
              </>
            ),
          }))}
        />
      </Form.Item>
    </>
  );
}
