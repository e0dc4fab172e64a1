// Calls a function that a module exports for a part, and prints what it returns.
// Words: the module, the part, the names as "1:part1,2:part2", what a function is given.
import { readFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [path, part, names, kind] = process.argv.slice(2);
const text = readFileSync(0, "utf8").replace(/\n$/, "");
const given = { text, lines: text.split("\n"), numbers: text.split("\n").map(Number) }[kind];
const name = names.split(",").map((pair) => pair.split(":")).find(([number]) => number === part)?.[1];
const module = await import(pathToFileURL(path).href);
const exported = module[name] ?? module.default?.[name];
if (exported) {
  const answer = await exported(given);
  if (answer !== undefined && answer !== null) console.log(`Part ${part}: ${answer}`);
}
