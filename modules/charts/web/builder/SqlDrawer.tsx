import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer } from 'antd';
import { useEffect, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { queryApi } from './choices.ts';
import { useBuildStore } from './store.ts';
import { questionOf } from './use-chart-feed.ts';

/** What runs in the source for this chart, before the rights of each viewer are added. */
export function SqlDrawer({ onClose }: { onClose: () => void }) {
  const store = useBuildStore();
  const [state, setState] = useState<{ sql: string } | { error: string } | null>(null);
  useEffect(() => {
    let isGone = false;
    const { chartType } = store.getState().config;
    const question = questionOf(store.getState().config);
    const ask = async () => {
      try {
        if (!question) return setState({ error: '图表还不完整' });
        const { sql } = await queryApi.query.parser({ body: { ...question, chartType } }, { quiet: true });
        if (!isGone) setState({ sql });
      } catch (error) {
        if (!isGone) setState({ error: error instanceof Error ? error.message : '没有取到，请重试' });
      }
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [store]);
  const copy = async (sql: string) => {
    await navigator.clipboard.writeText(sql);
    toast.success('已复制');
  };
  return (
    <Drawer
      open
      title="查询语句"
      size={720}
      onClose={onClose}
      extra={
        state && 'sql' in state && navigator.clipboard ? (
          <Button icon={<CopyOutlined />} onClick={() => void copy(state.sql)}>
            复制
          </Button>
        ) : null
      }
    >
      {state === null && <StateView kind="loading" rows={4} />}
      {state && 'error' in state && <Alert type="error" showIcon title={state.error} />}
      {state && 'sql' in state && (
        <>
          <Alert
            type="info"
            showIcon
            title="由图表生成，取值以参数绑定；执行时还会加上每位查看者的行权限与脱敏。"
            style={{ marginBottom: 12 }}
          />
          <pre className="cb-sql">{state.sql}</pre>
        </>
      )}
    </Drawer>
  );
}
