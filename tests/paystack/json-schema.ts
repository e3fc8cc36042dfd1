/**
 * OpenAPI 3.0's dialect as JSON Schema: `nullable` adds null to the types (and to an enum); where no type is said,
 * anything goes already. Examples are left out.
 */
export function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, example: _, ...rest } = node as Record<string, unknown>;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value)]),
  );
  // A property may be called 'nullable'; the keyword is a boolean.
  if (typeof nullable === 'object') schema.nullable = toJsonSchema(nullable);
  if (nullable !== true) return schema;
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
  return schema;
}
