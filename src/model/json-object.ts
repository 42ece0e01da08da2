export type JsonObject = Readonly<Record<string, unknown>>;

/** What stands in braces: neither a list nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
