/** Where tests are: what both configurations of mocha share. */
module.exports = {
  folders: ["test", "packages/*/test"],
  // Files and folders among the arguments are run instead of all: mocha would add them to those of `spec`.
  hasPaths: process.argv.slice(2).some((argument) => /^(?!-).*(\/|\.ts$)|^test$/.test(argument)),
};
