// Written by `npm run generate`. Do not edit.
declare const validators: Readonly<Record<string, (value: unknown) => boolean>>;
export = validators;
