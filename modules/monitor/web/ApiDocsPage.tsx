import { Select } from 'antd';
import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { useChangeAddress } from '#kit/web/address.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { accessWords, operationsOf, type Operation } from '../core/api-docs.ts';
import { api } from './api.ts';
import { OperationView } from './api-docs/OperationView.tsx';
import './monitor.css';
import './api-docs.css';

const MODULES: Record<string, string> = {
  system: '系统管理',
  files: '文件',
  notices: '消息公告',
  scheduler: '任务调度',
  projects: '项目档案',
  sources: '数据源',
  gate: '数据授权与分级',
  lineage: '血缘',
  console: 'SQL工作台',
  catalogue: '元数据',
  library: '内容库',
  datasets: '数据集',
  charts: '图表',
  boards: '看板',
  screens: '大屏',
  viewing: '查看与分享',
  exports: '导出中心',
  monitor: '系统监控',
  platform: '平台',
};
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;
const moduleName = (name: string): string => MODULES[name] ?? name;

/** Every word occurs in summary, path, id, permission or module name. */
const fits = (operation: Operation, words: readonly string[]): boolean => {
  const text = `${operation.summary} ${operation.path} ${operation.id} ${operation.access} ${moduleName(operation.module)}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** 接口文档: every call of the product, from the same declarations that the server mounts. */
export default function ApiDocsPage() {
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const docs = useCall(api.platform.apiDocs, {}, { staleTime: Infinity });
  const [q, module, method, chosen] = [search.get('q') ?? '', search.get('module'), search.get('method'), search.get('op')];
  const put = (name: string, value: string | null) => changeAddress({ [name]: value }, { replace: true });
  const operations = useMemo(() => (docs.data ? operationsOf(docs.data) : []), [docs.data]);
  const words = useDeferredValue(q).toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  const found = useMemo(
    () =>
      operations.filter(
        (one) =>
          (!module || one.module === module) && (!method || one.method === method) && fits(one, words === '' ? [] : words.split(' ')),
      ),
    [operations, module, method, words],
  );
  const groups = useMemo(() => {
    const byModule = new Map<string, Operation[]>();
    for (const one of found) byModule.set(one.module, [...(byModule.get(one.module) ?? []), one]);
    return [...byModule];
  }, [found]);
  if (docs.error) return <StateView kind="error" error={docs.error} onRetry={() => void docs.refetch()} />;
  if (!docs.data) return <StateView className="panel page-skeleton" kind="loading" rows={10} />;
  const current = operations.find((one) => one.id === chosen) ?? null;
  const modules = [...new Set(operations.map((one) => one.module))];
  return (
    <div className="panel api-docs">
      <nav className="api-list" aria-label="接口">
        <div className="api-search">
          <SearchInput label="搜索接口" placeholder="名称、路径" value={q} onChange={(text) => put('q', text)} />
          <Select
            allowClear
            placeholder="模块"
            aria-label="模块"
            value={module}
            onChange={(value?: string) => put('module', value ?? null)}
            options={modules.map((value) => ({ value, label: moduleName(value) }))}
          />
          <Select
            allowClear
            placeholder="方法"
            aria-label="方法"
            value={method}
            onChange={(value?: string) => put('method', value ?? null)}
            options={METHODS.map((value) => ({ value, label: value }))}
          />
        </div>
        <div className="api-count muted">
          {found.length === operations.length ? `共 ${operations.length} 个接口` : `${found.length} / ${operations.length} 个接口`}
        </div>
        <div className="api-groups">
          {groups.map(([name, list]) => (
            <section key={name}>
              <h4>
                {moduleName(name)} <span className="muted">{list.length}</span>
              </h4>
              {list.map((one) => (
                <button
                  type="button"
                  key={one.id}
                  className={one.id === chosen ? 'api-item chosen' : 'api-item'}
                  title={`${one.method} ${one.path}，${accessWords(one.access)}`}
                  onClick={() => put('op', one.id)}
                >
                  <b className={`method method-${one.method.toLowerCase()}`}>{one.method}</b>
                  <span className="cut">{one.summary}</span>
                  <span className="mono cut muted">{one.path}</span>
                </button>
              ))}
            </section>
          ))}
          {found.length === 0 && <div className="blank">没有符合条件的接口，请换一个词或清除条件。</div>}
        </div>
      </nav>
      <div className="api-main">
        {current ? (
          <OperationView key={current.id} operation={current} />
        ) : (
          <div className="blank">
            {chosen === null ? '在左侧选择一个接口，查看参数与返回，并以自己的权限试用。' : '这个接口不存在或已更名，请在左侧重新选择。'}
          </div>
        )}
      </div>
    </div>
  );
}
