import { Button, Input, Segmented, Select } from 'antd';
import type { BodyType, HttpService } from '../../contract/service.ts';
import { placesIn } from '../../core/services/places.ts';
import { Field, statusOf } from '../editor/parts.tsx';
import { HostField } from './HostField.tsx';
import { EMPTY_HTTP } from './draft.ts';
import { Pairs } from './Pairs.tsx';
import type { SectionProps } from './ServiceEditor.tsx';

const METHODS: HttpService['httpMethod'][] = ['GET', 'POST', 'PUT', 'DELETE'];
const BODIES: { value: BodyType; label: string }[] = [
  { value: 'none', label: '无' },
  { value: 'json', label: 'JSON' },
  { value: 'form', label: '表单' },
  { value: 'xml', label: 'XML' },
  { value: 'text', label: '文本' },
];
const EXAMPLES: Partial<Record<BodyType, string>> = {
  json: '{"id": "{{id}}", "amount": "{{amount}}"}',
  xml: '<order><id>{{id}}</id></order>',
  text: '{{content}}',
};

/** 调用: host, method, path and what goes with it; values stand in places such as {{id}}. */
export function HttpSection({ draft, problems, change }: SectionProps) {
  const http = draft.httpService ?? EMPTY_HTTP;
  const set = (some: Partial<HttpService>) => change({ httpService: { ...http, ...some } });
  const problem = (name: string) => problems.get(`httpService.${name}`);
  const method = (httpMethod: HttpService['httpMethod']) => set({ httpMethod, ...(httpMethod === 'GET' && { bodyType: 'none' }) });
  return (
    <>
      <div className="market-fields">
        <HostField value={http.hostId ?? null} problem={problem('hostId')} onChange={(hostId) => set({ hostId })} />
        <Field id="service-method" label="请求方法" problem={problem('httpMethod')}>
          <Segmented id="service-method" aria-label="请求方法" value={http.httpMethod} options={METHODS} onChange={method} />
        </Field>
        <Field
          id="service-path"
          label="请求路径"
          isRequired
          wide
          problem={problem('path')}
          hint="以 / 开头；参数写成 {{名称}}，只能是路径中的一段"
        >
          <Input
            id="service-path"
            className="mono"
            status={statusOf(problem('path'))}
            value={http.path}
            onChange={(event) => set({ path: event.target.value })}
            placeholder="/orders/{{id}}"
          />
        </Field>
      </div>
      <Pairs
        label="查询参数"
        path="httpService.query"
        pairs={http.query}
        problems={problems}
        onChange={(query) => set({ query })}
        nameHint="名称"
        valueHint="值或 {{参数}}，为空时不发送"
      />
      <Pairs
        label="请求头"
        path="httpService.header"
        pairs={http.header}
        problems={problems}
        onChange={(header) => set({ header })}
        nameHint="X-Tenant"
        valueHint="值、{{参数}} 或 {{secret.密钥}}"
      />
      {http.httpMethod !== 'GET' && <BodyFields http={http} problems={problems} set={set} />}
      <SecretPairs draft={draft} problems={problems} change={change} />
      <ResultField value={http.resultPath} problem={problem('resultPath')} onChange={(resultPath) => set({ resultPath, shape: null })} />
      <ShapeField shape={http.shape} onClear={() => set({ shape: null })} />
    </>
  );
}

interface BodyProps {
  http: HttpService;
  problems: SectionProps['problems'];
  set: (some: Partial<HttpService>) => void;
}
/** What is sent with a method that sends something. */
function BodyFields({ http, problems, set }: BodyProps) {
  const problem = (name: string) => problems.get(`httpService.${name}`);
  return (
    <>
      <Field id="service-body-type" label="请求内容" problem={problem('bodyType')}>
        <Select id="service-body-type" value={http.bodyType} options={BODIES} onChange={(bodyType) => set({ bodyType })} />
      </Field>
      {http.bodyType === 'form' && (
        <Pairs
          label="表单项"
          path="httpService.form"
          pairs={http.form}
          problems={problems}
          onChange={(form) => set({ form })}
          nameHint="名称"
          valueHint="值或 {{参数}}"
        />
      )}
      {['json', 'xml', 'text'].includes(http.bodyType) && (
        <Field id="service-body" label="内容模板" wide problem={problem('body')} hint="参数值按类型转义，不会改变内容的结构">
          <Input.TextArea
            id="service-body"
            className="mono"
            autoSize={{ minRows: 4, maxRows: 16 }}
            status={statusOf(problem('body'))}
            value={http.body ?? ''}
            onChange={(event) => set({ body: event.target.value })}
            placeholder={EXAMPLES[http.bodyType]}
          />
        </Field>
      )}
    </>
  );
}

export const SecretPairs = ({ draft, problems, change }: SectionProps) => (
  <Pairs
    label="密钥"
    path="secrets"
    pairs={draft.secrets}
    problems={problems}
    onChange={(secrets) => change({ secrets })}
    nameHint="名称，模板里写 {{secret.名称}}"
    valueHint="保存后不再显示"
    isSecret
  />
);
/** 返回结构: what a trial found, which chains and documents go by. */
function ShapeField({ shape, onClear }: { shape: HttpService['shape']; onClear: () => void }) {
  const places = shape === null ? [] : placesIn(shape);
  return (
    <Field id="service-shape" label="返回结构" hint="调试成功后点击“记为返回结构”，编排就能选用返回的字段">
      {shape === null ? (
        <span id="service-shape" className="muted">
          未记录
        </span>
      ) : (
        <div id="service-shape" className="market-inline">
          <span className="mono cut" title={places.join('\n')}>
            {places.length === 0 ? '单个值' : places.map((place) => `$${place}`).join('，')}
          </span>
          <Button size="small" onClick={onClear}>
            清除
          </Button>
        </div>
      )}
    </Field>
  );
}

interface ResultProps {
  value: string | null;
  problem: string | undefined;
  onChange: (path: string | null) => void;
}
export const ResultField = ({ value, problem, onChange }: ResultProps) => (
  <Field id="service-result" label="结果路径" problem={problem} hint="只返回这一部分，例如 $.data.list；不填则全部返回">
    <Input
      id="service-result"
      className="mono"
      status={statusOf(problem)}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      placeholder="$.data"
    />
  </Field>
);
