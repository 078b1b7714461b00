import { expect, test } from "vitest";
import { groupOf, optionWords, plainWords, said } from "../src/lib/rules";
import type { OptionField } from "../src/wire/types";

const option = (given: Partial<OptionField>): OptionField => ({ name: "x", type: "boolean", default: true, values: [], meaning: "", clause: "", ...given }) as OptionField;

test("names are read as words", () => {
  expect(plainWords("infantry_vs_battery")).toBe("infantry vs battery");
  expect(said("two-sixes")).toBe("two sixes");
  expect(said("12-pdr")).toBe("12-pdr");
  expect(said("6-8 inches")).toBe("6-8 inches");
  expect(said([true, null, "a_b"])).toBe("yes, , a b");
  expect(said({ first_shot: 2 })).toBe("first shot 2");
});

test("a clause stands in its section", () => {
  expect(groupOf("infantry-action.movement.wood-cost")).toBe("infantry-action.movement");
});

test("a house rule is a sentence with its choices and what is printed", () => {
  expect(optionWords(option({ meaning: "true: they may; false: they may not" }))).toBe("If so: they may; If not: they may not. Of yes, no; as printed: yes.");
  expect(optionWords(option({ type: "choice", default: "one-die", values: ["one-die", "two-dice"], meaning: "How many." }))).toBe("How many. Of one die, two dice; as printed: one die.");
  expect(optionWords(option({ type: "integer", default: 4, meaning: "Men a stand" }))).toBe("Men a stand. As printed: 4.");
});
