import { Tooltip } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { KIND_GROUPS, KindMark, kindLabel, kindOf, kindShort } from './kinds.tsx';

const UNPROVEN = '按官方文档实现，未在真实环境中验证；首次使用请先做连通性检测，并核对同步结果';

/** Cards of all kinds, in groups; a chosen one is outlined. */
export function KindPicker({ id, value, onChange, disabled }: FieldProps) {
  return (
    <div className="kind-picker" id={id} role="radiogroup" aria-label="类型">
      {KIND_GROUPS.map(({ title, codes }) => (
        <section key={title}>
          <h4>{title}</h4>
          <div className="kind-cards">
            {codes.map((code) => {
              const isProven = kindOf(code)?.isProven ?? false;
              const isChosen = value === code;
              return (
                <button
                  key={code}
                  type="button"
                  role="radio"
                  aria-checked={isChosen}
                  aria-label={kindLabel(code)}
                  title={kindLabel(code)}
                  className={`kind-card ${isChosen ? 'kind-chosen' : ''}`}
                  disabled={disabled}
                  onClick={() => onChange?.(code)}
                >
                  <KindMark code={code} />
                  <span className="kind-label">{kindShort(code)}</span>
                  {!isProven && (
                    <Tooltip title={UNPROVEN}>
                      <span className="kind-unproven">未经实测</span>
                    </Tooltip>
                  )}
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </div>
  );
}

/** 未经实测, with what it means. */
export const UnprovenTag = () => (
  <Tooltip title={UNPROVEN}>
    <span>
      <Tag tone="warn">未经实测</Tag>
    </span>
  </Tooltip>
);
