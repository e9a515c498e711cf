/**
 * How a caller submits what needs an approval. `ask`: answer `flow.asked` with a `FlowQuestion` before anything is submitted; `ask-picks`:
 * only when approvers have to be picked; `confirm`: as `ask`, and before it is done at once where no process approves it (`isDirect`), so that
 * a page asks once either way; `picks=…` (URI-encoded JSON): with these. Without the header nobody is asked, and a node whose
 * approvers nobody has picked does what its rule for nobody says.
 */
export const SUBMISSION_HEADER = 'flow-submission';
