// Writes src/wire/generated.ts: the server's messages as types, from the schema that the server keeps beside its code.
import { readFileSync, writeFileSync } from "node:fs";

const schema = JSON.parse(readFileSync(new URL("../src/roundtop/server/types.json", import.meta.url), "utf8"));
const OURS = /^(Say.*|NewGame|Chair|Take|Branch|Umpire)$/;

function type(node) {
  if (node === false || node === undefined) return "never";
  if (node.$ref) return node.$ref.split("/").at(-1);
  if ("const" in node) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map((one) => JSON.stringify(one)).join(" | ");
  const union = node.anyOf ?? node.oneOf;
  if (union) return union.map(type).join(" | ");
  if (Array.isArray(node.type)) return node.type.map((one) => type({ ...node, type: one })).join(" | ");
  if (node.type === "array") {
    if (node.prefixItems) return `[${node.prefixItems.map(type).join(", ")}]`;
    return node.items ? `(${type(node.items)})[]` : "unknown[]";
  }
  if (node.type === "object") {
    if (node.additionalProperties && node.additionalProperties !== true) return `Record<string, ${type(node.additionalProperties)}>`;
    return "Record<string, unknown>";
  }
  return { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" }[node.type] ?? "unknown";
}

function declared(name, node) {
  if (node.type !== "object" || !node.properties) return `export type ${name} = ${type(node)};`;
  const needed = new Set(node.required ?? []);
  const fields = Object.entries(node.properties).map(([key, one]) => {
    // Coded values are written whole; the server writes its defaults out, a client may leave them away.
    const sure = name.startsWith("Coded") || needed.has(key) || ("default" in one && !OURS.test(name));
    return `  ${key}${sure ? "" : "?"}: ${type(one)};`;
  });
  return `export interface ${name} {\n${fields.join("\n")}\n}`;
}

const names = Object.keys(schema.$defs).sort();
writeFileSync(
  new URL("src/wire/generated.ts", import.meta.url),
  `// Written by types.mjs; do not edit.\n\n${names.map((name) => declared(name, schema.$defs[name])).join("\n\n")}\n`,
);
