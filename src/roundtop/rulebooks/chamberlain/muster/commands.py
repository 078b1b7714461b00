"""The order of battle as forces and the bodies in them."""

from __future__ import annotations

from typing import Final, final

from roundtop.battle.scenario import GUN_ARMS, Formation, MusterError, Regiment, Scenario, value
from roundtop.kit import muster
from roundtop.record import record
from roundtop.rulebooks.chamberlain.options import Settings
from roundtop.rulebooks.chamberlain.state import Force

RULEBOOK: Final = "chamberlain"


@record(frozen=True)
class Scale:
    """What one base stands for: yards to a BW, minutes to a turn, yards to a level; the limits of its strength.

    [setup.scale, setup.muster]
    """

    yards: float
    minutes: int
    level: float
    small: int
    normal: int
    largest: int
    too_small: int
    guns: int
    few_guns: int


SCALES: Final = {
    "brigade": Scale(
        yards=200.0, minutes=30, level=10.0, small=1000, normal=2500, largest=3500, too_small=400, guns=20, few_guns=8
    ),
    "regiment": Scale(
        yards=60.0, minutes=10, level=5.0, small=250, normal=600, largest=1000, too_small=100, guns=8, few_guns=4
    ),
}
FOOT_ARMS: Final = {"infantry": "infantry", "sharpshooters": "infantry", "engineers": "infantry"}


@record
class Body:
    """Regiments or batteries that fight as one base, or as `of` equal bases of which this is `part`."""

    regiments: tuple[Regiment, ...]
    name: str
    force: str
    part: int = 1
    of: int = 1

    @property
    def lead(self) -> Regiment:
        return self.regiments[0]


def scale_of(scenario: Scenario, settings: Settings) -> Scale:
    """What a base stands for: a ground drawn for one scale keeps it, otherwise as the players like [setup.scale]."""
    said = value(scenario, RULEBOOK, "unit_scale") or settings.unit_scale
    if said not in SCALES:
        raise MusterError(f"values.{RULEBOOK}.unit_scale: expected {' or '.join(SCALES)}, found '{said}'")
    return SCALES[said]


