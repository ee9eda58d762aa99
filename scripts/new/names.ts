/** One name in the forms that its places ask for. Words are what capitals, spaces, hyphens and underscores separate. */

export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** `webhookEndpoints` */
export function camelCase(name: string): string {
  const [first = "", ...rest] = wordsOf(name);
  return first + rest.map(capitalised).join("");
}

/** `WebhookEndpoints` */
export function pascalCase(name: string): string {
  return wordsOf(name).map(capitalised).join("");
}

/** `webhook-endpoints` */
export function kebabCase(name: string): string {
  return wordsOf(name).join("-");
}

/** `webhook_endpoints` */
export function snakeCase(name: string): string {
  return wordsOf(name).join("_");
}

/** `Webhook endpoints` */
export function sentenceCase(name: string): string {
  return capitalised(wordsOf(name).join(" "));
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
