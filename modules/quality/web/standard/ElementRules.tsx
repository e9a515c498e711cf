import { StandardRules } from './StandardRules.tsx';

/** 质量规则 of a data element, over all columns that follow it. */
export default function ElementRules({ elementId }: { elementId: string }) {
  return <StandardRules of={{ elementId }} />;
}
