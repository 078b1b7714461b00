import { capital } from "../lib/ink";
import type { Desk } from "./desk.svelte";
import { likely, passes } from "./draft";

/** Going there, where the kind of what is asked is no word for it. */
const GOES: Record<string, string> = { act: "Move there", together: "Go there together", "officer-move": "Ride there" };

/** What the one large button says. */
export function primary(desk: Desk): string {
  const decision = desk.decision;
  const form = decision?.form;
  const draft = desk.draft;
  if (desk.hand.looking) return "One moment …";
  if (desk.refused) return "All right: as it was";
  if (desk.seeking) return "Looking for a way …";
  if (desk.rooted) return "It has to go: choose a way";
  const verb = capital((decision?.kind ?? "").replaceAll("-", " "));
  switch (form?.is) {
    case "Choose": {
      const chosen = form.items.filter((item) => draft.keys.includes(item.key));
      if (desk.upcoming) return `Next: ${desk.upcoming.label}`;
      if (!chosen.length && desk.ending && !likely(form, (key) => desk.mine(key))) return "All have acted";
      if (!chosen.length) return form.least ? `Choose ${form.least === form.most ? "one" : `${form.least} to ${form.most}`}` : "None of them";
      if (chosen.length > 1) return `${verb}: ${chosen.length} chosen`;
      const item = chosen[0]!;
      if (passes(item)) return `${capital(item.label)}${desk.leave.idle.length ? `: ${desk.leave.idle.length} could still act` : ""}`;
      return desk.spot(item.key) && verb !== "Card" ? `${verb}: ${item.label}` : capital(item.label);
    }
    case "Assign":
      if (desk.missing) return `${desk.missing} still to give`;
      if (desk.left) return desk.warned ? `Yes, leave ${desk.left} without` : `${desk.left} still to give`;
      if (desk.hand.dial) return "Charge";
      return desk.aiming ? `Confirm ${Object.keys(draft.pairs).length} of ${form.slots.length}` : `Confirm ${decision!.kind.replaceAll("-", " ")}`;
    case "Arrange":
      return form.take > draft.keys.length ? `${form.take - draft.keys.length} still to lay` : "Confirm this order";
    case "Place":
      return "Set down here";
    case "March":
      if (draft.manoeuvres?.some((one) => one.kind === "charge")) return "Charge";
      return draft.manoeuvres?.length ? (GOES[decision!.kind] ?? `${verb} there`) : form.ways.every((way) => way.manoeuvres.length) ? "Leave it as it is" : "Stand still: the move is given up";
    case "Trace":
      return draft.points.length > 1 ? "Take this path" : "Stay";
    case "Number":
      return `${verb}: ${draft.number}`;
    case "Confirm":
      return capital(form.yes);
    default:
      return "";
  }
}