@final
class Commands:
    """The order of battle as forces and the bodies in them [setup.force, setup.muster]."""

    def __init__(self, scenario: Scenario, settings: Settings, scale: Scale) -> None:
        self.scenario = scenario
        self.settings = settings
        self.scale = scale
        self.formations: dict[str, Formation] = {formation.id: formation for formation in scenario.formations}
        self.parts: dict[str, str] = {}
        self._bodies = self._in_forces(self._sized(self._formed()))

    def bodies(self) -> list[Body]:
        return self._bodies

    def forces(self) -> tuple[Force, ...]:
        """The forces that have bases, in the order listed."""
        ids = dict.fromkeys([body.force for body in self._bodies if body.force])
        return tuple([self._force(id) for id in ids])

    def _force(self, id: str) -> Force:
        found = self.formations[self.parts.get(id, id)]
        if id not in self.parts:
            return Force(id, found.side, found.name)
        more = [part for part in self.parts if self.parts[part] == found.id]
        which = "second half" if len(more) == 1 else f"part {more.index(id) + 2} of {len(more) + 1}"
        return Force(id, found.side, f"{found.name}, {which}")

    # (1) what fights together

    def _formed(self) -> list[Body]:
        regiments = self.scenario.regiments
        if self.scale is SCALES["regiment"]:
            bodies = [Body((regiment,), regiment.name, self.command(regiment)) for regiment in regiments]
            return self._lone_guns_joined(bodies)
        groups: dict[tuple[str, str, str, int], list[Regiment]] = {}
        for regiment in regiments:
            gun = regiment.arm in GUN_ARMS
            command = self.command(regiment) if gun else regiment.formation or regiment.id
            arm = FOOT_ARMS.get(regiment.arm, regiment.arm)
            groups.setdefault((regiment.side, command, arm, minute(regiment)), []).append(regiment)
        return [Body(tuple(found), self._group_name(found), self.command(found[0])) for found in groups.values()]

    def _group_name(self, regiments: list[Regiment]) -> str:
        """A brigade's name, and its arm where the brigade has several; guns go by their force."""
        lead = regiments[0]
        if len(regiments) == 1 and (lead.arm in GUN_ARMS or not lead.formation):
            return lead.name
        if lead.arm in GUN_ARMS:
            command = self.formations.get(self.command(lead))
            return f"{command.name if command else lead.name}, {lead.arm.replace('-', ' ')}"
        name = self.formations[lead.formation].name
        arms = {
            FOOT_ARMS.get(other.arm, other.arm)
            for other in self.scenario.regiments
            if other.formation == lead.formation and other.arm not in GUN_ARMS
        }
        return name if len(arms) == 1 else f"{name}, {FOOT_ARMS.get(lead.arm, lead.arm).replace('-', ' ')}"

    def _lone_guns_joined(self, bodies: list[Body]) -> list[Body]:
        """A single gun joins the next battery listed in its force [setup.muster]."""
        found = list(bodies)
        for body in bodies:
            if body.lead.arm not in GUN_ARMS or body.lead.guns != 1:
                continue
            index = found.index(body)
            for other in found[index + 1 :]:
                if fellows(body, other):
                    found[found.index(other)] = Body((*other.regiments, *body.regiments), other.name, other.force)
                    found.remove(body)
                    break
        return found

    # (2) and (5) neither too small nor too large

    def _sized(self, bodies: list[Body]) -> list[Body]:
        found = list(bodies)
        for body in bodies:
            if body.lead.arm in GUN_ARMS or men(body) >= self.scale.too_small:
                continue
            others = [other for other in found if other is not body and fellows(body, other)]
            if others:
                host = min(others, key=men)
                joined = Body((*host.regiments, *body.regiments), f"{host.name} and {body.name}", host.force)
                found[found.index(host)] = joined
                found.remove(body)
        return [part for body in found for part in self._split(body)]

    def _split(self, body: Body) -> list[Body]:
        if body.lead.arm in GUN_ARMS:
            count = muster.fewest_parts(guns(body), self.scale.guns) if guns(body) > self.scale.guns else 1
            if self.scale is SCALES["regiment"]:
                count = min(count, 2)
        else:
            count = muster.fewest_parts(men(body), self.scale.normal) if men(body) > self.scale.largest else 1
        return [Body(body.regiments, body.name, body.force, part + 1, count) for part in range(count)]

    # (6) forces

    def command(self, regiment: Regiment) -> str:
        """The formation that is a regiment's force: its division or its brigade by the scale [setup.force]."""
        wanted = "brigade" if self.scale is SCALES["regiment"] else "division"
        chain = self._chain(regiment.formation)
        for formation in chain:
            if formation.level == wanted:
                return formation.id
        if not chain:
            return ""
        above = wanted == "division" and chain[0].level == "brigade" and len(chain) > 1
        return chain[1].id if above else chain[0].id

    def _chain(self, id: str) -> list[Formation]:
        found: list[Formation] = []
        while id in self.formations:
            found.append(self.formations[id])
            id = found[-1].parent
        return found

    def _higher(self, force: str) -> str:
        """The command above a force; troops listed under a division itself have it above them."""
        wanted = "brigade" if self.scale is SCALES["regiment"] else "division"
        found = self.formations[force]
        return found.parent if found.level == wanted else found.id

    def _in_forces(self, bodies: list[Body]) -> list[Body]:
        """Forces too small join the next of the same higher command, those too large are divided [setup.muster]."""
        order = list(dict.fromkeys([body.force for body in bodies if body.force]))
        for force in list(order):
            own = [body for body in bodies if body.force == force]
            if not own or len(own) >= self.settings.setup_force_min:
                continue
            others = [f for f in order if f != force and self._alike(f, force)]
            later = [other for other in others if order.index(other) > order.index(force)]
            host = (later or others)[0] if others else ""
            order.remove(force)
            for body in own:
                body.force = host
        for force in order:
            own = [body for body in bodies if body.force == force]
            count = muster.fewest_parts(len(own), self.settings.setup_force_max)
            for place, body in enumerate(own):
                part = 1 + place * count // len(own)
                if part > 1:
                    body.force = f"{force}.{part}"
                    self.parts[body.force] = force
        return bodies

    def _alike(self, one: str, other: str) -> bool:
        higher = self._higher(one)
        same_side = self.formations[one].side == self.formations[other].side
        return same_side and higher != "" and higher == self._higher(other)


def minute(regiment: Regiment) -> int:
    """When a regiment comes on; 0 if it is there from the start."""
    return regiment.arrives.minute if regiment.arrives is not None else 0


def fellows(one: Body, other: Body) -> bool:
    """Whether two bodies might fight as one: of one side, one arm, one force, and there at the same time."""
    a, b = one.lead, other.lead
    same_arm = FOOT_ARMS.get(a.arm, a.arm) == FOOT_ARMS.get(b.arm, b.arm)
    return a.side == b.side and same_arm and one.force == other.force and minute(a) == minute(b)


def men(body: Body) -> int:
    return sum([regiment.men for regiment in body.regiments])


def guns(body: Body) -> int:
    return sum([regiment.guns for regiment in body.regiments])
