// Calls a function that a module exports for a part, or for all (0), and prints what it returns.
// Words: the module, the part, the names as "1:part1,2:part2" or "0:both", what a function is given, the input.
import { readFileSync } from "node:fs";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [path, part, names, kind, input] = process.argv.slice(2);
const text = readFileSync(0, "utf8").replace(/\n$/, "");
const numbers = text.split(/\n|, */).map(Number);
if (kind === "numbers" && numbers.some(Number.isNaN)) {
  console.error("It is given a list of numbers, and the input is none: give the function a text.");
  process.exit(1);
}
const given = { text, lines: text.split("\n"), numbers, path: input }[kind];
const name = names.split(",").map((pair) => pair.split(":")).find(([number]) => number === part)?.[1];
const module = await import(pathToFileURL(path).href);
const exported = module[name] ?? module.default?.[name];
const returned = typeof exported === "function" ? await exported(given) : undefined;
// What has other values than two answers is something else.
const values = returned !== null && typeof returned === "object" ? Object.values(returned) : [];
const areAnswers = values.every((value) => typeof value !== "object" || value === null);
const isBoth = part === "0" && [1, 2].includes(values.length) && areAnswers;
for (const [index, answer] of (isBoth ? values : [returned]).entries()) {
  if (answer === undefined || answer === null || answer === "") continue;
  const label = part === "0" && !isBoth ? "" : `Part ${isBoth ? index + 1 : part}:`;
  // A drawing stands below its label.
  console.log(`${label}${`${answer}`.includes("\n") ? "\n" : " "}${answer}`.trimStart());
}
