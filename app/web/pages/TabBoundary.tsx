import { Button } from 'antd';
import { Component, type ReactNode } from 'react';
import { PlainPage } from './PlainPage.tsx';

interface Props {
  children: ReactNode;
}
interface State {
  error: Error | null;
}

/** Keeps the failure of one page inside its tab. */
export class TabBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <PlainPage
        title="页面出现错误"
        actions={
          <Button type="primary" onClick={() => this.setState({ error: null })}>
            重新加载本页
          </Button>
        }
      >
        其他页面不受影响。错误信息：<span className="mono">{error.message}</span>
      </PlainPage>
    );
  }
}
