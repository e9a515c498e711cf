import { expect, it } from 'vitest';
import { refuseNode } from './node-version.mjs';

it.each(['v20.19.0', 'v20.20.2', 'v22.1.0', 'v24.21.0'])('accepts Node %s', (version) => {
  expect(refuseNode(version)).toBeNull();
});

it.each(['v12.22.12', 'v18.20.8', 'v20.18.3', 'v20.9.0'])('refuses Node %s in one sentence', (version) => {
  expect(refuseNode(version)).toMatch(new RegExp(`^数智大脑需要 Node\\.js 20\\.19 或更高版本，当前为 ${version}，.*。$`));
});
