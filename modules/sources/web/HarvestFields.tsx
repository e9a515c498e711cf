import { Select } from 'antd';
import { Field } from './form-parts.tsx';
import { PlanField } from './PlanField.tsx';

const PATTERN_HINT = '模式.表，* 代表任意字符；不带点时只看表名';

interface Props {
  /** what the connectivity check found, null before it ran */
  schemas: readonly string[] | null;
  isFile: boolean;
}

/** What is synchronised, and when. */
export const HarvestFields = ({ schemas, isFile }: Props) => (
  <>
    <div className="form-section">同步</div>
    <div className="form-grid">
      {!isFile && (
        <Field
          name="schemas"
          label="同步的模式"
          wide
          hint={schemas ? `检测到 ${schemas.length} 个模式，留空表示全部可读的模式` : '留空表示全部可读的模式；连通性检测后可直接选择'}
        >
          <Select
            mode="tags"
            placeholder="全部"
            tokenSeparators={[',', ' ']}
            options={(schemas ?? []).map((value) => ({ value, label: value }))}
            maxTagCount="responsive"
          />
        </Field>
      )}
      <Field name="includeTables" label="只同步的表" hint={PATTERN_HINT}>
        <Select mode="tags" open={false} suffixIcon={null} placeholder="例如 dwd.*" tokenSeparators={[',', ';', ' ']} />
      </Field>
      <Field name="excludeTables" label="不同步的表" hint={PATTERN_HINT}>
        <Select mode="tags" open={false} suffixIcon={null} placeholder="例如 *_bak、tmp_*" tokenSeparators={[',', ';', ' ']} />
      </Field>
      <Field name="syncCron" label="同步计划" preset wide hint="按北京时间执行；上次同步未结束时跳过">
        <PlanField />
      </Field>
    </div>
  </>
);
