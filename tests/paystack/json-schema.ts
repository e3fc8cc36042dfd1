/**
 * Converts OpenAPI 3.0's dialect to JSON Schema: `nullable` adds null to the type and to an enum. Without a type, null is
 * valid already. Examples are removed.
 */
export function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, example: _, ...rest } = node as Record<string, unknown>;
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, toJsonSchema(value)]),
  );
  // A property may have the name 'nullable'. The keyword is a boolean.
  if (typeof nullable === 'object') schema.nullable = toJsonSchema(nullable);
  if (nullable !== true) return schema;
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
  if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
  return schema;
}
