-- the order in which proposals are listed
drop index standard_proposal__state_score;
create index standard_proposal__state_score on standard_proposal (state, score desc, id desc);
