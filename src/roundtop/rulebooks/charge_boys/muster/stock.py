"""The default battle, where no scenario is given."""

from __future__ import annotations

from typing import Final

from roundtop.battle.scenario import Formation, Regiment, Scenario, Side, Weapon, Zone
from roundtop.rulebooks.charge_boys.muster import forces
from roundtop.rulebooks.charge_boys.options import Settings
from roundtop.table.ground import Ground
from roundtop.table.layout import strip


def stock_scenario(settings: Settings) -> Scenario:
    """Open ground, 4 regiments, a battery and a General a side, deployed by hand [core.scale, setup.table]."""
    scale = settings.yards_per_inch
    ground = Ground(settings.table_length * scale, settings.table_depth * scale)
    sides = (Side("union", "Union", "south"), Side("confederate", "Confederates", "north"))
    reach = settings.deployment_depth * scale
    return Scenario(
        id="stock",
        title="The default battle",
        date="",
        story="Four regiments, a battery and a General a side on open ground.",
        sources=(),
        rulebooks=(forces.RULEBOOK,),
        minutes=0,
        ground=ground,
        sides=sides,
        formations=tuple([Formation(f"{s.id}-brigade", f"{s.name} brigade", s.id, "brigade") for s in sides]),
        commanders=(),
        regiments=tuple([regiment for side in sides for regiment in stock_regiments(side, settings)]),
        deployment="zones",
        zones=tuple([Zone(s.id, strip(s.edge, ground.width, ground.depth, reach)) for s in sides]),
    )


def stock_regiments(side: Side, settings: Settings) -> list[Regiment]:
    brigade = f"{side.id}-brigade"
    men = STOCK_FIGURES * settings.men_per_figure
    guns = STOCK_MODELS * settings.guns_per_model
    foot = [
        Regiment(
            id=f"{side.id}-{n}",
            name=f"{side.name} {n}",
            side=side.id,
            arm="infantry",
            men=men,
            guns=0,
            weapons=(Weapon("rifle-musket", men),),
            quality="regular",
            brigade=brigade,
            division="",
            formation=brigade,
        )
        for n in range(1, STOCK_REGIMENTS + 1)
    ]
    pieces = (Weapon("12-pdr-napoleon", guns),)
    guns_too = Regiment(
        id=f"{side.id}-battery",
        name=f"{side.name} battery",
        side=side.id,
        arm="artillery",
        men=0,
        guns=guns,
        weapons=pieces,
        quality="regular",
        brigade=brigade,
        division="",
        formation=brigade,
    )
    return [*foot, guns_too]


STOCK_REGIMENTS: Final = 4
STOCK_FIGURES: Final = 24
STOCK_MODELS: Final = 2
