// Dredd loads its hooks as CommonJS and hands them this module; what they do is in stage.ts.
const hooks = require("hooks");
const { enter, leave } = require("./stage.ts");

hooks.beforeEach((transaction, done) => enter(transaction, done));
hooks.afterEach((transaction, done) => leave(transaction, done));
