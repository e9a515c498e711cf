/** Whose an API and an application are, for the data scope of who asks. */
export const ofApi = { dept: 'api.createDept', owner: 'api.createBy' };
export const ofApp = { dept: 'app.createDept', owner: 'app.createBy' };
