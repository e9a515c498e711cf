import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openPage, signInWith } from '#kit/test/web-page.tsx';
import { FlowStatusTag } from './flow-status.tsx';

describe('the state of an approval', () => {
  it('says that its effect failed, with the way to try again for those who may', () => {
    signInWith('workflow:operation:retry');
    const page = openPage(<FlowStatusTag status="4" effect="dead" />);
    expect(screen.getByText('已通过，生效失败')).toBeTruthy();
    expect(screen.getByRole('link', { name: '去重试' }).getAttribute('href')).toContain('/workflow/operation');
    page.unmount();
    signInWith('workflow:task:exam');
    openPage(<FlowStatusTag status="4" effect="dead" />);
    expect(screen.getByText('已通过，生效失败')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('is that of the approval while the effect waits or has come about', () => {
    signInWith();
    for (const effect of ['waiting', 'done', null] as const) {
      const page = openPage(<FlowStatusTag status="4" effect={effect} />);
      expect(screen.getByText('通过')).toBeTruthy();
      page.unmount();
    }
  });
});
