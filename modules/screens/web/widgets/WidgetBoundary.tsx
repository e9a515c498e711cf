import { Component, type ReactNode } from 'react';
import { Notice } from './Notice.tsx';

/** One widget that fails leaves the others standing. */
export class WidgetBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override componentDidCatch(error: unknown): void {
    reportError(error);
  }
  override render(): ReactNode {
    return this.state.hasFailed ? (
      <Notice kind="error" title="组件显示失败" retry={() => this.setState({ hasFailed: false })} />
    ) : (
      this.props.children
    );
  }
}
