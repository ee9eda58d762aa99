/** Why a template is not one, or has no result. */
export class TemplateError extends Error {}
