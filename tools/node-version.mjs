// No modern syntax here: an unsupported Node must get as far as the sentence.
const NEEDED = [20, 19];

/** The Chinese sentence for a Node that is too old, or null. */
export function refuseNode(version) {
  const parts = String(version).replace(/^v/, '').split('.').map(Number);
  if (parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1])) return null;
  return '数智大脑需要 Node.js ' + NEEDED.join('.') + ' 或更高版本，当前为 ' + version + '，请升级 Node.js 后重新启动。';
}
