// npm start: checks Node, installs, builds, then runs the server in this very process, so that signals reach it.
import { refuseNode } from './node-version.mjs';

const refusal = refuseNode(process.version);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}
import('./run.mjs').catch(function (error) {
  console.error(error && error.sentence ? error.sentence : error);
  process.exit(1);
});
